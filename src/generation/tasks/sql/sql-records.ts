import type { Json, JsonObject } from '../../../core/index.js';
import type { SqlTableSchema, WorldState } from '../../../environments/index.js';
import { isPlural, type Noun } from '../words.js';
import {
  areFlags,
  columnsWords,
  columnWords,
  flagName,
  isAside,
  isNoNoun,
  isTechnical,
  linkWords,
  tableNoun,
  tableNouns,
} from './column-words.js';
import { schemaWords } from './schema-words.js';
import { type SqlDialect, type SqlEngine, sqlDialects } from './sql-dialect.js';

/** A row and the name of its fact in the world. */
export interface SqlRow {
  readonly fact: string;
  /** As questions speak of them: decimals are numbers. */
  readonly values: JsonObject;
  /** As the world holds them: PostgreSQL's decimals are texts. */
  readonly stored: JsonObject;
}

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

/** Names of what is measured or counted. */
const MEASURE =
  /\b(?:age|amount|angle|area|average|balance|bill|budget|capacity|code|cost|count|date|day|deaths?|debt|density|depth|difference|discount|displacement|distance|duration|education|elevation|expectancy|experience|fare|fee|fertility|freight|frequency|gdp|grade|gross|height|horsepower|hour|hours|humidity|income|intensity|length|level|limit|magnitude|mass|maximum|mean|median|minimum|minutes|month|mortality|mpg|norm|number|pay|percentage|period|points|population|position|precipitation|premium|pressure|price|profit|quantity|quotient|rank|rate|rating|ratio|revenue|rpm|salary|sales|score|seats|share|size|spending|speed|stock|sum|tax|temperature|time|tip|toll|total|unemployment|value|volume|votes|wage|weight|width|wind|year|years|acceleration|efficiency|open|close|high|low|cases|use|days|weeks|units|per|in|of|bytes)s?\b/i;

/** Whether a number's column is called by a word for something else: `the highest parent` is said of no number. */
function isMeasuredOddly(
  { columns }: SqlTableSchema,
  rows: readonly SqlRow[],
  column: string,
  words: string,
): boolean {
  if (MEASURE.test(words) || words.endsWith(' value') || isIdentifier(words) || words === 'ID') return false;
  if (rows.length === 0 || columns.length === 0 || ORDINAL.test(words) || NO_AMOUNT.test(words)) return false;
  const values = rows.map(({ values: row }) => row[column] ?? null);
  return values.every((value) => typeof value === 'number') && !areFlags(values);
}

/** Columns with names that a person would say after which the others are left out. */
const ENOUGH_NAMED = 3;

/** What is counted in no units, though it has several: money, and what is measured. */
const NOT_COUNTED =
  /(?:sales|earnings|revenues?|costs|expenses|wages|savings|losses|profits|taxes|charges|fees|tips|tolls|funds|assets|gross|scores|ratings|ranks|odds|seconds|milliseconds|bytes|meters|metres|feet|inches|miles|lbs|grams|calories|degrees|percents?|rates|prices|coordinates|goods|services|utilities|business|logistics|mechanics)$/i;

/** Whether a column says how many of something there are: whole numbers, and a name such as `doors`. */
function isCount(rows: readonly SqlRow[], column: string, words: string): boolean {
  if (!/^[a-z]+(?: [a-z]+){0,2}(?: \([\d–]+\))?$/.test(words) || !isPlural(words) || NOT_COUNTED.test(words))
    return false;
  return rows.every(({ values }) => {
    const value = values[column] ?? null;
    return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
  });
}

/** Whether a column is the row's number under the name that R gives it. */
function isRowNumber(column: string, rows: readonly SqlRow[]): boolean {
  return /^row[ _.]?names?$/i.test(column) && rows.some(({ values }) => typeof values[column] === 'number');
}

/** Whether a table only joins others: every column is of its key of several, a reference, or about the record. */
function isLink({ schema, parents }: SqlRecords): boolean {
  const isOwn = ({ name }: { readonly name: string }): boolean =>
    !isAside(name) &&
    !schema.primaryKey.includes(name) &&
    !schema.foreignKeys.some(({ column }) => column === name);
  return parents.length > 1 && schema.primaryKey.length > 1 && !schema.columns.some(isOwn);
}

