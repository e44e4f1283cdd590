import { startOf } from '../../core/internal.js';
import { PythonFloat, PythonObject, type PythonValue } from '../../sandbox/index.js';

/** A value as `python/packing.py` writes it: plain JSON, everything that JSON lacks as an array that begins with a tag. */
export type Packed = null | boolean | number | string | readonly Packed[];

/** What a function returned. */
export interface ReturnedValue {
  readonly value: PythonValue;
  /** Name of its class. */
  readonly type: string;
  /** The library that its class is of, such as `builtins` or `decimal`; null for a class of the code. */
  readonly library: string | null;
  /** The value as it crossed, which tells a float from an int and a tuple from a list. */
  readonly packed: Packed;
}

/** Writes a value of the host for the code. */
export function packValue(value: PythonValue): Packed {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'string')
    return value ?? null;
  if (typeof value === 'bigint') return packInteger(value);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : ['f', floatText(value)];
  }
  if (value instanceof PythonFloat) return ['f', floatText(value.value)];
  if (value instanceof Uint8Array) return ['b', Buffer.from(value).toString('base64')];
  if (value instanceof PythonObject)
    throw new TypeError(`an object of type ${value.type} cannot be an argument`);
  if (Array.isArray(value)) return ['l', value.map((item: PythonValue) => packValue(item))];
  if (value instanceof Set) return ['s', [...value].map(packMember)];
  const entries: [PythonValue, PythonValue][] =
    value instanceof Map ? [...value.entries()] : Object.entries(value as Record<string, PythonValue>);
  return ['d', entries.flatMap(([key, item]) => [packMember(key), packValue(item)])];
}

/** A key or a member: an array is a tuple there, a set a frozenset. */
function packMember(value: PythonValue): Packed {
  if (Array.isArray(value)) return ['t', value.map((item: PythonValue) => packMember(item))];
  if (value instanceof Set) return ['z', [...value].map(packMember)];
  return packValue(value);
}

function packInteger(value: bigint): Packed {
  const size = value < 0n ? -value : value;
  if (size <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  return ['i', `${value < 0n ? '-' : ''}${size.toString(16)}`];
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/**
 * Reads what the code returned. It may be anything at all, so every part is checked.
 *
 * @throws {TypeError} for what no honest process writes.
 */
export function readReturned(packed: Packed): ReturnedValue {
  if (Array.isArray(packed)) {
    const [tag, first] = packed as readonly Packed[];
    if (tag === 'k' || tag === 'u') {
      const library = packed[tag === 'k' ? 3 : 4];
      return {
        value: unpack(packed, 0),
        type: startOf(text(first), MAX_NAME_CHARS),
        library: typeof library === 'string' ? startOf(library, MAX_NAME_CHARS) : null,
        packed,
      };
    }
  }
  return { value: unpack(packed, 0), type: TYPES[tagOf(packed)] ?? 'object', library: 'builtins', packed };
}

const MAX_NAME_CHARS = 200;

const TYPES: Readonly<Record<string, string>> = {
  object: 'NoneType',
  boolean: 'bool',
  number: 'int',
  string: 'str',
  i: 'int',
  f: 'float',
  l: 'list',
  t: 'tuple',
  d: 'dict',
  s: 'set',
  z: 'frozenset',
  b: 'bytes',
  B: 'bytearray',
};

function tagOf(packed: Packed): string {
  return Array.isArray(packed) ? text(packed[0]) : typeof packed;
}

function unpack(packed: Packed, depth: number): PythonValue {
  if (!Array.isArray(packed)) {
    if (typeof packed === 'number' && !Number.isSafeInteger(packed))
      throw new TypeError('a number that is none');
    return packed as PythonValue;
  }
  if (depth > 1000) throw new TypeError('a value that is too deep');
  const [tag, first, second] = packed as readonly Packed[];
  switch (tag) {
    case 'i':
      return readInteger(text(first));
    case 'f':
      return readFloat(text(first));
    case 'b':
    case 'B':
      return new Uint8Array(Buffer.from(text(first), 'base64'));
    case 'l':
    case 't':
      return parts(first).map((part) => unpack(part, depth + 1));
    case 's':
    case 'z':
      return new Set(parts(first).map((part) => unpack(part, depth + 1)));
    case 'd':
      return readDict(parts(first).map((part) => unpack(part, depth + 1)));
    case 'k':
      return unpack(second ?? null, depth + 1);
    case 'u':
      return new PythonObject(
        startOf(text(first), 200),
        startOf(text(second), 10_000),
        (packed as readonly Packed[])[3] === true ? {} : null,
      );
    default:
      throw new TypeError('a value of an unknown kind');
  }
}

function readDict(flat: readonly PythonValue[]): PythonValue {
  const entries = flat.flatMap((key, at): [PythonValue, PythonValue][] =>
    at % 2 === 0 ? [[key, flat[at + 1] ?? null]] : [],
  );
  return entries.every(([key]) => typeof key === 'string')
    ? (Object.fromEntries(entries) as Record<string, PythonValue>)
    : new Map(entries);
}

function readInteger(digits: string): PythonValue {
  if (!/^-?[0-9a-f]{1,100000}$/.test(digits)) throw new TypeError('an integer that is none');
  const value = BigInt(`0x${digits.replace('-', '')}`);
  const signed = digits.startsWith('-') ? -value : value;
  return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
}

function readFloat(written: string): number {
  if (written === 'nan') return Number.NaN;
  if (/^-?inf$/.test(written)) return written === 'inf' ? Infinity : -Infinity;
  const value = Number(written);
  if (written.trim() === '' || Number.isNaN(value)) throw new TypeError('a float that is none');
  return value;
}

function parts(packed: Packed | undefined): readonly Packed[] {
  if (Array.isArray(packed)) return packed as readonly Packed[];
  throw new TypeError('a container without contents');
}

function text(packed: Packed | undefined): string {
  if (typeof packed === 'string') return packed;
  throw new TypeError('a text that is none');
}
