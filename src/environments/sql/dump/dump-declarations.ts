import type { LeftOut } from '../../left-out.js';
import type { DumpDialect } from './dump-dialect.js';
import { DumpReader, splitByCommas } from './dump-reader.js';
import type { DumpStatement } from './dump-statements.js';
import { type addConstraint, addTableParts, alterColumn, type DumpTable } from './dump-table.js';
import { type DumpToken, isMark, isWord, tokensText } from './dump-tokens.js';
import { sqliteType } from './dump-words.js';

/** What a dump says, in the order in which it can be done: tables, rows, and what stands on tables. */
export interface DumpPlan {
  readonly dialect: DumpDialect;
  /** MySQL's and PostgreSQL's tables, by name in lower case. */
  readonly tables: Map<string, DumpTable>;
  /** Names of tables whose rows are those of another: partitions. */
  readonly parts: Map<string, string>;
  /** Statements that SQLite takes as they are and that make tables. */
  readonly makers: DumpStatement[];
  /** The tables of {@link DumpPlan.makers}, in lower case. */
  readonly made: Set<string>;
  readonly rows: DumpStatement[];
  /** How many of the rows were there when a table, in lower case, was dropped or emptied: those of it are gone. */
  readonly emptied: Map<string, number>;
  /** Views, indexes and triggers; a later one replaces an earlier one of its name. */
  readonly others: Map<string, DumpStatement>;
  readonly schemas: Set<string>;
  readonly leftOut: LeftOut[];
}

const UNKNOWN = 'It is not known what it says.';
const KINDS =
  'TABLE VIEW INDEX TRIGGER TYPE DOMAIN FUNCTION PROCEDURE EVENT RULE AGGREGATE OPERATOR POLICY CAST KEY'.split(
    ' ',
  );
/** What is made for the server alone. */
const SERVER_KINDS =
  'DATABASE SCHEMA SEQUENCE EXTENSION ROLE USER LANGUAGE COLLATION TABLESPACE SERVER PUBLICATION STATISTICS'.split(
    ' ',
  );
/** What is about the server, the session or the speed, and nothing that a world shows. */
const ASIDE = new Set(
  'SET USE LOCK UNLOCK BEGIN START COMMIT END ANALYZE VACUUM GRANT REVOKE COMMENT PRAGMA SELECT FLUSH GO RESET REFRESH REINDEX CLUSTER PRINT EXEC'.split(
    ' ',
  ),
);

