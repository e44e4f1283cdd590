import { errorMessage } from '../../../core/internal.js';
import type { LeftOut } from '../../left-out.js';
import type { SqlContent } from '../sql-content.js';
import { quoteSqlName } from '../sql-tables.js';
import { type FileColumn, type FileTable, readFileTable } from './file-table.js';
import type { DatabaseFolder } from './folder-files.js';

/** Tables from files of rows, and the files that can't be read. */
export interface FolderContent {
  readonly content: SqlContent;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Reads the files of a folder as tables. A table's key is its column `id`, or the one named after it, if each row has another value;
 * a column such as `customer_id` refers to `customers` if it holds nothing but keys of it.
 */
export async function readFolderContent({ tables: files }: DatabaseFolder): Promise<FolderContent> {
  const tables: FileTable[] = [];
  const leftOut: LeftOut[] = [];
  for (const { path, relative } of files) {
    try {
      const table = await readFileTable(path);
      const problem = problemOf(table, tables);
      if (problem === null) tables.push(table);
      else leftOut.push({ name: `file ${relative}`, reason: problem });
    } catch (error) {
      leftOut.push({ name: `file ${relative}`, reason: errorMessage(error) });
    }
  }
  const keys = new Map(tables.map((table) => [table, keyOf(table)]));
  const ordered = inOrder(tables, keys);
  return {
    content: {
      tables: ordered.map(({ table, references }) => ({
        name: table.name,
        columns: declaration(table, keys.get(table) ?? null, references),
        rows: rowsOf(table),
      })),
    },
    leftOut,
  };
}

function problemOf({ name, columns }: FileTable, others: readonly FileTable[]): string | null {
  if (columns.length === 0) return 'It has no row.';
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isTaken) return `There is a table ${name} already.`;
  const names = new Set(columns.map((column) => column.name.toLowerCase()));
  return names.size < columns.length ? 'Two of its columns differ only in case.' : null;
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

/** Tables, those that others refer to first, each with its references to tables before it or to itself. */
function inOrder(
  tables: readonly FileTable[],
  keys: ReadonlyMap<FileTable, FileColumn | null>,
): readonly { readonly table: FileTable; readonly references: readonly Reference[] }[] {
  const wanted = new Map(tables.map((table) => [table, referencesOf(table, tables, keys)]));
  const ordered: { table: FileTable; references: readonly Reference[] }[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const isFree = (table: FileTable): boolean =>
      (wanted.get(table) ?? []).every((reference) => !left.has(reference.table) || reference.table === table);
    // In a circle, one of the references is given up.
    const next = [...left].find(isFree) ?? ([...left][0] as FileTable);
    left.delete(next);
    const references = (wanted.get(next) ?? []).filter(({ table }) => !left.has(table));
    ordered.push({ table: next, references: references.filter(({ table }) => table !== next) });
  }
  return ordered;
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
        reference !== undefined && `REFERENCES ${reference.table.name}`,
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
