import type { Json, JsonObject } from '../../../core/index.js';
import type { SqlTableSchema, WorldState } from '../../../environments/index.js';
import type { Noun } from '../words.js';
import {
  hasNull,
  isAmount,
  isAskedFor,
  isCategory,
  isCount,
  isDate,
  isIdentifier,
  isMeasuredOddly,
  isReference,
  isRowNumber,
  labelOf,
  namedBy,
} from './column-kinds.js';
import {
  areFlags,
  columnsWords,
  columnWords,
  flagName,
  isAside,
  isTechnical,
  linkWords,
  tableNoun,
  tableNouns,
} from './column-words.js';
import { schemaWords } from './schema-words.js';
import { type SqlDialect, type SqlEngine, sqlDialects } from './sql-dialect.js';
import { decimalsOf, type SqlRow, spoken } from './sql-values.js';

/** A table with its rows, and what its columns are good for in a question. */
export interface SqlRecords {
  readonly name: string;
  readonly noun: Noun;
  readonly schema: SqlTableSchema;
  readonly dialect: SqlDialect;
  readonly rows: readonly SqlRow[];
  /** The column that rows are called by: a text that hardly any two share, else the only column of the key; else null. */
  readonly label: string | null;
  /** The rows that the label tells from all others, in words that fit a sentence. */
  readonly named: readonly SqlRow[];
  /** Columns without NULL where many rows have the same value. */
  readonly categories: readonly string[];
  /** Columns of numbers without NULL that mean an amount. */
  readonly numbers: readonly string[];
  /** Columns of days or times without NULL, written as ISO 8601 does. */
  readonly dates: readonly string[];
  /** What a column is called in a question. */
  readonly wordsOf: (column: string) => string;
  /** The words of a column that holds yes or no, with its `is` or `has`; null of any other. */
  readonly flagOf: (column: string) => string | null;
  /** Whether a column is a fact of a row that a person would ask for or correct, by its name. */
  readonly isAsked: (column: string) => boolean;
  readonly parents: readonly ParentLink[];
  /** Whether a table refers to this one. */
  readonly isReferred: boolean;
}

/** A column that says which row of another table a row belongs to. */
export interface ParentLink {
  readonly column: string;
  /** What the row calls the other one: `customer` for `customer_id`. */
  readonly words: string;
  readonly references: string;
  readonly parent: () => SqlRecords;
  /** The row that this value refers to. */
  readonly find: (value: Json) => SqlRow | undefined;
}

/** How {@link readSqlRecords} takes a world. */
interface ReadRecordsOptions {
  /** What rows are called, by the table's name. Default: worked out from it. */
  readonly nouns?: Readonly<Record<string, Noun>>;
  /** Default `sqlite`. */
  readonly engine?: SqlEngine;
}

