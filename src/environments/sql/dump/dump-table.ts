import type { DumpDialect } from './dump-dialect.js';
import { DumpReader, namesIn, splitByCommas } from './dump-reader.js';
import { type DumpToken, isMark, isWord, tokenText } from './dump-tokens.js';
import { type Expression, expressionText, sqliteType } from './dump-words.js';

/** A table as a dump declares it, by statements that may stand far apart. */
export interface DumpTable {
  readonly name: string;
  readonly columns: DumpColumn[];
  primaryKey: readonly string[];
  readonly unique: (readonly string[])[];
  readonly references: DumpReference[];
  readonly checks: string[];
}

/** A column of a {@link DumpTable}. */
interface DumpColumn {
  readonly name: string;
  /** SQLite's, with the declared name of a date or time. */
  readonly type: string;
  isRequired: boolean;
  /** In SQLite's words. */
  default?: string;
  generated?: string;
}

/** Columns that refer to others. */
export interface DumpReference {
  readonly columns: readonly string[];
  readonly table: string;
  /** Empty for the primary key. */
  readonly targets: readonly string[];
  /** ` ON DELETE CASCADE` and the like. */
  readonly actions: string;
}

/** What a table of a dump gets, and what of it can't be said in SQLite. */
export interface TableScope {
  readonly table: DumpTable;
  readonly dialect: DumpDialect;
  /** Types that the dump defines, in lower case, as SQLite's. */
  readonly types: ReadonlyMap<string, string>;
  readonly leaveOut: (what: string, reason: string) => void;
}

const TABLE_PARTS = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK'];
/** MySQL's indexes, which elsewhere are names of columns. */
const INDEX_PARTS = ['KEY', 'INDEX', 'FULLTEXT', 'SPATIAL'];
const OTHER_PARTS = ['EXCLUDE', 'LIKE', 'PERIOD'];

/** Adds the columns and constraints between the parentheses of `CREATE TABLE`. */
export function addTableParts(tokens: readonly DumpToken[], scope: TableScope): void {
  for (const part of splitByCommas(tokens)) {
    if (isWord(part[0], ...TABLE_PARTS)) addConstraint(part, scope);
    else if (scope.dialect === 'mysql' && isWord(part[0], ...INDEX_PARTS)) continue;
    else if (isWord(part[0], ...OTHER_PARTS)) scope.leaveOut('constraint', 'SQLite has none of the kind');
    else if (part.length > 0) addColumn(part, scope);
  }
}

/** Adds a constraint of a table, also one that `ALTER TABLE … ADD` brings. */
export function addConstraint(tokens: readonly DumpToken[], { table, leaveOut }: TableScope): void {
  const reader = new DumpReader(tokens);
  if (reader.takeWords('CONSTRAINT') && !isWord(reader.peek(), ...TABLE_PARTS)) reader.takeName();
  if (reader.takeWords('PRIMARY', 'KEY')) {
    table.primaryKey = columnsOf(reader);
  } else if (reader.takeWords('UNIQUE')) {
    const columns = columnsOf(reader);
    if (columns.length > 0) table.unique.push(columns);
  } else if (reader.takeWords('FOREIGN', 'KEY')) {
    const columns = columnsOf(reader);
    if (reader.takeWords('REFERENCES')) table.references.push(referenceOf(columns, reader));
  } else if (reader.takeWords('CHECK')) {
    addCheck(reader.takeGroup() ?? [], table, leaveOut);
  }
}

function addCheck(tokens: readonly DumpToken[], table: DumpTable, leaveOut: TableScope['leaveOut']): void {
  const expression = expressionText(tokens);
  if (expression.isPlain) table.checks.push(expression.text);
  else leaveOut('check', 'SQLite may not know its functions');
}

/** The columns in the next parentheses, past the name and the kind of an index before them. */
function columnsOf(reader: DumpReader): readonly string[] {
  while (!reader.isDone && !isMark(reader.peek(), '(')) reader.take();
  return namesIn(reader.takeGroup() ?? []);
}

function referenceOf(columns: readonly string[], reader: DumpReader): DumpReference {
  const table = reader.takeName() ?? '';
  const targets = namesIn(reader.takeGroup() ?? []);
  let actions = '';
  while (!reader.isDone) {
    const event = reader.takeWords('ON', 'DELETE')
      ? 'DELETE'
      : reader.takeWords('ON', 'UPDATE')
        ? 'UPDATE'
        : null;
    if (event === null) {
      if (!reader.takeWords('MATCH') && !reader.takeWords('DEFERRABLE') && !reader.takeWords('INITIALLY'))
        break;
      if (!isWord(reader.peek(), 'ON')) reader.take();
      continue;
    }
    const action = ['CASCADE', 'RESTRICT', 'SET NULL', 'SET DEFAULT', 'NO ACTION'].find((words) =>
      reader.takeWords(...words.split(' ')),
    );
    actions += ` ON ${event} ${action ?? 'NO ACTION'}`;
  }
  return { columns, table, targets, actions };
}

