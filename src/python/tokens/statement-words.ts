import type { StatementSpan } from './statements.js';
import type { PythonToken, PythonTokens } from './token.js';

/** Reads the tokens of one statement from left to right, comments and line breaks skipped. */
export class StatementWords {
  readonly #source: string;
  readonly #tokens: readonly PythonToken[];
  readonly #statement: StatementSpan;
  #next: number;

  constructor(scan: PythonTokens, statement: StatementSpan) {
    this.#source = scan.source;
    this.#tokens = scan.tokens;
    this.#statement = statement;
    this.#next = statement.first;
  }

  /** Whether the statement stands inside an indented block. */
  get nested(): boolean {
    return this.#statement.depth > 0;
  }

  /** The offset of its first token. */
  get start(): number {
    return this.#tokens[this.#statement.first]?.start ?? 0;
  }

  /** The offset after its last token. */
  get end(): number {
    let last = this.#statement.last - 1;
    while (last > this.#statement.first && !isWord(this.#tokens[last])) last--;
    return this.#tokens[last]?.end ?? this.start;
  }

  /** Whether the next token has exactly this text. */
  startsWith(text: string): boolean {
    const token = this.#peek();
    if (token === undefined || token.end - token.start !== text.length) return false;
    return this.#source.startsWith(text, token.start);
  }

  /** Steps over the next token if it has exactly this text. */
  take(text: string): boolean {
    const found = this.startsWith(text);
    if (found) this.#next++;
    return found;
  }

  /** Steps over a name and gives it in its normal form. */
  name(): string | undefined {
    const token = this.#peek();
    if (token?.kind !== 'name') return undefined;
    this.#next++;
    return this.#source.slice(token.start, token.end).normalize('NFKC');
  }

  /** Steps over names joined by dots; empty when there is none. */
  dotted(): string {
    let path = this.name() ?? '';
    while (path !== '' && this.take('.')) path += `.${this.name() ?? ''}`;
    return path;
  }

  /** Steps over dots and counts them. */
  dots(): number {
    let count = 0;
    for (;;) {
      if (this.take('...')) count += 3;
      else if (this.take('.')) count++;
      else return count;
    }
  }

  #peek(): PythonToken | undefined {
    while (this.#next < this.#statement.last) {
      const token = this.#tokens[this.#next];
      if (isWord(token)) return token;
      this.#next++;
    }
    return undefined;
  }
}

function isWord(token: PythonToken | undefined): token is PythonToken {
  return token !== undefined && token.kind !== 'comment' && token.kind !== 'line-break';
}