/** The tables of a world, from their declarations and from the facts that it starts with. */
export function readSqlRecords(
  schemas: readonly SqlTableSchema[],
  state: WorldState,
  { nouns = {}, engine = 'sqlite' }: ReadRecordsOptions = {},
): readonly SqlRecords[] {
  const rowsOf = new Map<string, SqlRow[]>(schemas.map(({ name }) => [name, []]));
  const decimals = new Map(schemas.map((schema) => [schema.name, decimalsOf(schema)]));
  for (const [fact, row] of state) {
    const table = fact.slice(0, fact.indexOf('/'));
    const stored = row as JsonObject;
    rowsOf.get(table)?.push({ fact, values: spoken(stored, decimals.get(table) ?? []), stored });
  }
  const words = schemaWords(schemas);
  const ownNouns = tableNouns(schemas, words);
  const nounOfTable = (name: string): Noun => nouns[name] ?? ownNouns.get(name) ?? tableNoun(name);
  const tables = new Map<string, SqlRecords>();
  // A column with the name of a key refers to it, declared or not.
  const keys = new Set(
    schemas.flatMap(({ primaryKey: [key, ...more] }) =>
      key !== undefined && more.length === 0 && /id$/i.test(key) ? [key.toLowerCase()] : [],
    ),
  );
  for (const schema of schemas) {
    const rows = rowsOf.get(schema.name) ?? [];
    const parents = schema.foreignKeys.flatMap((key) => {
      const target = schemas.find(({ name }) => name.toLowerCase() === key.table.toLowerCase());
      const references = key.references === '' ? target?.primaryKey[0] : key.references;
      if (target === undefined || references === undefined || hasNull(rows, key.column)) return [];
      const byValue = new Map((rowsOf.get(target.name) ?? []).map((row) => [row.values[references], row]));
      return [
        {
          column: key.column,
          words: linkWords(key.column, words, nounOfTable(target.name)),
          references,
          parent: () => tables.get(target.name) as SqlRecords,
          find: (value: Json) => byValue.get(value),
        },
      ];
    });
    const noun = nounOfTable(schema.name);
    const called = new Map(
      [...columnsWords(schema, noun, words)].map(([column, said]) => [
        column,
        isCount(rows, column, said)
          ? `number of ${said}`
          : isMeasuredOddly(schema, rows, column, said)
            ? `${said} value`
            : said,
      ]),
    );
    const plainWords = columnsWords(schema, noun, words);
    const wordsOf = (column: string): string => called.get(column) ?? columnWords(words(column), noun);
    const isOpaque = (column: string): boolean => {
      const said = plainWords.get(column) ?? '';
      return said.endsWith(' value') || said.split(' ').length > MOST_WORDS;
    };
    const named = schema.columns.filter(
      ({ name }) => !isOpaque(name) && !isAside(name) && !isReference(schema, name),
    );
    const isNumbering = (column: string): boolean => isRowNumber(column, rows);
    // Where enough columns have names, nobody asks for those that have none.
    const hasNames = named.length >= ENOUGH_NAMED;
    const columns = schema.columns
      .filter(({ name }) => !(hasNames && isOpaque(name)) && !isNumbering(name))
      .filter(({ type }) => sqlDialects[engine].isCompared(type))
      .map(({ name }) => name)
      .filter((name) => !isAside(name) && !isIdentifier(wordsOf(name)) && !keys.has(name.toLowerCase()));
    const categories = columns.filter((name) => isCategory(schema, rows, name, wordsOf(name)));
    const flags = new Set(
      categories.filter((name) => areFlags(rows.map(({ values }) => values[name] ?? null))),
    );
    const label = labelOf(schema, rows, noun, wordsOf);
    tables.set(schema.name, {
      name: schema.name,
      noun,
      schema,
      dialect: sqlDialects[engine],
      rows,
      label,
      named: label === null ? [] : namedBy(rows, label),
      categories,
      numbers: columns.filter(
        (name) =>
          !flags.has(name) && !categories.includes(name) && isAmount(schema, rows, name, wordsOf(name)),
      ),
      dates: columns.filter((name) => isDate(schema, rows, name)),
      wordsOf: (column) => (flags.has(column) ? flagName(words(column)) : wordsOf(column)),
      flagOf: (column) => (flags.has(column) ? wordsOf(column) : null),
      parents,
      isAsked: (column) =>
        isAskedFor(schema, column, label, wordsOf(column), noun) &&
        !keys.has(column.toLowerCase()) &&
        !isNumbering(column) &&
        !(hasNames && isOpaque(column)),
      isReferred: schemas.some(({ foreignKeys }) =>
        foreignKeys.some((key) => key.table.toLowerCase() === schema.name.toLowerCase()),
      ),
    });
  }
  // Nobody asks for the rows that only say which belong together.
  const all = schemas.map(({ name }) => name);
  return [...tables.values()].filter((table) => !isLink(table) && !isTechnical(table.name, all));
}

/** Words of a name that a person would say. */
const MOST_WORDS = 6;

/** Columns with names that a person would say after which the others are left out. */
const ENOUGH_NAMED = 3;

/** Whether a table only joins others: every column is of its key of several, a reference, or about the record. */
function isLink({ schema, parents }: SqlRecords): boolean {
  const isOwn = ({ name }: { readonly name: string }): boolean =>
    !isAside(name) &&
    !schema.primaryKey.includes(name) &&
    !schema.foreignKeys.some(({ column }) => column === name);
  return parents.length > 1 && schema.primaryKey.length > 1 && !schema.columns.some(isOwn);
}