/** Sorts the statements of a dump. */
export function planDump(statements: Iterable<DumpStatement>, dialect: DumpDialect): DumpPlan {
  const plan: DumpPlan = {
    dialect,
    tables: new Map(),
    parts: new Map(),
    makers: [],
    made: new Set(),
    rows: [],
    emptied: new Map(),
    others: new Map(),
    schemas: new Set(['public', 'dbo']),
    leftOut: [],
  };
  const types = new Map<string, string>();
  for (const statement of statements) {
    const [first] = statement.tokens;
    if (isWord(first, 'CREATE')) addCreated(statement, plan, types);
    else if (isWord(first, 'ALTER')) addAltered(statement, plan, types);
    else if (isWord(first, 'DROP', 'TRUNCATE')) drop(statement, plan);
    else if (isWord(first, 'USE')) plan.schemas.add(statement.tokens[1]?.value.toLowerCase() ?? '');
    else if (isWord(first, 'INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'COPY', 'WITH'))
      plan.rows.push(statement);
    else if (first?.kind !== 'word' || !ASIDE.has(first.value.toUpperCase())) {
      leaveOut(plan, statement, tokensText(statement.tokens.slice(0, 3)), UNKNOWN);
    }
  }
  return plan;
}

/** Takes back what a dump made before. What it did not make, it drops as a precaution. */
function drop(statement: DumpStatement, plan: DumpPlan): void {
  const reader = new DumpReader(statement.tokens);
  const isDrop = reader.takeWords('DROP');
  if (!isDrop) reader.take();
  const kind = isWord(reader.peek(), 'VIEW', 'INDEX', 'TRIGGER')
    ? (reader.take()?.value.toLowerCase() ?? '')
    : 'table';
  if (kind === 'table' && !reader.takeWords('TABLE') && isDrop) return;
  reader.takeWords('IF', 'EXISTS');
  reader.takeWords('ONLY');
  for (const part of splitByCommas(reader.rest())) {
    const name = new DumpReader(part).takeName() ?? '';
    const key = name.toLowerCase();
    if (kind !== 'table') plan.others.delete(`${kind} ${name}`);
    else if (plan.tables.has(key) || plan.made.has(key)) {
      plan.emptied.set(key, plan.rows.length);
      if (!isDrop) continue;
      plan.tables.delete(key);
      // A table that SQLite is given as it stands is dropped by it, in its turn.
      if (plan.made.delete(key)) plan.makers.push(statement);
    }
  }
}

function leaveOut(plan: DumpPlan, { line }: DumpStatement, name: string, reason: string): void {
  plan.leftOut.push({ name, reason: `Line ${line}: ${reason}` });
}

function addCreated(statement: DumpStatement, plan: DumpPlan, types: Map<string, string>): void {
  const { tokens } = statement;
  const at = tokens.findIndex((token, index) => index < 20 && isWord(token, ...KINDS));
  if (at === -1) {
    if (tokens.slice(1, 5).some((token) => isWord(token, ...SERVER_KINDS))) return;
    leaveOut(plan, statement, tokensText(tokens.slice(0, 3)), UNKNOWN);
    return;
  }
  const kind = tokens[at]?.value.toLowerCase() ?? '';
  const reader = new DumpReader(tokens.slice(at + 1));
  reader.takeWords('CONCURRENTLY');
  reader.takeWords('IF', 'NOT', 'EXISTS');
  if (kind === 'table' && isMark(reader.peek(1), '.'))
    plan.schemas.add(reader.peek()?.value.toLowerCase() ?? '');
  const name = isWord(reader.peek(), 'ON') ? '' : (reader.takeName() ?? '');
  if (kind === 'type' || kind === 'domain') {
    reader.takeWords('AS');
    types.set(name.toLowerCase(), kind === 'domain' ? sqliteType(reader, types) : 'TEXT');
  } else if (kind === 'table' && !tokens.slice(0, at).some((token) => isWord(token, 'VIRTUAL'))) {
    if (plan.dialect === 'sqlite') {
      plan.makers.push(statement);
      plan.made.add(name.toLowerCase());
    } else addTable(statement, reader, name, plan, types);
  } else if (kind === 'view' || kind === 'index' || (kind === 'trigger' && plan.dialect === 'sqlite')) {
    if (kind === 'index' && isWord(tokens[1], 'UNIQUE')) addUnique(reader, plan);
    const key = `${kind} ${name === '' ? statement.line : name}`;
    plan.others.delete(key);
    plan.others.set(key, statement);
  } else if (kind !== 'key') {
    const reason = kind === 'table' ? 'It is virtual.' : `SQLite can't run it.`;
    leaveOut(plan, statement, `${kind} ${name}`, reason);
  }
}

/** Notes that an index keeps columns of a table apart, so that others may refer to them. */
function addUnique(reader: DumpReader, plan: DumpPlan): void {
  if (!reader.takeWords('ON')) return;
  reader.takeWords('ONLY');
  const table = plan.tables.get((reader.takeName() ?? '').toLowerCase());
  if (reader.takeWords('USING')) reader.take();
  const columns = splitByCommas(reader.takeGroup() ?? []);
  if (table === undefined || !reader.isDone || columns.some((column) => column.length !== 1)) return;
  table.indexed.push(columns.map(([column]) => column?.value ?? ''));
}

function addTable(
  statement: DumpStatement,
  reader: DumpReader,
  name: string,
  plan: DumpPlan,
  types: ReadonlyMap<string, string>,
): void {
  const key = name.toLowerCase();
  if (plan.tables.has(key)) return;
  if (reader.takeWords('PARTITION', 'OF')) {
    plan.parts.set(key, (reader.takeName() ?? '').toLowerCase());
    return;
  }
  const group = reader.takeGroup();
  if (group === null) {
    plan.makers.push(statement);
    plan.made.add(key);
    return;
  }
  const table: DumpTable = {
    name,
    columns: [],
    primaryKey: [],
    unique: [],
    references: [],
    checks: [],
    indexed: [],
  };
  const scope = {
    table,
    types,
    dialect: plan.dialect,
    leaveOut: (what: string, reason: string) =>
      leaveOut(plan, statement, `${what} in table ${name}`, `${reason}.`),
  };
  addTableParts(group, scope);
  if (reader.takeWords('INHERITS')) {
    const parent = reader.takeGroup()?.at(-1)?.value.toLowerCase() ?? '';
    const inherited = plan.tables.get(parent);
    if (table.columns.length === 0) {
      plan.parts.set(key, parent);
      return;
    }
    table.columns.unshift(...(inherited?.columns ?? []));
  }
  plan.tables.set(key, table);
}

/** What of `ALTER TABLE` is about the server, and what one column of it is. */
const ALTER_ASIDE = new Set(
  'OWNER ENABLE DISABLE CLUSTER SET RESET REPLICA NO FORCE VALIDATE AUTO_INCREMENT ENGINE COMMENT CONVERT DEFAULT CHARACTER CHARSET COLLATE ORDER ROW_FORMAT CHECK NOCHECK'.split(
    ' ',
  ),
);

/** What `ALTER TABLE` changes in a table: keys, references, checks and columns. What can't be done is left out by name. */
function addAltered(statement: DumpStatement, plan: DumpPlan, types: ReadonlyMap<string, string>): void {
  const reader = new DumpReader(statement.tokens.slice(1));
  if (!reader.takeWords('TABLE')) return;
  if (plan.dialect === 'sqlite') {
    plan.makers.push(statement);
    return;
  }
  reader.takeWords('IF', 'EXISTS');
  reader.takeWords('ONLY');
  const name = reader.takeName() ?? '';
  const table = plan.tables.get(name.toLowerCase());
  for (const part of splitByCommas(reader.rest())) {
    const what = `ALTER TABLE ${name} ${tokensText(part.slice(0, 3))}`;
    const [first] = part;
    if (first?.kind === 'word' && ALTER_ASIDE.has(first.value.toUpperCase())) continue;
    if (table === undefined) {
      // The keys of a partition are those of its table.
      if (plan.parts.has(name.toLowerCase())) continue;
      leaveOut(plan, statement, what, `There is no table ${name}.`);
      continue;
    }
    const scope = {
      table,
      types,
      dialect: plan.dialect,
      leaveOut: (lost: string, reason: string) =>
        leaveOut(plan, statement, `${lost} in table ${table.name}`, `${reason}.`),
    };
    if (!alter(part, plan, scope)) leaveOut(plan, statement, what, 'It is not done.');
  }
}

/** Does one part of an `ALTER TABLE`, if it can be done. */
function alter(
  part: readonly DumpToken[],
  plan: DumpPlan,
  scope: Parameters<typeof addConstraint>[1],
): boolean {
  const { table } = scope;
  const reader = new DumpReader(part);
  if (!reader.takeWords('WITH', 'CHECK')) reader.takeWords('WITH', 'NOCHECK');
  if (reader.takeWords('ADD')) {
    reader.takeWords('COLUMN');
    reader.takeWords('IF', 'NOT', 'EXISTS');
    addTableParts(reader.rest(), scope);
    return true;
  }
  if (reader.takeWords('ATTACH', 'PARTITION')) {
    const child = (reader.takeName() ?? '').toLowerCase();
    plan.tables.delete(child);
    plan.parts.set(child, table.name.toLowerCase());
    return true;
  }
  const isModified = reader.takeWords('MODIFY');
  if (!isModified && !reader.takeWords('ALTER')) return false;
  reader.takeWords('COLUMN');
  const name = isModified ? reader.peek()?.value : (reader.takeName() ?? '');
  const index = table.columns.findIndex((column) => column.name.toLowerCase() === name?.toLowerCase());
  const column = table.columns[index];
  if (column === undefined) return false;
  if (isModified) {
    addTableParts(reader.rest(), scope);
    const changed = table.columns.pop();
    if (changed !== undefined) table.columns[index] = changed;
    return true;
  }
  return alterColumn(reader, column, scope);
}
