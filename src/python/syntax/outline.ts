import { statementSpans } from '../tokens/statements.js';
import type { PythonToken, PythonTokens } from '../tokens/token.js';

/** Where the functions of a source lie; computed on first use, asked in logarithmic time. */
export class SourceOutline {
  readonly #scan: PythonTokens;
  #functions: readonly Span[] | undefined;
  #functionStarts: readonly number[] = [];

  constructor(scan: PythonTokens) {
    this.#scan = scan;
  }

  /** Whether `offset` lies in no function and no lambda: at most in classes and branches of a module. */
  isOutsideFunctions(offset: number): boolean {
    if (this.#functions === undefined) {
      this.#functions = outermost([...functionSpans(this.#scan), ...lambdaSpans(this.#scan)]);
      this.#functionStarts = this.#functions.map(([start]) => start);
    }
    const span = this.#functions[lastBelow(this.#functionStarts, offset + 1)];
    return span === undefined || offset >= span[1];
  }
}

type Span = readonly [start: number, end: number];

/** From the header of each outermost function to the end of its block. */
function functionSpans(scan: PythonTokens): readonly Span[] {
  const spans: Span[] = [];
  let open: { readonly start: number; readonly depth: number } | undefined;
  let end = 0;
  for (const { first, last, depth } of statementSpans(scan)) {
    const token = scan.tokens[first] as PythonToken;
    if (open !== undefined && depth <= open.depth && !isSameLine(scan, first)) {
      spans.push([open.start, end]);
      open = undefined;
    }
    end = scan.tokens[last - 1]?.end ?? token.end;
    const header = scan.source.slice(token.start, Math.min(end, token.start + 16));
    if (open === undefined && /^(?:async\s+)?def\b/.test(header)) {
      open = { start: token.start, depth };
    }
  }
  if (open !== undefined) spans.push([open.start, end]);
  return spans;
}

/** The bodies of lambdas: from the keyword to the comma, the bracket or the line end that ends them. */
function lambdaSpans(scan: PythonTokens): readonly Span[] {
  const { source, tokens } = scan;
  const spans: Span[] = [];
  if (!source.includes('lambda')) return spans;
  const open: { readonly start: number; readonly depth: number; body: boolean }[] = [];
  let depth = 0;
  const closeDownTo = (limit: number, end: number): void => {
    while ((open[open.length - 1]?.depth ?? -1) >= limit) spans.push([open.pop()?.start ?? end, end]);
  };
  for (const token of tokens) {
    if (token.kind === 'newline') closeDownTo(0, token.start);
    if (token.kind === 'name' && source.slice(token.start, token.end) === 'lambda') {
      open.push({ start: token.start, depth, body: false });
    }
    if (token.kind !== 'operator') continue;
    const text = source.slice(token.start, token.end);
    const top = open[open.length - 1];
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') closeDownTo(depth--, token.start);
    else if (top?.depth === depth && text === ':') top.body = true;
    else if (top?.depth === depth && text === ',' && top.body) closeDownTo(depth, token.start);
  }
  closeDownTo(0, source.length);
  return spans;
}

/** The spans without those that lie in others, in order. */
function outermost(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((left, right) => left[0] - right[0] || right[1] - left[1])) {
    const last = kept[kept.length - 1];
    if (last === undefined || span[0] >= last[1]) kept.push(span);
  }
  return kept;
}

/** Whether a statement follows another one on the same logical line. */
function isSameLine(scan: PythonTokens, first: number): boolean {
  const before = scan.tokens[first - 1];
  return before?.kind === 'operator';
}

/** The index of the last number below `limit`; -1 when there is none. */
function lastBelow(numbers: readonly number[], limit: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
