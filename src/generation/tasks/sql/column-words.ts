import type { Json } from '../../../core/index.js';
import type { SqlTableSchema } from '../../../environments/index.js';
import { type Noun, nounOf, spaced, withArticle } from '../words.js';
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
  ...['data', 'info', 'information', 'stock', 'equipment', 'feedback', 'metadata'].map(
    (word): [string, Noun] => [word, { one: `${word} record`, many: `${word} records` }],
  ),
]);

/** Columns about the record and not about the thing, and secrets. */
const ASIDE =
  /^(?:(?:last )?(?:update|updated|modified|changed|created|inserted)(?: (?:at|on|by|date|time|timestamp))?|date (?:created|updated|modified)|row ?guid|uuid|guid|version|.*\b(?:password|passwd|hash|salt|token)\b.*)$/;

/** Tables that frameworks and servers keep for themselves. */
const TECHNICAL =
  /^(?:(?:schema|knex|_prisma|django|flyway|goose|typeorm)_?(?:schema_)?(?:migrations?|history)(?:_lock)?|migrations|ar_internal_metadata|alembic_version|databasechangelog(?:lock)?|django_(?:content_type|session|admin_log|site)|auth_permission|sysdiagrams|spatial_ref_sys|geometry_columns|failed_jobs|password_resets?|(?:personal_)?access_tokens|cache|jobs|(?:expected|found)_values)$/i;

/** Whether nobody asks about a table: it is for a framework or a server, a part of another, or can't be called anything. */
export function isTechnical(name: string): boolean {
  return TECHNICAL.test(name) || /\d/.test(name);
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
  return new Map(
    schemas.map(({ name }) => {
      const plain = words(name)
        .slice(prefix.length)
        .replace(/^(?:tbl|tb|dim|fact) (?=.)/, '');
      return [name, tableNoun(plain)];
    }),
  );
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
      return [name, columnWords(words(name).slice(prefix.length), noun, isKey)];
    }),
  );
}

/** `name` for `customer name` of customers, units in words, `ID` for a key. */
export function columnWords(words: string, noun: Noun, isKey = false): string {
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

/** Whether a column holds yes or no: 0 and 1 in SQLite, a boolean in PostgreSQL. */
export function isYes(value: Json): boolean {
  return value === 1 || value === true;
}

/** What a flag says in one word or more, where its name does: `active` for `is_active`. */
export function flagAdjective(words: string): string | null {
  const plain = words.replace(/^is ?(?=[a-z]{4})/, '');
  const isAdjective =
    plain !== words ||
    /(?:ed|able|ible|ive|ful)$|^(?:paid|open|public|private|sold|hidden|new|used|full|empty|current|final|free|valid)$/.test(
      plain,
    );
  return isAdjective && !plain.includes(' ') ? plain : null;
}

/** How a flag is said of rows: `that are active`, `that have a lab`, `whose check flag is set`. */
export function flagWords(words: string, value: Json): string {
  const adjective = flagAdjective(words);
  if (adjective !== null) return `that are ${isYes(value) ? '' : 'not '}${adjective}`;
  const had = /^has (.+)$/.exec(words)?.[1];
  if (had !== undefined) return isYes(value) ? `that have ${withArticle(had)}` : `that have no ${had}`;
  const [, what, done] = /^(.+) (\w+ed)$/.exec(words) ?? [];
  if (what !== undefined) return `whose ${what} is ${isYes(value) ? '' : 'not '}${done}`;
  return `whose ${flagName(words)} is ${isYes(value) ? 'set' : 'not set'}`;
}

/** What a flag is called: `lab flag` for `has_lab`. */
export function flagName(words: string): string {
  return `${words.replace(/^(?:is|has) /, '')} flag`;
}
