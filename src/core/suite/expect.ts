import { inspect } from 'node:util';

/** What can be said of a value in a conformance case. Each throws if it doesn't hold. */
export interface Expectation {
  /** The same by `Object.is`. */
  toBe(wanted: unknown): void;
  toBeNull(): void;
  /** Equal by own members that aren't undefined; Maps and Sets by their order, too. A RegExp fits a text that it matches. */
  toEqual(wanted: unknown): void;
  /** As `toEqual`, but objects may have more members. Arrays must be as long. */
  toMatchObject(wanted: unknown): void;
  toMatch(wanted: RegExp): void;
  /** A text within a text, or an item by `Object.is`. */
  toContain(wanted: unknown): void;
  toHaveLength(wanted: number): void;
  toBeGreaterThan(wanted: number): void;
  toBeAtLeast(wanted: number): void;
  toBeAtMost(wanted: number): void;
}

/** Assertions for conformance suites, which run in any test runner and so import none. */
export function expect(actual: unknown): Expectation & { readonly not: Expectation } {
  return { ...expectation(actual, true), not: expectation(actual, false) };
}

/** What a promise rejects with. Throws if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const value = await promise.then(
    (resolved) => ({ resolved }),
    (reason: unknown) => ({ reason }),
  );
  if ('reason' in value) return value.reason;
  throw new ExpectationError(`expected a rejection, got ${shown(value.resolved)}`);
}

/** What test runners show as a difference. (`node:assert` opens a handle when it is imported.) */
class ExpectationError extends Error {
  override readonly name = 'AssertionError';
  readonly actual: unknown;
  readonly expected: unknown;

  constructor(message: string, actual?: unknown, expected?: unknown) {
    super(message);
    this.actual = actual;
    this.expected = expected;
  }
}

function expectation(actual: unknown, holds: boolean): Expectation {
  const check = (verb: string, wanted: unknown, found: boolean, where = ''): void => {
    if (found === holds) return;
    const message = `expected ${shown(actual)} ${holds ? '' : 'not '}${verb} ${shown(wanted)}${holds ? where : ''}`;
    throw new ExpectationError(message, actual, wanted);
  };
  const compare = (verb: string, wanted: unknown, partial: boolean): void => {
    const place = difference(actual, wanted, partial);
    check(verb, wanted, place === null, place === '' ? '' : ` (they differ at ${place})`);
  };
  const items = typeof actual === 'string' || Array.isArray(actual) ? actual : [];
  return {
    toBe: (wanted) => check('to be', wanted, Object.is(actual, wanted)),
    toBeNull: () => check('to be', null, actual === null),
    toEqual: (wanted) => compare('to equal', wanted, false),
    toMatchObject: (wanted) => compare('to match', wanted, true),
    toMatch: (wanted) => check('to match', wanted, typeof actual === 'string' && wanted.test(actual)),
    toContain: (wanted) => check('to contain', wanted, items.includes(wanted as string)),
    toHaveLength: (wanted) => check('to have the length', wanted, items.length === wanted),
    toBeGreaterThan: (wanted) => check('to be greater than', wanted, Number(actual) > wanted),
    toBeAtLeast: (wanted) => check('to be at least', wanted, Number(actual) >= wanted),
    toBeAtMost: (wanted) => check('to be at most', wanted, Number(actual) <= wanted),
  };
}

/** The path of the first difference, empty for the values themselves; null if there is none. */
function difference(actual: unknown, wanted: unknown, partial: boolean, path = ''): string | null {
  if (Object.is(actual, wanted)) return null;
  if (wanted instanceof RegExp) return typeof actual === 'string' && wanted.test(actual) ? null : path;
  if (!isObject(actual) || !isObject(wanted) || !isOfKind(actual, wanted, partial)) return path;
  if (actual instanceof Date) return Object.is(actual.getTime(), Number(wanted)) ? null : path;
  if (actual instanceof Map || actual instanceof Set)
    return difference([...actual], [...(wanted as typeof actual)], false) === null ? null : path;
  const [have, want] = [membersOf(actual), membersOf(wanted)];
  if ((!partial || Array.isArray(wanted)) && have.length !== want.length) return path;
  for (const key of want) {
    if (!Object.hasOwn(actual, key) && !(partial && key in actual)) return `${path}.${key}`;
    const place = difference(actual[key], wanted[key], partial, `${path}.${key}`);
    if (place !== null) return place;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Objects of different classes may be equal; an array and an object, or a Map and a Set, may not. */
function isOfKind(actual: object, wanted: object, partial: boolean): boolean {
  const [have, want] = [actual, wanted].map((value) => Object.prototype.toString.call(value));
  return have === want || (partial && want === '[object Object]' && !Array.isArray(actual));
}

function membersOf(value: Record<string, unknown>): readonly string[] {
  const keys = Object.keys(value);
  return Array.isArray(value) ? keys : keys.filter((key) => value[key] !== undefined);
}

function shown(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: 120, maxStringLength: 500 });
}
