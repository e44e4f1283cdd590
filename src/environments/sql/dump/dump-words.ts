import type { DumpReader } from './dump-reader.js';
import { type DumpToken, isMark, isWord, tokensText } from './dump-tokens.js';

/** An expression of a dump in SQLite's words. */
export interface Expression {
  readonly text: string;
  /** Whether SQLite knows all of it. */
  readonly isPlain: boolean;
}

/** Words that may stand before a parenthesis: functions that SQLite has, and operators. */
const KNOWN = new Set(
  'abs coalesce ifnull nullif round lower upper length trim ltrim rtrim substr substring replace min max instr date time datetime strftime julianday typeof json_valid json concat in and or not between is case when then else like cast as'.split(
    ' ',
  ),
);
/** What is the time now. */
const NOW = new Set([
  'now',
  'current_timestamp',
  'getdate',
  'localtimestamp',
  'transaction_timestamp',
  'sysdate',
]);
const UNKNOWN = [
  'ARRAY',
  'ANY',
  'ALL',
  'ILIKE',
  'SIMILAR',
  'REGEXP',
  'RLIKE',
  'INTERVAL',
  'EXTRACT',
  'OVERLAPS',
];

/** Tokens without casts, with the time as SQLite asks for it. */
export function plainTokens(tokens: readonly DumpToken[]): readonly DumpToken[] {
  const plain: DumpToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as DumpToken;
    if (isMark(token, '::')) {
      at = endOfCast(tokens, at) - 1;
    } else if (token.kind === 'word' && NOW.has(token.value.toLowerCase())) {
      plain.push({ kind: 'word', value: 'CURRENT_TIMESTAMP' });
      if (isMark(tokens[at + 1], '(')) while (at < tokens.length && !isMark(tokens[at], ')')) at++;
    } else {
      plain.push(token);
    }
  }
  return plain;
}

/** Where what follows a cast begins: past its type with lengths, further words and brackets. */
function endOfCast(tokens: readonly DumpToken[], cast: number): number {
  let at = cast + 2;
  while (isMark(tokens[at], '.')) at += 2;
  while (isWord(tokens[at], 'VARYING', 'PRECISION', 'WITH', 'WITHOUT', 'TIME', 'ZONE')) at++;
  if (isMark(tokens[at], '(')) {
    while (at < tokens.length && !isMark(tokens[at], ')')) at++;
    at++;
  }
  while (isMark(tokens[at], '[') || isMark(tokens[at], ']')) at++;
  return at;
}

/** An expression of a default, a check or a computed column. */
export function expressionText(tokens: readonly DumpToken[]): Expression {
  const plain = plainTokens(tokens);
  const isPlain = plain.every((token, index) => {
    if (isWord(token, ...UNKNOWN) || (token.kind === 'mark' && /[~@[\]#?]/.test(token.value))) return false;
    const isCalled = token.kind === 'word' && isMark(plain[index + 1], '(');
    return !isCalled || KNOWN.has(token.value.toLowerCase());
  });
  return { text: tokensText(plain), isPlain };
}

const MORE_OF_TYPE =
  'VARYING PRECISION UNSIGNED SIGNED ZEROFILL BINARY WITH WITHOUT LOCAL TIME ZONE LARGE OBJECT'.split(' ');
const NO_TYPE =
  'NOT NULL DEFAULT PRIMARY UNIQUE REFERENCES CHECK CONSTRAINT COLLATE GENERATED AS AUTO_INCREMENT COMMENT'.split(
    ' ',
  );

/** SQLite's type for the one that comes next, which it goes past; empty for none. */
export function sqliteType(reader: DumpReader, types: ReadonlyMap<string, string>): string {
  if (reader.isDone || isWord(reader.peek(), ...NO_TYPE)) return '';
  const name = (reader.takeName() ?? '').toLowerCase();
  let isArray = false;
  for (;;) {
    if (reader.takeWords('CHARACTER', 'SET') || reader.takeWords('CHARSET')) reader.takeName();
    else if (isWord(reader.peek(), ...MORE_OF_TYPE)) reader.take();
    else if (reader.takeMark('[')) isArray = true;
    else if (!reader.takeMark(']') && reader.takeGroup() === null) {
      // A number within the brackets of an array.
      if (!isArray || reader.peek()?.kind !== 'number') break;
      reader.take();
    }
  }
  return isArray ? 'TEXT' : (types.get(name) ?? knownType(name));
}

function knownType(name: string): string {
  if (/^(?:tiny|small|medium|big)?int(?:eger|[248])?$|serial\d?$|^(?:year|oid)$/.test(name)) return 'INTEGER';
  if (/^bool(?:ean)?$|^bit$/.test(name)) return 'BOOLEAN';
  if (/^(?:decimal|numeric|dec|fixed|number|(?:small)?money)$/.test(name)) return 'NUMERIC';
  if (/^(?:real|double|float[48]?)$/.test(name)) return 'REAL';
  if (/^(?:date|datetime\d?|timestamp(?:tz)?|time(?:tz)?|smalldatetime)$/.test(name)) {
    return name.replace(/tz$|\d$/, '').toUpperCase();
  }
  return /blob|binary|^bytea$|^image$/.test(name) ? 'BLOB' : 'TEXT';
}
