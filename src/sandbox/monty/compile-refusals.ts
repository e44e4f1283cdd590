import { tokenizePython } from '../../python/index.js';
import { statementSpans } from '../../python/internal.js';

/** What Python's compiler refuses and Monty would run: a `return` outside functions, or tabs mixed with spaces. */
export interface CompileRefusal {
  readonly type: 'SyntaxError' | 'TabError';
  readonly message: string;
  /** Offset of the refused code. */
  readonly start: number;
}

/**
 * The first of what the compiler refuses, or null. Splitting a source into tokens takes longer than many a run, so it is
 * only done where a look at the lines finds a tab in an indentation, or a `return` that may lie outside functions.
 */
export function findCompileRefusal(code: string): CompileRefusal | null {
  const mayMixTabs = /^[ \f]*\t/m.test(code);
  const mayReturn = code.includes('return') && mayReturnOutside(code);
  if (!mayMixTabs && !mayReturn) return null;
  const scan = tokenizePython(code);
  const tabs = scan.problems.find(({ kind }) => kind === 'inconsistent-tabs');
  if (tabs !== undefined) {
    const message = 'inconsistent use of tabs and spaces in indentation';
    return { type: 'TabError', message, start: tabs.start };
  }
  const start = mayReturn && scan.problems.length === 0 ? returnOutside(scan) : null;
  return start === null ? null : { type: 'SyntaxError', message: "'return' outside function", start };
}

/**
 * Whether a line has a `return` and the indentation of the lines before it shows no function around it. Lines of a text,
 * and lines that a backslash goes on with, show nothing, so with these the answer is yes.
 */
function mayReturnOutside(code: string): boolean {
  if (/"""|'''|\\\r?\n/.test(code)) return true;
  const open: { readonly indent: number; readonly isFunction: boolean }[] = [];
  for (const line of code.split(/\r\n?|\n/)) {
    const [, blanks = '', word = ''] = /^([ \t\f]*)(async[ \t]+def\b|\w+|[^\s#])?/.exec(line) ?? [];
    if (word === '') continue;
    while ((open.at(-1)?.indent ?? -1) >= blanks.length) open.pop();
    if (word === 'class' || word.endsWith('def'))
      open.push({ indent: blanks.length, isFunction: word !== 'class' });
    if (line.includes('return') && open.at(-1)?.isFunction !== true) return true;
  }
  return false;
}

/** Where the first `return` is whose innermost definition is no function; null for none. */
function returnOutside(scan: ReturnType<typeof tokenizePython>): number | null {
  const { source, tokens } = scan;
  const open: { readonly depth: number; readonly isFunction: boolean }[] = [];
  for (const { first, depth } of statementSpans(scan)) {
    const startsLine = tokens[first - 1]?.kind !== 'operator';
    while (startsLine && (open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const [word = '', next] = [first, first + 1].map((index) => {
      const token = tokens[index];
      return token?.kind === 'name' ? source.slice(token.start, token.end) : '';
    });
    if (word === 'def' || word === 'class' || (word === 'async' && next === 'def'))
      open.push({ depth, isFunction: word !== 'class' });
    else if (word === 'return' && open.at(-1)?.isFunction !== true) return tokens[first]?.start ?? null;
  }
  return null;
}
