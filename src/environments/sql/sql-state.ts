import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { LeftOut } from '../left-out.js';
import type { OverlayState } from '../overlay-state.js';
import type { WorldState } from '../world-state.js';
import type { SqlLimits } from './sql-limits.js';
import { quoteSqlName, type SqlTableShape, sqlRowName } from './sql-tables.js';
import type { TouchedRow } from './sql-touched-rows.js';
import { readSqlColumn, readSqlKey } from './sql-value.js';

const EVERY_ROW = { where: '', values: [] };

/** What is left of the limits while facts are read. */
interface Room {
  readonly limits: SqlLimits;
  /** Bytes that values may still have, with one for each: what a file holds, it has room for. */
  bytes: number;
  /** When reading what is computed ends. */
  readonly end: number;
}

function roomOf(limits: SqlLimits): Room {
  return { limits, bytes: limits.maxDatabaseBytes, end: performance.now() + limits.maxSeconds * 1000 };
}

/**
 * The facts of a database: the name that {@link sqlRowName} gives each row ↦ the row as an object by column; and the tables that
 * would take more than the limits, by what they compute or repeat.
 */
export function readSqlState(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: readonly SqlTableShape[],
  limits: SqlLimits,
): { readonly facts: ReadonlyMap<string, Json>; readonly leftOut: readonly LeftOut[] } {
  const state = new Map<string, Json>();
  const leftOut: LeftOut[] = [];
  const room = roomOf(limits);
  for (const shape of shapes) {
    const before = room.bytes;
    const facts = new Map<string, Json>();
    try {
      readRows(sqlite, database, shape, EVERY_ROW, state, facts, room);
      for (const [name, fact] of facts) state.set(name, fact);
    } catch (error) {
      room.bytes = before;
      leftOut.push({ name: `table ${shape.name}`, reason: `Its rows can't be read: ${errorMessage(error)}` });
    }
  }
  return { facts: state, leftOut };
}

/** The facts of a database where only these tables, in lower case, can differ from the state before. */
export function readTouchedTables(
  sqlite: Sqlite3Static,
  database: Database,
  shapes: readonly SqlTableShape[],
  previous: OverlayState,
  tables: ReadonlySet<string>,
  limits: SqlLimits,
): OverlayState {
  const read = shapes.filter(({ name }) => tables.has(name.toLowerCase()));
  const facts = new Map<string, Json | undefined>();
  const isRead = new Set(read.map(({ name }) => name));
  for (const name of previous.keys()) {
    if (isRead.has(name.slice(0, name.indexOf('/')))) facts.set(name, undefined);
  }
  const room = roomOf(limits);
  for (const shape of read) readRows(sqlite, database, shape, EVERY_ROW, previous, facts, room);
  return previous.with(facts);
}

/** The facts of a database where only these rows can differ from the state before. */
export function readTouchedRows(
  sqlite: Sqlite3Static,
  database: Database,
  previous: OverlayState,
  rows: Iterable<TouchedRow>,
  limits: SqlLimits,
): OverlayState {
  const facts = new Map<string, Json | undefined>();
  const room = roomOf(limits);
  for (const { name, shape, where, values } of rows) {
    if (!readRows(sqlite, database, shape, { where, values }, previous, facts, room).has(name)) {
      facts.set(name, undefined);
    }
  }
  return previous.with(facts);
}

/** Reads rows as facts, those that are as they were from the state before, and gives their names. */
function readRows(
  sqlite: Sqlite3Static,
  database: Database,
  shape: SqlTableShape,
  { where, values }: Pick<TouchedRow, 'where' | 'values'>,
  previous: WorldState,
  facts: { set(name: string, fact: Json): unknown },
  room: Room,
): ReadonlySet<string> {
  const { name: table, columns, key, rowid, isComputed } = shape;
  const { limits } = room;
  const names = new Set<string>();
  // The limit on values is for agents and for what is computed: a row may begin with a longer one.
  const { capi } = sqlite;
  const mostBytes = isComputed ? limits.maxValueBytes : limits.maxDatabaseBytes;
  const maxBytes = capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, mostBytes);
  const statement = database.prepare(`SELECT *, ${rowid ?? 'NULL'} FROM ${quoteSqlName(table)} ${where}`);
  try {
    if (values.length > 0) statement.bind([...values]);
    const pointer = Number(statement.pointer);
    while (statement.step()) {
      const row = columns.map((_, index) => readSqlColumn(sqlite, pointer, index));
      for (const value of row) room.bytes -= bytesOf(value);
      if (room.bytes < 0) throw new Error(`they have more than ${limits.maxDatabaseBytes} bytes together`);
      if (isComputed && performance.now() > room.end) throw new Error('computing them takes too long');
      const keyValues = key.map((column) => readSqlKey(sqlite, pointer, column));
      const number = readSqlColumn(sqlite, pointer, columns.length);
      const name = sqlRowName(shape, keyValues, number);
      names.add(name);
      const known = previous.get(name);
      facts.set(name, known !== undefined && isRow(known, columns, row) ? known : rowFact(columns, row));
    }
    return names;
  } finally {
    statement.finalize();
    capi.sqlite3_limit(database, capi.SQLITE_LIMIT_LENGTH, maxBytes);
  }
}

/** Bytes that a value takes at least, and one for what tells it apart. */
function bytesOf(value: Json): number {
  if (typeof value === 'string') return 1 + value.length;
  return isJsonObject(value) ? 1 + String(value.hex ?? value.text_hex).length / 2 : 1;
}

function rowFact(columns: readonly string[], values: readonly Json[]): JsonObject {
  // Of a column with this name, an assignment would make nothing.
  if (columns.includes('__proto__')) {
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
  }
  const fact: Record<string, Json> = {};
  for (let index = 0; index < columns.length; index++) fact[columns[index] as string] = values[index] ?? null;
  return fact;
}

function isRow(fact: Json, columns: readonly string[], values: readonly Json[]): boolean {
  const row = fact as JsonObject;
  return columns.every((column, index) => row[column] === values[index]);
}
