import type { Json } from '../../../core/index.js';
import type { SqlTableSchema } from '../../../environments/index.js';
import { isPlural, type Noun } from '../words.js';
import { areFlags, isAside, isNoNoun } from './column-words.js';
import { isFlag, isMoment, isPlain, isPlainText, isSpelled, plainForm, type SqlRow } from './sql-values.js';

/** Names of what is measured or counted. */
const MEASURE =
  /\b(?:age|amount|angle|area|average|balance|bill|budget|capacity|code|cost|count|date|day|deaths?|debt|density|depth|difference|discount|displacement|distance|duration|education|elevation|expectancy|experience|fare|fee|fertility|freight|frequency|gdp|grade|gross|height|horsepower|hour|hours|humidity|income|intensity|length|level|limit|magnitude|mass|maximum|mean|median|minimum|minutes|month|mortality|mpg|norm|number|pay|percentage|period|points|population|position|precipitation|premium|pressure|price|profit|quantity|quotient|rank|rate|rating|ratio|revenue|rpm|salary|sales|score|seats|share|size|spending|speed|stock|sum|tax|temperature|time|tip|toll|total|unemployment|value|volume|votes|wage|weight|width|wind|year|years|acceleration|efficiency|open|close|high|low|cases|use|days|weeks|units|per|in|of|bytes)s?\b/i;

/** Whether a number's column is called by a word for something else: `the highest parent` is said of no number. */
export function isMeasuredOddly(
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

/** What is counted in no units, though it has several: money, and what is measured. */
const NOT_COUNTED =
  /(?:sales|earnings|revenues?|costs|expenses|wages|savings|losses|profits|taxes|charges|fees|tips|tolls|funds|assets|gross|scores|ratings|ranks|odds|seconds|milliseconds|bytes|meters|metres|feet|inches|miles|lbs|grams|calories|degrees|percents?|rates|prices|coordinates|goods|services|utilities|business|logistics|mechanics)$/i;

/** Whether a column says how many of something there are: whole numbers, and a name such as `doors`. */
export function isCount(rows: readonly SqlRow[], column: string, words: string): boolean {
  if (!/^[a-z]+(?: [a-z]+){0,2}(?: \([\d–]+\))?$/.test(words) || !isPlural(words) || NOT_COUNTED.test(words))
    return false;
  return rows.every(({ values }) => {
    const value = values[column] ?? null;
    return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
  });
}

/** Whether a column is the row's number under the name that R gives it. */
export function isRowNumber(column: string, rows: readonly SqlRow[]): boolean {
  return /^row[ _.]?names?$/i.test(column) && rows.some(({ values }) => typeof values[column] === 'number');
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
export function namedBy(rows: readonly SqlRow[], column: string): readonly SqlRow[] {
  const counts = new Map<Json, number>();
  for (const { values } of rows) {
    const form = plainForm(values[column] ?? null);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return rows.filter(
    ({ values }) => isPlain(values[column]) && counts.get(plainForm(values[column] ?? null)) === 1,
  );
}

function isTextual(rows: readonly SqlRow[], column: string): boolean {
  return rows.every(({ values }) => typeof (values[column] ?? '') === 'string');
}

export function labelOf(
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

export function isCategory(
  schema: SqlTableSchema,
  rows: readonly SqlRow[],
  column: string,
  words: string,
): boolean {
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

export function isAmount(
  schema: SqlTableSchema,
  rows: readonly SqlRow[],
  column: string,
  words: string,
): boolean {
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

export function isDate(schema: SqlTableSchema, rows: readonly SqlRow[], column: string): boolean {
  if (isReference(schema, column) || rows.length < 2) return false;
  const isDay = (value: Json | undefined): boolean =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$/.test(value);
  return rows.every(({ values }) => isDay(values[column])) && distinct(rows, column) > 2;
}

/** Whether words name what only says which row is meant: nobody asks for it. */
export function isIdentifier(words: string): boolean {
  return /(?:^| )(?:id|ids|fk|uuid|guid)$/i.test(words);
}

export function isAskedFor(
  schema: SqlTableSchema,
  column: string,
  label: string | null,
  words: string,
  noun: Noun,
): boolean {
  if (column === label || isReference(schema, column) || isAside(column)) return false;
  return !isIdentifier(words) && !isNoNoun(words) && words !== noun.one;
}

export function isReference(schema: SqlTableSchema, column: string): boolean {
  return schema.primaryKey.includes(column) || schema.foreignKeys.some((key) => key.column === column);
}

export function hasNull(rows: readonly SqlRow[], column: string): boolean {
  return rows.some(({ values }) => (values[column] ?? null) === null);
}

/** How many values there are that differ in more than case and spaces around them. */
function distinct(rows: readonly SqlRow[], column: string): number {
  return new Set(rows.map(({ values }) => plainForm(values[column] ?? null))).size;
}
