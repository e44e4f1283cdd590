import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';

/** How far two numbers may be apart: as in `math.isclose`, the larger of the two bounds counts. */
export interface Tolerance {
  /** As a share of the larger of the two. */
  readonly relative: number;
  readonly absolute: number;
}

const EXACT: Tolerance = { relative: 0, absolute: 0 };

/**
 * Whether two Python values are the same datum. Lists and tuples are alike, so are whole numbers however they are
 * held; `True` is not 1. Whole numbers that are no {@link PythonFloat} are compared exactly, and so are infinities; other
 * finite numbers are as near as `tolerance` says. Values that Python shows only as an object are never equal.
 */
export function pythonEquals(left: PythonValue, right: PythonValue, tolerance: Tolerance = EXACT): boolean {
  const a = left instanceof PythonFloat ? left.value : left;
  const b = right instanceof PythonFloat ? right.value : right;
  if (isNumber(a) && isNumber(b)) {
    const exact = isWhole(left) && isWhole(right);
    return numbersEqual(a, b, exact ? EXACT : tolerance);
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (a instanceof PythonObject || b instanceof PythonObject) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.from(a).equals(b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: PythonValue, at) => pythonEquals(item, b[at] as PythonValue, tolerance));
  }
  if (a instanceof Set || b instanceof Set) {
    if (!(a instanceof Set) || !(b instanceof Set)) return false;
    return pairUp(membersOf(a), membersOf(b), tolerance);
  }
  return pairUp(entriesOf(a), entriesOf(b), tolerance);
}

function isNumber(value: PythonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function numbersEqual(left: number | bigint, right: number | bigint, tolerance: Tolerance): boolean {
  // A bigint and a number compare by value with ==, without rounding.
  // biome-ignore lint/suspicious/noDoubleEquals: === is false for equal numbers of the two kinds
  if (left == right) return true;
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  return isNear(a, b, tolerance);
}

/** Whether two numbers that are not equal are as near as the tolerance says; nothing is near an infinity. */
export function isNear(a: number, b: number, { relative, absolute }: Tolerance): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const bound = Math.max(relative * Math.max(Math.abs(a), Math.abs(b)), absolute);
  return bound > 0 && Math.abs(a - b) <= bound;
}

/** Whether the value is held as an int of Python is; a float that is whole comes out of Python the same. */
function isWhole(value: PythonValue): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** One thing to find an equal of: a member of a set, or a key with its value. */
interface Part {
  readonly identity: string | null;
  readonly value: PythonValue;
}

function membersOf(value: object): readonly Part[] {
  return [...(value as ReadonlySet<PythonValue>)].map((member) => ({
    identity: identityOf(member),
    value: member,
  }));
}

function entriesOf(value: object): readonly Part[] {
  const entries: readonly (readonly [PythonValue, PythonValue])[] =
    value instanceof Map ? [...value.entries()] : Object.entries(value as Record<string, PythonValue>);
  return entries.map((entry) => ({ identity: identityOf(entry[0]), value: entry }));
}

/**
 * Whether the parts can be paired with equal ones. Those that have an identity and find it on the other side are
 * paired in one pass, the rest, such as numbers within the tolerance, among parts of one shape.
 */
function pairUp(left: readonly Part[], right: readonly Part[], tolerance: Tolerance): boolean {
  if (left.length !== right.length) return false;
  const byIdentity = new Map<string, PythonValue[]>();
  const rest: PythonValue[] = [];
  for (const { identity, value } of right) {
    const same = identity === null ? rest : byIdentity.get(identity);
    if (same !== undefined) same.push(value);
    else if (identity !== null) byIdentity.set(identity, [value]);
  }
  const wanted: PythonValue[] = [];
  for (const { identity, value } of left) {
    const same = identity === null ? undefined : byIdentity.get(identity);
    if (same === undefined || !takeEqual(same, value, tolerance)) wanted.push(value);
  }
  for (const same of byIdentity.values()) for (const value of same) rest.push(value);
  return pairByShape(wanted, rest, tolerance);
}

/** Parts of one shape up to this number are looked for one by one where their order does not pair them. */
const MAX_SEARCHED = 1_000;

/**
 * Pairs parts that differ in numbers alone. In the order of their numbers each has its like at the same place; only
 * where numbers of several parts are within the tolerance of each other may that not hold, which is searched for
 * among at most a thousand parts.
 */
function pairByShape(
  left: readonly PythonValue[],
  right: readonly PythonValue[],
  tolerance: Tolerance,
): boolean {
  const [wanted, given] = [groupByShape(left), groupByShape(right)];
  if (wanted.size !== given.size) return false;
  for (const [shape, parts] of wanted) {
    const others = given.get(shape);
    if (others === undefined || others.length !== parts.length) return false;
    const inOrder = parts.every(({ value }, at) => pythonEquals(value, others[at]?.value ?? null, tolerance));
    if (inOrder) continue;
    if (parts.length > MAX_SEARCHED) return false;
    const rest = others.map(({ value }) => value);
    if (!parts.every(({ value }) => takeEqual(rest, value, tolerance))) return false;
  }
  return true;
}

interface ShapedPart {
  readonly value: PythonValue;
  readonly numbers: readonly (number | bigint)[];
}

/** The parts by their text with every number left out, each group in the order of the numbers. */
function groupByShape(values: readonly PythonValue[]): ReadonlyMap<string, readonly ShapedPart[]> {
  const groups = new Map<string, ShapedPart[]>();
  for (const value of values) {
    const numbers: (number | bigint)[] = [];
    const shape = shapeOf(value, numbers);
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [{ value, numbers }]);
    else group.push({ value, numbers });
  }
  for (const group of groups.values()) group.sort(compareNumbers);
  return groups;
}

function shapeOf(member: PythonValue, numbers: (number | bigint)[]): string {
  const value = member instanceof PythonFloat ? member.value : member;
  if (isNumber(value)) {
    numbers.push(value);
    return '#';
  }
  if (Array.isArray(value)) return JSON.stringify(value.map((part) => shapeOf(part, numbers)));
  return identityOf(value) ?? '?';
}

function compareNumbers({ numbers: left }: ShapedPart, { numbers: right }: ShapedPart): number {
  for (const [at, number] of left.entries()) {
    const other = right[at] ?? 0;
    if (number < other) return -1;
    if (number > other) return 1;
  }
  return 0;
}

/** Equal members have the same text; null for a member whose equals cannot be told by one. */
function identityOf(member: PythonValue): string | null {
  const value = member instanceof PythonFloat ? member.value : member;
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'boolean' || value === null) return `c${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (typeof value === 'number') return `n${Number.isInteger(value) ? BigInt(value) : value}`;
  if (!Array.isArray(value)) return null;
  const parts = value.map(identityOf);
  return parts.includes(null) ? null : JSON.stringify(parts);
}

function takeEqual(rest: PythonValue[], wanted: PythonValue, tolerance: Tolerance): boolean {
  const at = rest.findIndex((candidate) => pythonEquals(wanted, candidate, tolerance));
  if (at < 0) return false;
  rest.splice(at, 1);
  return true;
}
