import type { Json } from '../../../core/index.js';
import type { SqlTableSchema } from '../../../environments/index.js';
import { isPlural, type Noun, nounOf, spaced, withArticle } from '../words.js';
import { isClear } from './clear-words.js';
import { isShortFor, type SchemaWords } from './schema-words.js';

/** What units are called where a column has the name of one. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['milliseconds', 'length in milliseconds'],
  ['seconds', 'length in seconds'],
  ['minutes', 'length in minutes'],
  ['bytes', 'size in bytes'],
]);

/** Last words of names of tables that say nothing of one row. */
const PEOPLE: ReadonlyMap<string, Noun> = new Map([
  ['staff', { one: 'staff member', many: 'staff members' }],
  ['inventory', { one: 'inventory item', many: 'inventory items' }],
  ['personnel', { one: 'employee', many: 'employees' }],
  ...[
    'data',
    'info',
    'information',
    'stock',
    'equipment',
    'feedback',
    'metadata',
    'weather',
    'history',
    'traffic',
  ].map((word): [string, Noun] => [word, { one: `${word} record`, many: `${word} records` }]),
]);

/** Columns about the record and not about the thing, and secrets. */
const ASIDE =
  /^(?:unnamed(?: \d+)?|index|row ?(?:number|id)|x|(?:last )?(?:update|updated|modified|changed|created|inserted)(?: (?:at|on|by|date|time|timestamp))?|date (?:created|updated|modified)|row ?guid|uuid|guid|version|.*\b(?:password|passwd|hash|salt|token)\b.*)$/;

/** Tables that frameworks and servers keep for themselves. */
const TECHNICAL =
  /^(?:(?:schema|knex|_prisma|django|flyway|goose|typeorm)_?(?:schema_)?(?:migrations?|history)(?:_lock)?|migrations|ar_internal_metadata|alembic_version|databasechangelog(?:lock)?|django_(?:content_type|session|admin_log|site)|auth_permission|sysdiagrams|spatial_ref_sys|geometry_columns|failed_jobs|password_resets?|(?:personal_)?access_tokens|cache|jobs|(?:expected|found)_values)$/i;

/** Whether nobody asks about a table: it is for a framework or a server, a part of another, or can't be called anything. */
export function isTechnical(name: string, names: readonly string[] = []): boolean {
  const stem = name.replace(/\d+/g, '#');
  const isPart =
    stem !== name &&
    names.some(
      (other) =>
        other !== name &&
        (other.replace(/\d+/g, '#') === stem || (other !== '' && name.startsWith(`${other}_`))),
    );
  return TECHNICAL.test(name) || isPart || /_p\d{4}_\d/.test(name);
}

/** What begins the names of all tables and says nothing of any of them: `shop_` of `shop_order`, `shop_item`, `shop_user`. */
function sharedPrefix(names: readonly string[]): string {
  const [first = ''] = (names[0] ?? '').split(' ');
  const isShared = names.length > 2 && names.every((name) => name.startsWith(`${first} `));
  if (!isShared) return '';
  return `${first} ${sharedPrefix(names.map((name) => name.slice(first.length + 1)))}`;
}

/** What a row of each table is called, by the name of the table. */
export function tableNouns(
  schemas: readonly SqlTableSchema[],
  words: SchemaWords,
): ReadonlyMap<string, Noun> {
  const prefix = sharedPrefix(schemas.map(({ name }) => words(name)));
  const isReferred = new Set(
    schemas.flatMap(({ foreignKeys }) => foreignKeys.map(({ table }) => table.toLowerCase())),
  );
  return new Map(
    schemas.map(({ name, primaryKey, columns }) => {
      const plain = words(name)
        .slice(prefix.length)
        .replace(/^(?:tbl|tb|dim|fact) (?=.)/, '')
        // How many there are, and when the file was written, is no part of what they are called.
        .replace(/(?: \d+[a-z]?)+$/, '');
      const isKeyed = primaryKey.length > 0 || isReferred.has(name.toLowerCase());
      const noun = tableNoun(plain);
      const isItself = columns.some((column) => words(column.name) === noun.one);
      if (isKeyed) return [name, noun];
      return [name, !isPlural(plain) || isItself ? recordNoun(isItself ? noun.one : plain) : named(noun)];
    }),
  );
}

/** What a row is called of a table that is named after all of its rows, as files are: `weather record`. */
function recordNoun(words: string): Noun {
  const plain = words.replace(/ ?\b(?:data|dataset|table|list|sample|csv|file|records?)\b/g, '').trim();
  const one = plain === '' ? 'record' : `${plain} record`;
  return named({ one, many: `${one}s` });
}

/** A noun with its short names in capitals. */
function named({ one, many }: Noun): Noun {
  const capitals = (words: string): string =>
    words.replace(/\b(?:us|usa|uk|nfl|nba|mlb|nhl|fifa|gdp|mpg|mta|nyc|hiv)\b/g, (word) =>
      word.toUpperCase(),
    );
  return { one: capitals(one), many: capitals(many) };
}

/** What a row of a table with these words for a name is called. */
export function tableNoun(name: string): Noun {
  const words = spaced(name).split(' ');
  const last = PEOPLE.get(words.at(-1) ?? '');
  if (last === undefined) return nounOf(name);
  const before = words.slice(0, -1).map((word) => `${word} `);
  return { one: `${before.join('')}${last.one}`, many: `${before.join('')}${last.many}` };
}

/** What the columns of a table are called in a question about its rows, by column. */
export function columnsWords(
  { columns, primaryKey }: SqlTableSchema,
  noun: Noun,
  words: SchemaWords,
): ReadonlyMap<string, string> {
  const prefix = sharedPrefix(columns.map(({ name }) => words(name)));
  return new Map(
    columns.map(({ name }) => {
      const isKey = primaryKey.length === 1 && primaryKey[0] === name;
      const said = withNumbers(columnWords(words(name).slice(prefix.length), noun, isKey));
      // What nobody would say is called as it is written.
      return [name, said === 'ID' || isClear(said) ? said : `${name} value`];
    }),
  );
}

