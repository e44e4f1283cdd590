import { canonicalJson, type Json, type JsonObject } from '../../../core/index.js';
import type { RestParameter } from '../rest-operation.js';
import { memberNamed } from './resource-names.js';

/** The part of a list that a query asks for. */
export interface ListPage {
  readonly items: readonly JsonObject[];
  /** How many match in all. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

const LIMIT = /^(?:limit|page_?size|per_?page|size|max_?results|top)$/i;
const OFFSET = /^(?:offset|skip|start)$/i;
const PAGE = /^(?:page|page_?number)$/i;
const SORT = /^(?:sort|sort_?by|order_?by)$/i;
const DIRECTION = /^(?:order|direction|sort_?order|sort_?dir(?:ection)?)$/i;
const SEARCH = /^(?:q|query|search)$/i;
const UNLIMITED = 1_000;

/**
 * Filters, sorts and cuts a list by the query parameters of its operation: one that has the name of a member filters by
 * it, `min_price` and `max_price` compare, and the usual names page, sort and search. Others change nothing.
 */
export function pageOf(
  objects: readonly JsonObject[],
  parameters: readonly RestParameter[],
  values: ReadonlyMap<RestParameter, Json>,
  members: Iterable<string>,
): ListPage {
  const names = [...members];
  const special = new Map<RegExp, Json>();
  let items = objects;
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    const value = values.get(parameter) ?? schema.default;
    if (parameter.in !== 'query' || value === undefined) continue;
    const filter = filterOf(name, value, names);
    const use = [LIMIT, OFFSET, PAGE, SORT, DIRECTION, SEARCH].find((pattern) => pattern.test(name));
    if (filter !== null) items = items.filter(filter);
    else if (use !== undefined) special.set(use, value);
  }
  const search = String(special.get(SEARCH) ?? '').toLowerCase();
  if (search !== '') items = items.filter((object) => mentions(object, search));
  const isTurned = /^desc/i.test(String(special.get(DIRECTION) ?? ''));
  items = sorted(items, special.get(SORT), isTurned, names);
  const limit = whole(special.get(LIMIT), UNLIMITED);
  const page = whole(special.get(PAGE), 1);
  const offset = special.has(OFFSET) ? whole(special.get(OFFSET), 0) : (Math.max(page, 1) - 1) * limit;
  return { items: items.slice(offset, offset + limit), total: items.length, limit, offset };
}

function filterOf(
  name: string,
  value: Json,
  members: readonly string[],
): ((object: JsonObject) => boolean) | null {
  const equal = memberNamed(name, members);
  const wanted = [value].flat() as readonly Json[];
  if (equal !== null) return (object) => wanted.some((each) => matches(object[equal] ?? null, each));
  const [, sign = '', rest = ''] = /^(min|max)_?(.+)$/i.exec(name) ?? [];
  const member = memberNamed(rest, members);
  if (member === null) return null;
  const factor = sign.toLowerCase() === 'min' ? 1 : -1;
  return (object) => factor * compare(object[member] ?? null, value) >= 0;
}

function matches(found: Json, wanted: Json): boolean {
  if (Array.isArray(found)) return (found as readonly Json[]).some((item) => matches(item, wanted));
  if (typeof found === typeof wanted) return canonicalJson(found) === canonicalJson(wanted);
  return found !== null && typeof found !== 'object' && String(found) === String(wanted);
}

/** Numbers by value, all else as text; NaN where one is missing. */
function compare(first: Json, second: Json): number {
  if (first === null || second === null) return Number.NaN;
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  const [a, b] = [String(first), String(second)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** In the order of a member, turned round by a minus; objects without it come last. */
function sorted(
  objects: readonly JsonObject[],
  by: Json | undefined,
  isTurned: boolean,
  members: readonly string[],
): readonly JsonObject[] {
  const name = typeof by === 'string' ? by : '';
  const member = memberNamed(name.replace(/^[-+]/, ''), members);
  if (member === null) return objects;
  const factor = isTurned || name.startsWith('-') ? -1 : 1;
  return [...objects].sort((a, b) => {
    const order = factor * compare(a[member] ?? null, b[member] ?? null);
    if (!Number.isNaN(order)) return order;
    return Number((a[member] ?? null) === null) - Number((b[member] ?? null) === null);
  });
}

function mentions(object: JsonObject, text: string): boolean {
  return Object.values(object).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(text),
  );
}

function whole(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
