import { type PythonToken, tokenizePython } from '../../python/index.js';

/** What the names of awaited calls start with in the code as it is sent. */
const AWAITED = '_mettle_awaited_';

/** Code whose awaited calls of host functions have names of their own. */
export interface MarkedCode {
  readonly code: string;
  /** Whether `code` is another text than the one given. */
  readonly changed: boolean;
}

/** Whether a call under this name is answered with a future. */
export function isAwaitedName(name: string): boolean {
  return name.startsWith(AWAITED);
}

/** The name of the host function behind a name in marked code. */
export function hostFunctionName(name: string): string {
  return name.startsWith(AWAITED) ? name.slice(AWAITED.length) : name;
}

/**
 * Gives the calls of host functions that the code awaits names of their own. A host function may be called plainly
 * or under `await`, but the engine must know which when it asks: the answer is the value, or a future. Awaited are
 * calls right after `await`, arguments of `gather` and of `asyncio.run`, elements of lists where the code gathers,
 * and calls whose variable is awaited or gathered later.
 */
export function markAwaitedCalls(code: string, functions: ReadonlySet<string>): MarkedCode {
  if (functions.size === 0 || !/\bawait\b|\bgather\b|\basyncio\b/.test(code)) return { code, changed: false };
  const tokens = tokenizePython(code).tokens.filter(
    ({ kind }) => kind !== 'comment' && kind !== 'line-break' && kind !== 'indent' && kind !== 'dedent',
  );
  const places = awaitedPlaces(code, tokens, functions);
  let marked = '';
  let end = 0;
  for (const place of places) {
    marked += `${code.slice(end, place)}${AWAITED}`;
    end = place;
  }
  return { code: marked + code.slice(end), changed: places.length > 0 };
}

function awaitedPlaces(
  code: string,
  tokens: readonly PythonToken[],
  functions: ReadonlySet<string>,
): number[] {
  const text = (index: number): string => {
    const token = tokens[index];
    return token === undefined ? '' : code.slice(token.start, token.end);
  };
  const gathers = /\bgather\s*\(/.test(code);
  const later = namesAwaited(tokens, text);
  const places: number[] = [];
  /** For each open bracket, whether calls directly in it are awaited. */
  const open: boolean[] = [];
  tokens.forEach((token, index) => {
    const word = text(index);
    if (token.kind === 'operator') {
      if (word === '(' || word === '[' || word === '{') open.push(collects(text, index, gathers));
      else if (word === ')' || word === ']' || word === '}') open.pop();
      return;
    }
    if (token.kind !== 'name' || !functions.has(word) || text(index + 1) !== '(') return;
    const before = text(index - 1);
    if (before === '.' || before === 'def') return;
    const awaited =
      before === 'await' || open.at(-1) === true || (before === '=' && later.has(text(index - 2)));
    if (awaited) places.push(token.start);
  });
  return places;
}

/** Whether the bracket at `index` holds calls that are awaited together. */
function collects(text: (index: number) => string, index: number, gathers: boolean): boolean {
  const before = text(index - 1);
  if (text(index) === '(') {
    if (before === 'gather') return true;
    if (before === 'run') return text(index - 2) === '.' && text(index - 3) === 'asyncio';
    return gathers && before === 'append';
  }
  return gathers && text(index) === '[' && !/[\w)\]]$/.test(before.replace(/^(?:return|in|=|await)$/, ''));
}

/** The names that stand after `await`, or anywhere in the brackets of a `gather`. */
function namesAwaited(tokens: readonly PythonToken[], text: (index: number) => string): ReadonlySet<string> {
  const names = new Set<string>();
  /** For each open bracket, whether it is in a `gather`. */
  const open: boolean[] = [];
  tokens.forEach((token, index) => {
    const word = text(index);
    if (token.kind === 'name' && (text(index - 1) === 'await' || open.at(-1) === true)) names.add(word);
    else if (word === '(' || word === '[' || word === '{') {
      open.push(open.at(-1) === true || (word === '(' && text(index - 1) === 'gather'));
    } else if (word === ')' || word === ']' || word === '}') open.pop();
  });
  return names;
}
