import { errorMessage } from '../../../core/internal.js';
import type { LeftOut } from '../../left-out.js';
import type { SqlTable } from '../sql-content.js';
import type { SqlTableRows } from '../sql-database.js';
import { quoteSqlName, type SqlTableShape } from '../sql-tables.js';
import { type FileColumn, type FileTable, readFileTable } from './file-table.js';
import type { DatabaseFolder } from './folder-files.js';

/** Tables from files of rows, and the files that can't be read. */
export interface FolderContent {
  readonly tables: readonly (SqlTable | SqlTableRows)[];
  /** The file of each table, by its name. */
  readonly files: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads the files of a folder as tables, or as rows of those that a dump beside them declares. A table's key is its column `id`, or the
 * one named after it, if each row has another value; a column such as `customer_id` refers to `customers` if it holds nothing but keys of it.
 *
 * @param declared - the tables of a dump, by their names in lower case.
 * @param maxBytes - bytes that the values of all files may have.
 */
export async function readFolderContent(
  { tables: paths }: DatabaseFolder,
  declared: ReadonlyMap<string, SqlTableShape>,
  maxBytes: number,
): Promise<FolderContent> {
  const tables: FileTable[] = [];
  const rows: SqlTableRows[] = [];
  const files = new Map<string, string>();
  const leftOut: LeftOut[] = [];
  let bytesLeft = maxBytes;
  for (const { path, relative } of paths) {
    try {
      const table = await readFileTable(path, bytesLeft);
      bytesLeft -= table.bytes;
      const known = declared.get(table.name.toLowerCase());
      const problem = problemOf(table, known, files);
      if (problem !== null) {
        leftOut.push({ name: `file ${relative}`, reason: problem });
        continue;
      }
      files.set(known?.name ?? table.name, relative);
      if (known === undefined) tables.push(table);
      else rows.push({ name: known.name, into: table.columns.map(({ name }) => name), rows: rowsOf(table) });
    } catch (error) {
      leftOut.push({ name: `file ${relative}`, reason: errorMessage(error) });
    }
  }
  const keys = new Map(tables.map((table) => [table, keyOf(table)]));
  const made = inOrder(tables, keys).map(({ table, references }) => ({
    name: table.name,
    columns: declaration(table, keys.get(table) ?? null, references),
    rows: rowsOf(table),
  }));
  return { tables: [...made, ...rows], files, leftOut };
}

function problemOf(
  { name, columns }: FileTable,
  known: SqlTableShape | undefined,
  others: ReadonlyMap<string, string>,
): string | null {
  if (columns.length === 0) return 'It has no row.';
  const isTaken = [...others.keys()].some((other) => other.toLowerCase() === name.toLowerCase());
  if (isTaken) return `There is a table ${name} already.`;
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  if (names.size < columns.length) return 'Two of its columns differ only in case.';
  const declared = new Set(known?.columns.map((column) => column.toLowerCase()) ?? names);
  const unknown = [...names].find((column) => !declared.has(column));
  return unknown === undefined ? null : `The table ${name} of the dump has no column ${unknown}.`;
}

interface Reference {
  readonly column: FileColumn;
  readonly table: FileTable;
}

function keyOf({ name, columns }: FileTable): FileColumn | null {
  const plain = name.toLowerCase();
  const wanted = [
    'id',
    ...singulars(plain).flatMap((one) => [`${one}_id`, `${one}id`, `${one}_key`, `${one}_code`]),
  ];
  for (const each of wanted) {
    const column = columns.find((known) => known.name.toLowerCase() === each);
    const isKey =
      column !== undefined &&
      column.type !== 'REAL' &&
      !column.values.includes(null) &&
      new Set(column.values).size === column.values.length;
    if (isKey) return column;
  }
  return null;
}

/** What one row of a table may be called in the name of a column. */
function singulars(plain: string): readonly string[] {
  return [plain, plain.replace(/ies$/, 'y'), plain.replace(/(?<=[sxzh])es$/, ''), plain.replace(/s$/, '')];
}

/** Tables, those that others refer to first, each with its references to tables before it. */
function inOrder(
  tables: readonly FileTable[],
  keys: ReadonlyMap<FileTable, FileColumn | null>,
): readonly { readonly table: FileTable; readonly references: readonly Reference[] }[] {
  const wanted = new Map(tables.map((table) => [table, referencesOf(table, tables, keys)]));
  const ordered: { table: FileTable; references: readonly Reference[] }[] = [];
  const left = new Set(tables);
  for (;;) {
    const isFree = (table: FileTable): boolean =>
      (wanted.get(table) ?? []).every((reference) => !left.has(reference.table));
    // In a circle, one of the references is given up.
    const [first] = left;
    const next = [...left].find(isFree) ?? first;
    if (next === undefined) return ordered;
    ordered.push({
      table: next,
      references: (wanted.get(next) ?? []).filter(({ table }) => !left.has(table)),
    });
    left.delete(next);
  }
}

function referencesOf(
  table: FileTable,
  tables: readonly FileTable[],
  keys: ReadonlyMap<FileTable, FileColumn | null>,
): readonly Reference[] {
  return table.columns.flatMap((column) => {
    const [, stem] = /^(.+?)_?(?:id|key|code)$/i.exec(column.name) ?? [];
    if (stem === undefined) return [];
    const target = tables.find(
      (other) => other !== table && singulars(other.name.toLowerCase()).includes(stem.toLowerCase()),
    );
    const key = target === undefined ? null : (keys.get(target) ?? null);
    if (target === undefined || key === null || key.type !== column.type) return [];
    const known = new Set(key.values);
    return column.values.every((value) => value === null || known.has(value))
      ? [{ column, table: target }]
      : [];
  });
}

function declaration(table: FileTable, key: FileColumn | null, references: readonly Reference[]): string {
  return table.columns
    .map((column) => {
      const reference = references.find((each) => each.column === column);
      return [
        quoteSqlName(column.name),
        column.type,
        column === key && 'PRIMARY KEY',
        column !== key && !column.values.includes(null) && 'NOT NULL',
        reference !== undefined && `REFERENCES ${quoteSqlName(reference.table.name)}`,
      ]
        .filter((part) => part !== false)
        .join(' ');
    })
    .join(', ');
}

function rowsOf({ columns }: FileTable): (string | number | null)[][] {
  const count = columns[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, index) => columns.map(({ values }) => values[index] ?? null));
}