function addColumn(tokens: readonly DumpToken[], { table, types, leaveOut }: TableScope): void {
  const reader = new DumpReader(tokens);
  const name = reader.take()?.value ?? '';
  const column: DumpColumn = { name, type: sqliteType(reader, types), isRequired: false };
  table.columns.push(column);
  const keepIfPlain = ({ text, isPlain }: Expression, what: string): string | undefined => {
    if (isPlain) return text;
    leaveOut(`${what} of ${name}`, `SQLite has no ${text}`);
    return undefined;
  };
  while (!reader.isDone) {
    if (reader.takeWords('NOT', 'NULL')) column.isRequired = true;
    else if (reader.takeWords('DEFAULT')) {
      const value = expressionText(takeValue(reader));
      // A sequence's next number is what SQLite gives a key of its own accord.
      const kept = /^nextval\b/i.test(value.text) ? undefined : keepIfPlain(value, 'default');
      if (kept !== undefined) column.default = kept;
    } else if (reader.takeWords('ON', 'UPDATE')) {
      takeValue(reader);
      leaveOut(`ON UPDATE of ${name}`, 'SQLite has none');
    } else if (reader.takeWords('PRIMARY', 'KEY')) table.primaryKey = [name];
    else if (reader.takeWords('UNIQUE')) table.unique.push([name]);
    else if (reader.takeWords('REFERENCES')) table.references.push(referenceOf([name], reader));
    else if (reader.takeWords('CHECK')) addCheck(reader.takeGroup() ?? [], table, leaveOut);
    else if (reader.takeWords('COLLATE')) reader.takeName();
    else if (reader.takeWords('COMMENT') || reader.takeWords('CONSTRAINT')) reader.take();
    else if (reader.takeWords('AS') && isMark(reader.peek(), '(')) {
      const kept = keepIfPlain(expressionText(reader.takeGroup() ?? []), 'expression');
      if (kept !== undefined) column.generated = kept;
    } else reader.take();
  }
}

/** The tokens of a default: a value with its sign, its parentheses and its casts. */
function takeValue(reader: DumpReader): readonly DumpToken[] {
  const tokens: DumpToken[] = [];
  const takeParentheses = (): void => {
    const group = reader.takeGroup();
    if (group !== null) tokens.push(mark('('), ...group, mark(')'));
  };
  if (isMark(reader.peek(), '-') || isMark(reader.peek(), '+')) tokens.push(...takeOne(reader));
  if (!isMark(reader.peek(), '(')) tokens.push(...takeOne(reader));
  takeParentheses();
  while (isMark(reader.peek(), '.') || isMark(reader.peek(), '::')) {
    const isCast = isMark(reader.peek(), '::');
    tokens.push(...takeOne(reader), ...takeOne(reader));
    while (isCast && isWord(reader.peek(), 'VARYING', 'PRECISION', 'WITH', 'WITHOUT', 'TIME', 'ZONE'))
      reader.take();
    takeParentheses();
    if (reader.takeMark('[')) reader.takeMark(']');
  }
  return tokens;
}

function takeOne(reader: DumpReader): readonly DumpToken[] {
  const token = reader.take();
  return token === undefined ? [] : [token];
}

function mark(value: string): DumpToken {
  return { kind: 'mark', value };
}

const quote = (name: string): string => tokenText({ kind: 'name', value: name });
const list = (names: readonly string[]): string => `(${names.map(quote).join(', ')})`;

/** The statement that makes a table in SQLite. */
export function tableStatement({ name, columns, primaryKey, unique, references, checks }: DumpTable): string {
  const lines = [
    ...columns.map((column) =>
      [
        quote(column.name),
        column.type,
        column.isRequired && 'NOT NULL',
        column.default !== undefined && `DEFAULT ${column.default}`,
        column.generated !== undefined && `AS (${column.generated})`,
      ]
        .filter((part) => part !== false && part !== '')
        .join(' '),
    ),
    ...(primaryKey.length > 0 ? [`PRIMARY KEY ${list(primaryKey)}`] : []),
    ...unique.map((set) => `UNIQUE ${list(set)}`),
    ...references.map(
      ({ columns: from, table, targets, actions }) =>
        `FOREIGN KEY ${list(from)} REFERENCES ${quote(table)}${targets.length > 0 ? ` ${list(targets)}` : ''}${actions}`,
    ),
    ...checks.map((check) => `CHECK (${check})`),
  ];
  return `CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n)`;
}
