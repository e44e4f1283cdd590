import type { DumpDialect } from './dump-dialect.js';

/** A piece of a statement. */
export interface DumpToken {
  /** `name` is one in quotes; `mark` is any other character. */
  readonly kind: 'word' | 'name' | 'string' | 'blob' | 'number' | 'mark';
  /** A word as it stands; a name or a string without its quotes; a blob's hex digits. */
  readonly value: string;
}

/** What a dialect's tokens look like, by the names of groups. Comments match no group. */
function pattern(dialect: DumpDialect): RegExp {
  const isMysql = dialect === 'mysql';
  // Loops without alternatives inside, so that a text of megabytes needs no stack.
  const escaped = (quote: string): string =>
    `${quote}[^${quote}\\\\]*(?:(?:\\\\[\\s\\S]|${quote}${quote})[^${quote}\\\\]*)*${quote}`;
  const doubled = (quote: string): string => `${quote}[^${quote}]*(?:${quote}${quote}[^${quote}]*)*${quote}`;
  return new RegExp(
    [
      String.raw`\s+|--[^\n]*|\/\*(?!!)[\s\S]*?\*\/${isMysql ? String.raw`|#[^\n]*|\/\*!\d*|\*\/` : ''}`,
      `[xX]'(?<blob>[0-9a-fA-F]*)'${isMysql ? '|0x(?<hex>[0-9a-fA-F]+)' : ''}`,
      `(?<escaped>${isMysql ? `(?:_\\w+\\s*)?${escaped("'")}|${escaped('"')}` : `[eE]${escaped("'")}`})`,
      `(?:[nN]|[bB])?(?<string>${doubled("'")})`,
      String.raw`(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)`,
      `(?<name>${doubled('"')}|${doubled('`')}${dialect === 'sqlite' ? '|\\[[^\\]]*\\]' : ''})`,
      String.raw`(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`,
      String.raw`(?<word>[\p{L}_][\p{L}\p{N}_$]*)`,
      // What begins here and never ends: looked for again at each place, it would take the square of the length.
      `(?<open>['"\`]|\\/\\*(?!!)|\\$\\w*\\$${dialect === 'sqlite' ? '|\\[' : ''})`,
      String.raw`(?<mark>::|\|\||[<>!]=|<>|->>?|[\s\S])`,
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

  /** The next token; null at the end. A quote that never ends makes the rest one mark. */
  next(): DumpToken | null {
    while (this.position < this.#text.length) {
      const groups = this.#pattern.exec(this.#text)?.groups;
      if (groups === undefined) return null;
      const token = tokenOf(groups);
      if (token === null) continue;
      if (groups.open !== undefined) this.position = this.#text.length;
      return token;
    }
    return null;
  }
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): DumpToken | null {
  const { blob, hex, escaped, string, dollar, tag = '', name, number, word } = groups;
  const mark = groups.mark ?? groups.open;
  if (word !== undefined) return { kind: 'word', value: word };
  if (mark !== undefined) return { kind: 'mark', value: mark };
  if (number !== undefined) return { kind: 'number', value: number };
  if (string !== undefined) return { kind: 'string', value: string.slice(1, -1).replaceAll("''", "'") };
  if (name !== undefined) return { kind: 'name', value: unquoted(name) };
  if (escaped !== undefined) return { kind: 'string', value: unescaped(escaped) };
  if (blob !== undefined || hex !== undefined) return { kind: 'blob', value: blob ?? hex ?? '' };
  if (dollar !== undefined) return { kind: 'string', value: dollar.slice(tag.length + 2, -tag.length - 2) };
  return null;
}

function unquoted(name: string): string {
  const quote = name.at(-1) ?? '';
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  Z: '\x1a',
};

function unescaped(text: string): string {
  const quote = text.at(-1) ?? '';
  return text
    .slice(text.indexOf(quote) + 1, -1)
    .replace(/\\([\s\S])|''|""/g, (pair, letter: string | undefined) => {
      if (letter !== undefined) return ESCAPES[letter] ?? letter;
      return pair === quote + quote ? quote : pair;
    });
}

/** A token in the words of SQLite. */
export function tokenText({ kind, value }: DumpToken): string {
  if (kind === 'name') return `"${value.replaceAll('"', '""')}"`;
  if (kind === 'string') return `'${value.replaceAll("'", "''")}'`;
  return kind === 'blob' ? `x'${value}'` : value;
}

/** Tokens as a text that SQLite reads as the same ones. */
export function tokensText(tokens: readonly DumpToken[]): string {
  return tokens.map(tokenText).join(' ').replace(/ \. /g, '.');
}

/** Whether a token is one of these words, outside of quotes. */
export function isWord(token: DumpToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.value.toUpperCase());
}

/** Whether a token is this mark. */
export function isMark(token: DumpToken | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.value === mark;
}
