import type { SourceRange } from '../finding.js';
import { type ImportFact, importsIn } from '../imports/find-imports.js';
import { SourceLines } from '../source-lines.js';
import { KEYWORDS } from '../tokens/keywords.js';
import type { PythonToken, PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';

/** One call: what is called, and where. The place is that of the callee's name, without the arguments. */
export interface CallFact extends SourceRange {
  /** The callee as written: `np.array`; `.strip` where what comes before the dot is no name. */
  readonly written: string;
  /** The callee with import aliases resolved: `numpy.array` after `import numpy as np`. */
  readonly path: string;
  /** The first argument when it is one plain string literal, without its quotes. */
  readonly firstString: string | undefined;
}

/** Every call by a name or a dotted name, in order, inside f-strings too. Reads invalid source as far as it goes. */
export function findCalls(code: string): readonly CallFact[] {
  const scan = tokenizePython(code);
  const lines = new SourceLines(code);
  return callsIn(scan, lines, importsIn(scan, lines));
}

/** {@link findCalls} over what is already there. */
export function callsIn(
  scan: PythonTokens,
  lines: SourceLines,
  imports: readonly ImportFact[],
): readonly CallFact[] {
  const aliases = importedNames(imports);
  const tokens = scan.tokens.filter(({ kind }) => kind !== 'comment' && kind !== 'line-break');
  const calls: CallFact[] = [];
  for (let index = 1; index < tokens.length; index++) {
    if (textOf(scan, tokens[index]) !== '(' || tokens[index - 1]?.kind !== 'name') continue;
    const first = startOfPath(scan, tokens, index - 1);
    const words = tokens.slice(first, index).map((token) => textOf(scan, token).normalize('NFKC'));
    const head = words[0] ?? '';
    const before = textOf(scan, tokens[first - 1]);
    if (before === 'def' || before === 'class' || KEYWORDS.has(words[words.length - 1] ?? '')) continue;
    const written = words.join('');
    calls.push({
      written,
      path: head === '.' ? written : resolve(words, aliases),
      firstString: plainString(scan, tokens[index + 1], textOf(scan, tokens[index + 2])),
      ...lines.range(tokens[first]?.start ?? 0, tokens[index - 1]?.end ?? 0),
    });
  }
  return calls;
}

/** What the names that imports bind stand for: `np` → `numpy`, `join` → `os.path.join`. */
export function importedNames(imports: readonly ImportFact[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { kind, module, level, name, alias, topLevel } of imports) {
    const from = `${'.'.repeat(level)}${module}`;
    if (kind === 'import') names.set(alias ?? topLevel, alias === undefined ? topLevel : module);
    else if (name !== undefined && name !== '*') names.set(alias ?? name, `${from}.${name}`);
  }
  return names;
}

/** The index of the first token of the dotted name that ends at `last`; of its first dot when no name leads it. */
function startOfPath(scan: PythonTokens, tokens: readonly PythonToken[], last: number): number {
  let first = last;
  while (textOf(scan, tokens[first - 1]) === '.') {
    const owner = tokens[first - 2];
    if (owner?.kind !== 'name' || KEYWORDS.has(textOf(scan, owner))) return first - 1;
    first -= 2;
  }
  return first;
}

function resolve(words: readonly string[], aliases: ReadonlyMap<string, string>): string {
  const [head = '', ...rest] = words;
  return `${aliases.get(head) ?? head}${rest.join('')}`;
}

function plainString(scan: PythonTokens, token: PythonToken | undefined, next: string): string | undefined {
  if (token?.kind !== 'string' || (next !== ')' && next !== ',')) return undefined;
  const match = /^[rRuU]?("""|'''|"|')([^\\]*)\1$/s.exec(textOf(scan, token));
  return match?.[2];
}

function textOf(scan: PythonTokens, token: PythonToken | undefined): string {
  return token === undefined ? '' : scan.source.slice(token.start, token.end);
}
