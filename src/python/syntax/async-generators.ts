import { statementSpans } from '../tokens/statements.js';
import type { PythonToken, PythonTokens } from '../tokens/token.js';
import type { Complaint } from './complaint.js';

interface OpenFunction {
  readonly depth: number;
  readonly async: boolean;
  yields: boolean;
  returned: PythonToken | undefined;
}

/** Async functions that both yield and return a value: the grammar accepts them, the compiler does not. */
export function asyncGeneratorReturns(scan: PythonTokens): readonly Complaint[] {
  const { source, tokens } = scan;
  const found: Complaint[] = [];
  if (!/\basync\s+def\b/.test(source) || !source.includes('yield') || !source.includes('return'))
    return found;
  const open: OpenFunction[] = [];
  const close = (): void => {
    const last = open.pop();
    if (last?.async === true && last.yields && last.returned !== undefined)
      found.push(complain(last.returned));
  };
  for (const { first, last, depth } of statementSpans(scan)) {
    while (open.length > 0 && depth <= (open[open.length - 1]?.depth ?? 0) && startsLine(scan, first))
      close();
    const words = [first, first + 1].map((index) => textOf(source, tokens[index]));
    const top = open[open.length - 1];
    if (words[0] === 'def' || (words[0] === 'async' && words[1] === 'def')) {
      open.push({ depth, async: words[0] === 'async', yields: false, returned: undefined });
    } else if (top !== undefined) {
      if (words[0] === 'return' && last - first > 1) top.returned ??= tokens[first];
      top.yields ||= yieldsDirectly(source, tokens, first, last);
    }
  }
  while (open.length > 0) close();
  return found;
}

function yieldsDirectly(
  source: string,
  tokens: readonly PythonToken[],
  first: number,
  last: number,
): boolean {
  for (let index = first; index < last; index++) {
    const text = textOf(source, tokens[index]);
    if (text === 'lambda') return false;
    if (text === 'yield') return true;
  }
  return false;
}

function startsLine(scan: PythonTokens, first: number): boolean {
  return scan.tokens[first - 1]?.kind !== 'operator';
}

function textOf(source: string, token: PythonToken | undefined): string {
  return token?.kind === 'name' ? source.slice(token.start, token.end) : '';
}

function complain(token: PythonToken): Complaint {
  return {
    rule: 'syntax/invalid',
    start: token.start,
    end: token.end,
    message: "'return' with value in async generator",
    hint: 'An async function that yields cannot return a value: yield it, or return nothing.',
  };
}