/** Names of what a thing is called by, the best first. */
const LABELS = [
  'name',
  'title',
  'full name',
  'label',
  'company name',
  'email',
  'code',
  'sku',
  'login',
  'username',
];

/** Share of the rows that a label has to tell from all others. */
const NAMED_SHARE = 0.9;

/** The rows whose value in a column is theirs alone and fits a sentence. */
function namedBy(rows: readonly SqlRow[], column: string): readonly SqlRow[] {
  const counts = new Map<Json, number>();
  for (const { values } of rows) {
    const form = plainForm(values[column] ?? null);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return rows.filter(
    ({ values }) => isPlain(values[column]) && counts.get(plainForm(values[column] ?? null)) === 1,
  );
}

function isMoment(value: Json | undefined): boolean {
  return (
    typeof value === 'string' && /^(?:\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|\d{1,2}\/\d{1,2}\/\d{2,4}\b)/.test(value)
  );
}

function isTextual(rows: readonly SqlRow[], column: string): boolean {
  return rows.every(({ values }) => typeof (values[column] ?? '') === 'string');
}

function labelOf(
  schema: SqlTableSchema,
  rows: readonly SqlRow[],
  noun: Noun,
  wordsOf: (column: string) => string,
): string | null {
  if (rows.length === 0) return null;
  const isNamedWhole = schema.columns.some(({ name }) => wordsOf(name) === 'last name');
  const texts = schema.columns
    .filter(({ name }) => !schema.foreignKeys.some(({ column }) => column === name) && !isAside(name))
    .map(({ name }) => name)
    // Nobody is called by half a name, and no row by the second in which it was written.
    .filter((name) => !(isNamedWhole && /^(?:first|last) name$/.test(wordsOf(name))))
    .filter((name) => !rows.some(({ values }) => isMoment(values[name])))
    .filter((name) => isTextual(rows, name) && namedBy(rows, name).length >= rows.length * NAMED_SHARE);
  const [last = ''] = noun.one.split(' ').slice(-1);
  const named = [...LABELS, noun.one, last]
    .map((label) => texts.find((name) => wordsOf(name).toLowerCase() === label))
    .find((name) => name !== undefined);
  const [key, ...more] = schema.primaryKey;
  const only =
    more.length === 0 && key !== undefined && namedBy(rows, key).length === rows.length ? key : null;
  // Words alone are said before a number is.
  const spelled = texts.find((name) => rows.every(({ values }) => isSpelled(values[name])));
  return named ?? spelled ?? only ?? texts[0] ?? null;
}

/** Numbers that say which one, and not how much. */
const ORDINAL =
  /(?:^| )(?:day|weekday|month|hour|week|quarter|class|grade|level|round|semester|term|period|tier|floor|lane|gate|inning|district|ward|cluster|group|cohort|stratum)$/i;

function isCategory(schema: SqlTableSchema, rows: readonly SqlRow[], column: string, words: string): boolean {
  if (isReference(schema, column) || isDate(schema, rows, column)) return false;
  const isPlace = ORDINAL.test(words) && rows.every(({ values }) => Number.isInteger(values[column]));
  if (!isPlace && !rows.every(({ values }) => isPlainText(values[column]) || isFlag(values[column]))) {
    return false;
  }
  if (rows.some(({ values }) => isMoment(values[column]))) return false;
  // Numbers that a file writes as texts, because some of them are missing.
  const written = rows.filter(({ values }) => /^-?[\d.,]+%?$/.test(String(values[column])));
  const isText = rows.some(({ values }) => typeof values[column] === 'string');
  if (isText && rows.length > 0 && written.length > rows.length / 2 && !/code$/i.test(words)) return false;
  const different = new Set(rows.map(({ values }) => values[column]));
  return (
    different.size >= 2 && different.size === distinct(rows, column) && different.size <= rows.length / 2
  );
}

/** Names of numbers that are no amounts. */
const NO_AMOUNT =
  /(?:^| )(?:code|zip|phone|mobile|number|key|version|fax|status|type|flag|class|index|pin|ssn|isbn|latitude|longitude|lat|lon|subject|participant|respondent|patient|census|fips|race|gender|sex)$/i;

function isAmount(schema: SqlTableSchema, rows: readonly SqlRow[], column: string, words: string): boolean {
  if (isReference(schema, column) || rows.length < 2 || NO_AMOUNT.test(words)) return false;
  if (ORDINAL.test(words)) return false;
  const numbers = rows.map(({ values }) => values[column]);
  if (!numbers.every((value): value is number => typeof value === 'number')) return false;
  // Seconds or milliseconds since 1970.
  if (/\b(?:time|timestamp|date|epoch|at|on)\b/i.test(words) && numbers.every((value) => value > 1e8))
    return false;
  // Each row's own, one after another: its number.
  const sorted = [...numbers].sort((left, right) => left - right);
  const isNumbering =
    sorted.every(Number.isInteger) &&
    sorted.every((value, at) => at === 0 || value === (sorted[at - 1] ?? 0) + 1);
  return !isNumbering && distinct(rows, column) > 2;
}

function isDate(schema: SqlTableSchema, rows: readonly SqlRow[], column: string): boolean {
  if (isReference(schema, column) || rows.length < 2) return false;
  const isDay = (value: Json | undefined): boolean =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$/.test(value);
  return rows.every(({ values }) => isDay(values[column])) && distinct(rows, column) > 2;
}

/** Whether words name what only says which row is meant: nobody asks for it. */
function isIdentifier(words: string): boolean {
  return /(?:^| )(?:id|ids|fk|uuid|guid)$/i.test(words);
}

function isAskedFor(
  schema: SqlTableSchema,
  column: string,
  label: string | null,
  words: string,
  noun: Noun,
): boolean {
  if (column === label || isReference(schema, column) || isAside(column)) return false;
  return !isIdentifier(words) && !isNoNoun(words) && words !== noun.one;
}

function isReference(schema: SqlTableSchema, column: string): boolean {
  return schema.primaryKey.includes(column) || schema.foreignKeys.some((key) => key.column === column);
}

function hasNull(rows: readonly SqlRow[], column: string): boolean {
  return rows.some(({ values }) => (values[column] ?? null) === null);
}

/** How many values there are that differ in more than case and spaces around them. */
function distinct(rows: readonly SqlRow[], column: string): number {
  return new Set(rows.map(({ values }) => plainForm(values[column] ?? null))).size;
}

function plainForm(value: Json): Json {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** A text that can stand in a sentence. */
function isPlainText(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]{0,78}[\p{L}\p{N}\p{P}\p{S}])?$/u.test(value) &&
    // Lists and objects as text, addresses of pages and files, and what only a machine reads.
    !/^[{[].*[}\]]$|^-?\d*\.\d{3,}$|^[a-z][a-z0-9+]*:\/\/|^www\.|^[\w./-]+\/[\w.-]+\.\w{2,5}$|^[0-9a-f-]{16,}$|^(?=\S*\d)[\w+/=-]{24,}$/i.test(
      value,
    )
  );
}