/** `incidents (85–99)` for `incidents 85 99`, `income in 2010` for `income 2010`. */
function withNumbers(words: string): string {
  return words.replace(/ ((?:19|20)\d\d)$/, ' in $1').replace(/ (\d\d|\d{4}) (\d\d|\d{4})$/, ' ($1–$2)');
}

/** `name` for `customer name` of customers, units in words, `ID` for a key. */
export function columnWords(words: string, noun: Noun, isKey = false): string {
  // Of rows that have names and no other, R and pandas call the column so.
  if (/^row ?names?$/.test(words)) return 'name';
  const plain = withUnit(withoutNoun(words, noun));
  if (/^(?:id|no|nr|pk)$/.test(plain) || (isKey && /id$/.test(plain))) return 'ID';
  return (
    UNITS.get(plain) ??
    plain.replace(/\b(?:id|url|gdp|gnp|isbn|sku|vat|iso|ip|[b-df-hj-np-tv-xz]{2,4})\b/g, acronym)
  );
}

/** `name` for `customer name` of customers, `date` for `inv date` of invoices. */
function withoutNoun(words: string, { one }: Noun): string {
  if (words.startsWith(`${one} `)) return words.slice(one.length + 1);
  const [first = '', ...more] = words.split(' ');
  return first.length > 2 && more.length > 0 && one.startsWith(first) && one !== first
    ? more.join(' ')
    : words;
}

/** `weight in kg` for `weight kg`, `price in EUR` for `price eur`. */
function withUnit(words: string): string {
  return words
    .replace(/(?<! in) (kg|km|cm|mm|ml|lbs?|kb|mb|gb)$/, ' in $1')
    .replace(
      /(?: in)? (usd|eur|gbp|inr|jpy|chf|cad|aud|brl)$/,
      (_, currency: string) => ` in ${currency.toUpperCase()}`,
    );
}

/** A word without a vowel is spoken by its letters, but for some. */
function acronym(word: string): string {
  return /^(?:st|nd|rd|th|km|kg|mg|ml|cm|mm|ft|lb|hp|ms|kb|mb|gb)$/.test(word) ? word : word.toUpperCase();
}

/** What a row calls the one that a column refers to: `customer` for `customer_id`, `facility` for `fac_id` of facilities. */
export function linkWords(column: string, words: SchemaWords, parent?: Noun): string {
  const plain = spaced(column).replace(/ ?(?:id|code|key|no|num|number|fk)$/, '');
  const said = words(plain === '' ? column : plain);
  if (parent !== undefined && said !== parent.one && isShortFor(said, parent.one)) return parent.one;
  return said.replace(/\b(?:staff|inventory)$/, (last) => tableNoun(last).one);
}

/** Whether a column can't be spoken of by its name: `listed in` and `how` are no nouns. */
export function isNoNoun(words: string): boolean {
  return (
    / (?:at|by|for|from|in|on|to|with)$/.test(words) ||
    /^(?:how|if|is|what|when|where|which|who|why)$/.test(words)
  );
}

/** Whether nobody asks for a column: it is about the record, or a secret. */
export function isAside(column: string): boolean {
  return ASIDE.test(spaced(column));
}

/** Whether a value of a flag says yes: 1 in SQLite, true in PostgreSQL, or the word. */
export function isYes(value: Json): boolean {
  return value === 1 || value === true || (typeof value === 'string' && /^(?:yes|true|y|t)$/i.test(value));
}

/** Whether values say yes and no, by a pair of words or of numbers. */
export function areFlags(values: readonly Json[]): boolean {
  const [one, other, ...more] = new Set(
    values.map((value) => (typeof value === 'string' ? value.toLowerCase() : Number(value))),
  );
  return more.length === 0 && FLAGS.has([one, other].sort().join('/'));
}

const FLAGS = new Set(['0/1', 'no/yes', 'false/true', 'n/y', 'f/t']);

/** What a flag says in one word or more, where its name does: `active` for `is_active`. */
export function flagAdjective(words: string): string | null {
  const plain = words.replace(/^is ?(?=[a-z]{4})/, '');
  const isAdjective =
    plain !== words ||
    /(?:ed|able|ible|ive|ful)$|^(?:paid|open|public|private|sold|hidden|new|used|full|empty|current|final|free|valid|alive|alone|urban|rural|married|single|adult|foreign|domestic|dead|retired|male|female|white|black|pregnant|anonymous|organic|vegan|vegetarian|electric|automatic|international|local|digital)$/.test(
      plain,
    );
  return isAdjective && !plain.includes(' ') ? plain : null;
}

/** How a flag is said of rows: `that are active`, `that have a lab`, `where smoker is yes`. */
export function flagWords(words: string, value: Json): string {
  const adjective = flagAdjective(words);
  if (adjective !== null) return `that are ${isYes(value) ? '' : 'not '}${adjective}`;
  const had = /^has (.+)$/.exec(words)?.[1];
  if (had !== undefined) return isYes(value) ? `that have ${withArticle(had)}` : `that have no ${had}`;
  const [, what, done] = /^(.+) (\w+ed)$/.exec(words) ?? [];
  if (what !== undefined) return `whose ${what} is ${isYes(value) ? '' : 'not '}${done}`;
  return `where ${words} is ${isYes(value) ? 'yes' : 'no'}`;
}

/** What a flag is called: `lab` for `has_lab`. */
export function flagName(words: string): string {
  return words.replace(/^(?:is|has) /, '');
}
