import type { DumpDialect } from './dump-dialect.js';
import { DumpReader, namesIn, splitByCommas } from './dump-reader.js';
import { type DumpToken, isMark, isWord, tokenText } from './dump-tokens.js';
import { expressionText, sqliteType } from './dump-words.js';

/** A table as a dump declares it, by statements that may stand far apart. */
export interface DumpTable {
  readonly name: string;
  readonly columns: DumpColumn[];
  primaryKey: readonly string[];
  readonly unique: (readonly string[])[];
  readonly references: DumpReference[];
  readonly checks: string[];
  /** Columns that an index of its own keeps apart. */
  readonly indexed: (readonly string[])[];
}

/** A column of a {@link DumpTable}. */
export interface DumpColumn {
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

/** Does what `ALTER COLUMN` says of a column, if it can be done. */
export function alterColumn(reader: DumpReader, column: DumpColumn, { leaveOut }: TableScope): boolean {
  if (reader.takeWords('SET', 'NOT', 'NULL')) column.isRequired = true;
  else if (reader.takeWords('DROP', 'NOT', 'NULL')) column.isRequired = false;
  else if (reader.takeWords('DROP', 'DEFAULT')) delete column.default;
  else if (reader.takeWords('SET', 'DEFAULT')) setDefault(column, takeValue(reader), leaveOut);
  // Of the server's: statistics, storage, and numbers that SQLite gives a key of its own accord.
  else return isWord(reader.peek(), 'SET', 'ADD');
  return true;
}

function setDefault(
  column: DumpColumn,
  tokens: readonly DumpToken[],
  leaveOut: TableScope['leaveOut'],
): void {
  const { text, isPlain } = expressionText(tokens);
  // A sequence's next number is what SQLite gives a key of its own accord.
  if (/^nextval\b/i.test(text)) return;
  if (isPlain) column.default = text;
  else leaveOut(`default of ${column.name}`, `SQLite has no ${text}`);
}

function addColumn(tokens: readonly DumpToken[], { table, types, leaveOut }: TableScope): void {
  const reader = new DumpReader(tokens);
  const name = reader.take()?.value ?? '';
  const column: DumpColumn = { name, type: sqliteType(reader, types), isRequired: false };
  table.columns.push(column);
  while (!reader.isDone) {
    if (reader.takeWords('NOT', 'NULL')) column.isRequired = true;
    else if (reader.takeWords('DEFAULT')) setDefault(column, takeValue(reader), leaveOut);
    else if (reader.takeWords('ON', 'UPDATE')) {
      takeValue(reader);
      leaveOut(`ON UPDATE of ${name}`, 'SQLite has none');
    } else if (reader.takeWords('PRIMARY', 'KEY')) table.primaryKey = [name];
    else if (reader.takeWords('UNIQUE')) table.unique.push([name]);
    else if (reader.takeWords('REFERENCES')) table.references.push(referenceOf([name], reader));
    else if (reader.takeWords('CHECK')) addCheck(reader.takeGroup() ?? [], table, leaveOut);
    else if (reader.takeWords('COLLATE')) reader.takeName();
    else if (reader.takeWords('COMMENT') || reader.takeWords('CONSTRAINT')) reader.take();
    else if (reader.takeWords('AS') && isMark(reader.peek(), '(')) {
      const { text, isPlain } = expressionText(reader.takeGroup() ?? []);
      if (isPlain) column.generated = text;
      else leaveOut(`expression of ${name}`, `SQLite has no ${text}`);
    } else reader.take();
  }
}

/** The tokens of a default: a value with its sign, its parentheses and its casts. */
function takeValue(reader: DumpReader): readonly DumpToken[] {
  const tokens: DumpToken[] = [];
  const takeNext = (): void => {
    const token = reader.take();
    if (token !== undefined) tokens.push(token);
  };
  const takeParentheses = (): void => {
    const group = reader.takeGroup();
    if (group === null) return;
    tokens.push(mark('('));
    for (const token of group) tokens.push(token);
    tokens.push(mark(')'));
  };
  if (isMark(reader.peek(), '-') || isMark(reader.peek(), '+')) takeNext();
  if (!isMark(reader.peek(), '(')) takeNext();
  takeParentheses();
  while (isMark(reader.peek(), '.') || isMark(reader.peek(), '::')) {
    const isCast = isMark(reader.peek(), '::');
    takeNext();
    takeNext();
    while (isCast && isWord(reader.peek(), 'VARYING', 'PRECISION', 'WITH', 'WITHOUT', 'TIME', 'ZONE'))
      reader.take();
    takeParentheses();
    if (reader.takeMark('[')) reader.takeMark(']');
  }
  return tokens;
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
