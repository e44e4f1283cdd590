import { type PythonToken, tokenizePython } from '../../python/index.js';

/**
 * Where the code calls something whose result it awaits: byte offsets of the calls in the UTF-8 text. A host function
 * may be called plainly or under `await`, and the answer is the value or a future. Awaited are calls right after
 * `await`, arguments of `gather` and of `asyncio.run`, elements of lists where the code gathers, and calls whose
 * variable is awaited or gathered later.
 */
export function awaitedCalls(code: string): readonly number[] {
  if (!/\bawait\b|\bgather\b|\basyncio\b/.test(code)) return [];
  const tokens = tokenizePython(code).tokens.filter(
    ({ kind }) => kind !== 'comment' && kind !== 'line-break' && kind !== 'indent' && kind !== 'dedent',
  );
  let bytes = 0;
  let end = 0;
  return placesOf(code, tokens).map((place) => {
    bytes += Buffer.byteLength(code.slice(end, place));
    end = place;
    return bytes;
  });
}

function placesOf(code: string, tokens: readonly PythonToken[]): number[] {
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
    if (token.kind !== 'name' || text(index + 1) !== '(') return;
    const before = text(index - 1);
    if (before === '.' || before === 'def') return;
    const isAwaited =
      before === 'await' || open.at(-1) === true || (before === '=' && later.has(text(index - 2)));
    if (isAwaited) places.push(token.start);
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
