import { type DumpToken, isMark, isWord } from './dump-tokens.js';

/** Reads the tokens of one statement from left to right. */
export class DumpReader {
  readonly #tokens: readonly DumpToken[];
  #next = 0;

  constructor(tokens: readonly DumpToken[]) {
    this.#tokens = tokens;
  }

  get isDone(): boolean {
    return this.#next >= this.#tokens.length;
  }

  peek(ahead = 0): DumpToken | undefined {
    return this.#tokens[this.#next + ahead];
  }

  take(): DumpToken | undefined {
    return this.#tokens[this.#next++];
  }

  /** Takes these words where they come next, one after another; all or none. */
  takeWords(...words: readonly string[]): boolean {
    if (!words.every((word, index) => isWord(this.peek(index), word))) return false;
    this.#next += words.length;
    return true;
  }

  takeMark(mark: string): boolean {
    if (!isMark(this.peek(), mark)) return false;
    this.#next++;
    return true;
  }

  /** A name without the schema before it; null where there is none. */
  takeName(): string | null {
    let name: string | null = null;
    for (;;) {
      const token = this.peek();
      if (token?.kind !== 'word' && token?.kind !== 'name') return name;
      name = token.value;
      this.#next++;
      if (!this.takeMark('.')) return name;
    }
  }

  /** The tokens within parentheses that come next, and goes past them; null where none come. */
  takeGroup(): readonly DumpToken[] | null {
    if (!this.takeMark('(')) return null;
    const begin = this.#next;
    for (let depth = 1; this.#next < this.#tokens.length; this.#next++) {
      if (isMark(this.peek(), '(')) depth++;
      if (isMark(this.peek(), ')') && --depth === 0) return this.#tokens.slice(begin, this.#next++);
    }
    return this.#tokens.slice(begin);
  }

  /** What is left. */
  rest(): readonly DumpToken[] {
    const rest = this.#tokens.slice(this.#next);
    this.#next = this.#tokens.length;
    return rest;
  }
}

/** Tokens in parts, between the commas that stand in no parentheses. */
export function splitByCommas(tokens: readonly DumpToken[]): readonly (readonly DumpToken[])[] {
  const parts: DumpToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isMark(token, '(')) depth++;
    if (isMark(token, ')')) depth--;
    if (depth === 0 && isMark(token, ',')) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The names that parts of a list begin with: the columns of a key, whatever their lengths and orders. */
export function namesIn(tokens: readonly DumpToken[]): readonly string[] {
  return splitByCommas(tokens).flatMap(([first]) =>
    first?.kind === 'word' || first?.kind === 'name' ? [first.value] : [],
  );
}
