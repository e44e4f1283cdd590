import type { Json } from '../../../core/index.js';
import { type Noun, nounOf, spaced } from '../words.js';

/** What units are called where a column has the name of one. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['milliseconds', 'length in milliseconds'],
  ['seconds', 'length in seconds'],
  ['minutes', 'length in minutes'],
  ['bytes', 'size in bytes'],
]);

/** Names of tables that say nothing of one row. */
const PEOPLE: ReadonlyMap<string, Noun> = new Map([
  ['staff', { one: 'staff member', many: 'staff members' }],
  ['inventory', { one: 'inventory item', many: 'inventory items' }],
  ['personnel', { one: 'employee', many: 'employees' }],
]);

/** Columns about the record and not about the thing, and secrets. */
const ASIDE =
  /^(?:(?:last )?(?:update|updated|modified|changed|created|inserted)(?: (?:at|on|by|date|time|timestamp))?|row ?guid|uuid|guid|version|.*\b(?:password|passwd|hash|salt|token)\b.*)$/;

/** What a row of a table is called. */
export function tableNoun(name: string): Noun {
  return PEOPLE.get(name.toLowerCase()) ?? nounOf(name);
}

/** What a column is called in a question about rows of a noun: `name` for `customer_name` of customers, units in words. */
export function columnWords(column: string, noun: Noun, isFlag: boolean): string {
  const words = spaced(column);
  const plain = words.startsWith(`${noun.one} `) ? words.slice(noun.one.length + 1) : words;
  if (isFlag) return `${plain.replace(/^(?:is|has) /, '')} flag`;
  return UNITS.get(plain) ?? (/^(?:id|no|nr)$/.test(plain) ? 'ID' : plain);
}

/** What a row calls the one that a column refers to: `customer` for `customer_id`. */
export function linkWords(column: string): string {
  const words = spaced(column.replace(/_?(?:id|code|key)$/i, '') || column);
  return words.replace(/\b(?:staff|inventory)$/, (last) => tableNoun(last).one);
}

/** Whether nobody asks for a column: it is about the record, or a secret. */
export function isAside(column: string): boolean {
  return ASIDE.test(spaced(column));
}

/** How a flag is said of rows, where its name is an adjective: `that are active`. */
export function flagWords(column: string, value: Json): string | null {
  const words = spaced(column).replace(/^is /, '');
  const isAdjective =
    /(?:ed|able|ible|ive|ful)$|^(?:paid|open|public|private|sold|hidden|new|used|full|empty|current|final|free|valid)$/.test(
      words,
    ) && !words.includes(' ');
  return isAdjective ? `that are ${value === 1 ? '' : 'not '}${words}` : null;
}
