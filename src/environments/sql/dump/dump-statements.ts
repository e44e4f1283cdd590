import type { DumpDialect } from './dump-dialect.js';
import { type DumpToken, DumpTokens, isMark, isWord } from './dump-tokens.js';

/** One statement of a dump. */
export interface DumpStatement {
  /** The line it begins on, from 1. */
  readonly line: number;
  readonly tokens: readonly DumpToken[];
  /** As it stands. */
  readonly text: string;
  /** The lines of rows after PostgreSQL's `COPY … FROM stdin`. */
  readonly rows: readonly string[];
}

/** The statements of a dump in turn, without what is for the shell alone. */
export function* dumpStatements(text: string, dialect: DumpDialect): Generator<DumpStatement> {
  const tokens = new DumpTokens(text, dialect);
  let line = 1;
  let newline = text.indexOf('\n');
  const lineAt = (position: number): number => {
    for (; newline !== -1 && newline < position; newline = text.indexOf('\n', newline + 1)) line++;
    return line;
  };
  for (;;) {
    for (const skipped of skipShellLines(text, tokens, dialect)) {
      yield { line: lineAt(tokens.position), tokens: allTokens(skipped, dialect), text: skipped, rows: [] };
    }
    const begin = tokens.position;
    const { statement, start, end } = readStatement(tokens, dialect);
    if (statement.length > 0) {
      const isCopy =
        isWord(statement[0], 'COPY') &&
        statement.some((token, index) => isWord(token, 'STDIN') && isWord(statement[index - 1], 'FROM'));
      yield {
        line: lineAt(start),
        tokens: statement,
        text: text.slice(start, end),
        rows: isCopy ? readRows(text, tokens) : [],
      };
    }
    if (tokens.position >= text.length || tokens.position === begin) return;
  }
}

function readStatement(
  tokens: DumpTokens,
  dialect: DumpDialect,
): { readonly statement: readonly DumpToken[]; readonly start: number; readonly end: number } {
  const statement: DumpToken[] = [];
  let start = tokens.position;
  let end = start;
  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (isMark(token, ';') && !isInTrigger(statement, dialect)) break;
    if (statement.length === 0) start = tokens.position - token.value.length;
    end = tokens.position;
    statement.push(token);
  }
  return { statement, start, end };
}

/** Whether a semicolon ends a statement within a trigger of SQLite's and not the trigger. */
function isInTrigger(statement: readonly DumpToken[], dialect: DumpDialect): boolean {
  if (dialect !== 'sqlite' || !isWord(statement[0], 'CREATE')) return false;
  if (!statement.slice(1, 3).some((token) => isWord(token, 'TRIGGER'))) return false;
  return !(isWord(statement.at(-1), 'END') && isMark(statement.at(-2), ';'));
}

/** The lines from the next one to `\.`. */
function readRows(text: string, tokens: DumpTokens): readonly string[] {
  const begin = text.indexOf('\n', tokens.position) + 1;
  const mark = /^\\\.\r?$/gm;
  mark.lastIndex = begin === 0 ? text.length : begin;
  const end = mark.exec(text)?.index ?? text.length;
  tokens.position = Math.min(text.length, end + 2);
  if (begin === 0 || begin >= end) return [];
  return text
    .slice(begin, end)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
}

function allTokens(text: string, dialect: DumpDialect): readonly DumpToken[] {
  const tokens = new DumpTokens(text, dialect);
  const found: DumpToken[] = [];
  for (let token = tokens.next(); token !== null; token = tokens.next()) found.push(token);
  return found;
}

/** The beginning of a program that is kept in a MySQL database. */
const PROGRAM = /\bCREATE\b[^;]{0,200}?\b(PROCEDURE|FUNCTION|TRIGGER|EVENT)\s+(?:`[^`]*`|[\w.]+)/gi;

/**
 * Goes past lines for psql and for the shells of SQLite and SQL Server, and past the programs that MySQL's shell ends by
 * another sign, whose beginnings it gives.
 */
function skipShellLines(text: string, tokens: DumpTokens, dialect: DumpDialect): readonly string[] {
  let programs: readonly string[] = [];
  for (;;) {
    const begin = afterBlanks(text, tokens.position);
    const line = /(?:\\[^\n]*|\.[a-z][^\n]*|GO|DELIMITER[ \t]+(?<sign>\S+)(?:[ \t][^\n]*)?)\r?(?:\n|$)/iy;
    line.lastIndex = begin;
    const found = line.exec(text);
    if (found === null) return programs;
    tokens.position = line.lastIndex;
    const sign = found.groups?.sign ?? ';';
    if (dialect !== 'mysql' || sign === ';') continue;
    const back = /^DELIMITER\s+;[^\n]*$/gim;
    back.lastIndex = line.lastIndex;
    const end = back.exec(text) === null ? text.length : back.lastIndex;
    programs = programs.concat(text.slice(line.lastIndex, end).match(PROGRAM) ?? []);
    tokens.position = end;
  }
}

/** Where the first line that is neither empty nor a comment begins. */
function afterBlanks(text: string, position: number): number {
  const blank = /\s+|--[^\n]*\n/y;
  for (let at = position; ; at = blank.lastIndex) {
    blank.lastIndex = at;
    if (!blank.test(text)) return at;
  }
}