/** A few words without digits or signs, such as a name. */
function isSpelled(value: Json | undefined): boolean {
  return typeof value === 'string' && /^\p{L}[\p{L}.'’-]+(?: [\p{L}.'’-]+){0,3}$/u.test(value);
}

function isFlag(value: Json | undefined): boolean {
  return value === 0 || value === 1 || typeof value === 'boolean';
}

/** The columns that hold decimals of any length, which PostgreSQL gives as texts. */
function decimalsOf({ columns }: SqlTableSchema): readonly string[] {
  return columns.filter(({ type }) => /^(?:NUMERIC|DECIMAL)/.test(type)).map(({ name }) => name);
}

/** The row with its decimals as numbers, where these say the same. */
function spoken(stored: JsonObject, decimals: readonly string[]): JsonObject {
  const numbers = decimals.flatMap((column) => {
    const text = stored[column];
    const isExact = typeof text === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(text) && text.length < 17;
    return isExact ? [[column, Number(text)] as const] : [];
  });
  return numbers.length === 0 ? stored : { ...stored, ...Object.fromEntries(numbers) };
}

/** Whether a text stands for no value. */
export function isNothing(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^(?:n\/?a|null|none|nil|not applicable|not available|unknown|\W+)$/i.test(value)
  );
}

/** A value that can stand in a sentence. */
export function isPlain(value: Json | undefined): value is string | number {
  return typeof value === 'number' || isPlainText(value);
}
