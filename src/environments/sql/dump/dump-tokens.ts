import type { DumpDialect } from './dump-dialect.js';
import { binaryOf, readableText } from './dump-text.js';

/** A piece of a statement. */
export interface DumpToken {
  /** `name` is one in quotes; `mark` is any other character. */
  readonly kind: 'word' | 'name' | 'string' | 'blob' | 'number' | 'mark';
  /** A word as it stands; a name or a string without its quotes; a blob's hex digits. */
  readonly value: string;
}

/** What a dialect's tokens look like, by the names of groups. Comments match no group. What stands in quotes is read on from its first. */
function pattern(dialect: DumpDialect): RegExp {
  const isMysql = dialect === 'mysql';
  return new RegExp(
    [
      String.raw`\s+|--[^\n]*|\/\*(?!!)[\s\S]*?\*\/${isMysql ? String.raw`|#[^\n]*|\/\*!\d*|\*\/` : ''}`,
      `[xX]'(?<blob>[0-9a-fA-F]*)'${isMysql ? '|0x(?<hex>[0-9a-fA-F]+)' : ''}`,
      isMysql ? "[bB]'(?<bits>[01]{1,53})'" : "[bB](?=')",
      `(?<escaped>${isMysql ? `(?:_\\w+\\s*)?'|"` : "[eE]'"})`,
      "[nN]?(?<string>')",
      String.raw`(?<dollar>\$\w*\$)`,
      `(?<name>["\`]${dialect === 'sqlite' ? '|\\[' : ''})`,
      String.raw`(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`,
      String.raw`(?<word>[\p{L}_][\p{L}\p{N}_$]*)`,
      String.raw`(?<mark>\/\*(?!!)|::|\|\||[<>!]=|<>|->>?|[\s\S])`,
    ].join('|'),
    'uy',
  );
}

/** Reads the tokens of a dump one after another. */
export class DumpTokens {
  readonly #text: string;
  readonly #pattern: RegExp;

  constructor(text: string, dialect: DumpDialect) {
    this.#text = text;
    this.#pattern = pattern(dialect);
  }

  /** Where the next token is looked for. */
  get position(): number {
    return this.#pattern.lastIndex;
  }

  set position(position: number) {
    this.#pattern.lastIndex = position;
  }

  /** The next token; null at the end. A quote or a comment that never ends makes the rest one mark. */
  next(): DumpToken | null {
    while (this.position < this.#text.length) {
      const groups = this.#pattern.exec(this.#text)?.groups;
      if (groups === undefined) return null;
      const token = this.#tokenOf(groups);
      if (token !== null) return token;
    }
    return null;
  }

  #tokenOf(groups: Readonly<Record<string, string | undefined>>): DumpToken | null {
    const { blob, hex, bits, escaped, string, dollar, name, number, word, mark } = groups;
    if (word !== undefined) return { kind: 'word', value: word };
    if (number !== undefined) return { kind: 'number', value: number };
    if (bits !== undefined) return { kind: 'number', value: String(Number.parseInt(bits, 2)) };
    if (string !== undefined) return this.#quoted('string', string, false);
    if (name !== undefined) return this.#quoted('name', name, false);
    if (escaped !== undefined) return this.#quoted('string', escaped.at(-1) ?? '', true);
    if (dollar !== undefined) return this.#dollarQuoted(dollar);
    if (blob !== undefined || hex !== undefined) return { kind: 'blob', value: blob ?? hex ?? '' };
    if (mark === undefined) return null;
    return mark === '/*' ? this.#restAsMark(mark) : { kind: 'mark', value: mark };
  }

  /** What stands in quotes, of which the first is read. Without expressions: their loops take of the stack. */
  #quoted(kind: 'string' | 'name', quote: string, isEscaped: boolean): DumpToken {
    const begin = this.position;
    const last = (quote === '[' ? ']' : quote).charCodeAt(0);
    for (let at = begin; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === BACKSLASH && isEscaped) at++;
      else if (code === last) {
        if (quote !== '[' && this.#text.charCodeAt(at + 1) === last) at++;
        else {
          this.position = at + 1;
          const inner = this.#text.slice(begin, at);
          return {
            kind,
            value: isEscaped ? unescaped(inner, quote) : inner.replaceAll(quote + quote, quote),
          };
        }
      }
    }
    return this.#restAsMark(quote);
  }

  #dollarQuoted(quote: string): DumpToken {
    const begin = this.position;
    const end = this.#text.indexOf(quote, begin);
    if (end === -1) return this.#restAsMark(quote);
    this.position = end + quote.length;
    return { kind: 'string', value: this.#text.slice(begin, end) };
  }

  #restAsMark(value: string): DumpToken {
    this.position = this.#text.length;
    return { kind: 'mark', value };
  }
}

const BACKSLASH = 0x5c;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  Z: '\x1a',
};

function unescaped(text: string, quote: string): string {
  return text.replace(/\\([\s\S])|''|""/g, (pair, letter: string | undefined) => {
    if (letter !== undefined) return ESCAPES[letter] ?? letter;
    return pair === quote + quote ? quote : pair;
  });
}

/** A token in the words of SQLite. */
export function tokenText({ kind, value }: DumpToken): string {
  if (kind === 'name') return `"${readableText(value).replaceAll('"', '""')}"`;
  if (kind === 'string') {
    const bytes = binaryOf(value);
    return bytes === null ? `'${readableText(value).replaceAll("'", "''")}'` : `x'${bytes.toString('hex')}'`;
  }
  return kind === 'blob' ? `x'${value}'` : value;
}

/** Tokens as a text that SQLite reads as the same ones. */
export function tokensText(tokens: readonly DumpToken[]): string {
  let text = '';
  let isBefore = false;
  for (const token of tokens) {
    const isDot = isMark(token, '.');
    text += `${text === '' || isDot || isBefore ? '' : ' '}${tokenText(token)}`;
    isBefore = isDot;
  }
  return text;
}

/** Whether a token is one of these words, outside of quotes. */
export function isWord(token: DumpToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.value.toUpperCase());
}

/** Whether a token is this mark. */
export function isMark(token: DumpToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.value === mark;
}
