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

type Comparison = (found: Json, wanted: Json) => boolean;

const LIMIT = /^(?:limit|page_?size|per_?page|size|max_?results|top)$/i;
const OFFSET = /^(?:offset|skip|start)$/i;
const PAGE = /^(?:page|page_?number)$/i;
const SORT = /^(?:sort|sort_?by|order_?by)$/i;
const DIRECTION = /^(?:order|direction|sort_?order|sort_?dir(?:ection)?)$/i;
const SEARCH = /^(?:q|query|search)$/i;
const UNLIMITED = 1_000;

/**
 * Filters, sorts and cuts a list by the query parameters of its operation: one that has the name of a member filters by
 * it, `min_price`, `price_gte` and the like compare, and the usual names page, sort and search. Others change nothing.
 */
export function pageOf(
  objects: readonly JsonObject[],
  parameters: readonly RestParameter[],
  values: ReadonlyMap<RestParameter, Json>,
  members: ReadonlySet<string>,
): ListPage {
  let found = objects;
  const special = new Map<RegExp, Json>();
  for (const parameter of parameters) {
    const value = values.get(parameter) ?? parameter.schema.default;
    if (parameter.in !== 'query' || value === undefined) continue;
    const filter = filterOf(parameter.name, value, members);
    if (filter !== null) found = found.filter(filter);
    else {
      const use = [LIMIT, OFFSET, PAGE, SORT, DIRECTION, SEARCH].find((pattern) =>
        pattern.test(parameter.name),
      );
      if (use !== undefined) special.set(use, value);
    }
  }
  const search = special.get(SEARCH);
  if (typeof search === 'string' && search !== '') found = found.filter((object) => mentions(object, search));
  const sort = special.get(SORT);
  if (typeof sort === 'string') found = sorted(found, sort, special.get(DIRECTION), members);
  const limit = whole(special.get(LIMIT), UNLIMITED);
  const page = whole(special.get(PAGE), 1);
  const offset = special.has(OFFSET) ? whole(special.get(OFFSET), 0) : (Math.max(page, 1) - 1) * limit;
  return { items: found.slice(offset, offset + limit), total: found.length, limit, offset };
}

function filterOf(
  name: string,
  value: Json,
  members: ReadonlySet<string>,
): ((object: JsonObject) => boolean) | null {
  const equal = memberNamed(name, members);
  if (equal !== null) {
    const wanted = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return (object) => wanted.some((each) => matches(object[equal] ?? null, each));
  }
  for (const [pattern, comparison] of COMPARISONS) {
    const member = memberNamed(pattern.exec(name)?.[1] ?? '', members);
    if (member !== null) return (object) => comparison(object[member] ?? null, value);
  }
  return null;
}

const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
  [/^(?:min|from)_?(.+)$/i, (found, wanted) => compare(found, wanted) >= 0],
  [/^(?:max|to)_?(.+)$/i, (found, wanted) => compare(found, wanted) <= 0],
  [/^(.+?)_?(?:min|gte|from|since)$/i, (found, wanted) => compare(found, wanted) >= 0],
  [/^(.+?)_?(?:max|lte|to|until)$/i, (found, wanted) => compare(found, wanted) <= 0],
  [/^(.+?)_(?:gt|after)$/i, (found, wanted) => compare(found, wanted) > 0],
  [/^(.+?)_(?:lt|before)$/i, (found, wanted) => compare(found, wanted) < 0],
];

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

function sorted(
  objects: readonly JsonObject[],
  by: string,
  direction: Json | undefined,
  members: ReadonlySet<string>,
): readonly JsonObject[] {
  const [, sign = '', name = '', suffix = ''] = /^([-+]?)(.*?)(?:[:,\s](asc|desc))?$/i.exec(by) ?? [];
  const member = memberNamed(name, members);
  if (member === null) return objects;
  const turned =
    sign === '-' || /^desc/i.test(suffix) || (typeof direction === 'string' && /^desc/i.test(direction));
  const factor = turned ? -1 : 1;
  return [...objects].sort((a, b) => {
    const order = compare(a[member] ?? null, b[member] ?? null);
    if (!Number.isNaN(order)) return factor * order;
    return Number((a[member] ?? null) === null) - Number((b[member] ?? null) === null);
  });
}

function mentions(object: JsonObject, text: string): boolean {
  const wanted = text.toLowerCase();
  return Object.values(object).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(wanted),
  );
}

function whole(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}
