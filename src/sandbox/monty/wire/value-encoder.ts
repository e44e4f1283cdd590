import { MettleError } from '../../../core/index.js';
import { MAX_VALUE_DEPTH, PythonFloat } from '../../python-value.js';
import { VALUE } from './value-fields.js';
import type { WireWriter } from './writer.js';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Why a value cannot cross, and where in it. */
class Refusal extends Error {
  readonly path: string[] = [];
}

/**
 * Writes a value as the body of a `MontyObject`. Throws `sandbox/invalid_value`, naming the place, for a value that
 * Python cannot be given, and `sandbox/value_too_large` beyond `maxBytes`; the writer must be cleared then.
 *
 * @param where what the value is, for the message: `input "rows"`
 */
export function encodeValue(writer: WireWriter, value: unknown, maxBytes: number, where: string): void {
  const mark = writer.length;
  try {
    encode(writer, value, 0, mark + maxBytes);
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      throw new MettleError({
        code: 'sandbox/invalid_value',
        message: `${where}${thrown.path.reverse().join('')} ${thrown.message}`,
      });
    }
    if (thrown instanceof TooLarge) throw tooLarge(where, maxBytes);
    throw thrown;
  }
  if (writer.length - mark > maxBytes) throw tooLarge(where, maxBytes);
}

class TooLarge extends Error {}

function tooLarge(where: string, maxBytes: number): MettleError {
  return new MettleError({
    code: 'sandbox/value_too_large',
    message: `${where} takes more than ${maxBytes} bytes encoded; pass less, pass a file, or raise maxInputBytes`,
    details: { maxBytes },
  });
}

/** @param hashed whether Python will hash the value: arrays become tuples then, and sets frozensets */
function encode(writer: WireWriter, value: unknown, depth: number, limit: number, hashed = false): void {
  switch (typeof value) {
    case 'string':
      if (writer.length + value.length > limit) throw new TooLarge();
      writer.string(VALUE.string, value);
      return;
    case 'number':
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) writer.sint(VALUE.int, value);
      else writer.double(VALUE.float, value);
      return;
    case 'boolean':
      writer.bool(VALUE.boolean, value);
      return;
    case 'bigint':
      encodeBigInt(writer, value, limit);
      return;
    case 'object':
      if (value === null) writer.unit(VALUE.none);
      else encodeObject(writer, value, depth, limit, hashed);
      return;
    case 'undefined':
      writer.unit(VALUE.none);
      return;
    default:
      throw new Refusal(`is ${typeof value}, which Python cannot be given`);
  }
}

function encodeObject(
  writer: WireWriter,
  value: object,
  depth: number,
  limit: number,
  hashed: boolean,
): void {
  if (value instanceof PythonFloat) {
    writer.double(VALUE.float, value.value);
    return;
  }
  if (value instanceof Uint8Array) {
    if (writer.length + value.length > limit) throw new TooLarge();
    writer.bytes(VALUE.bytes, value);
    return;
  }
  if (depth >= MAX_VALUE_DEPTH) {
    throw new Refusal(`holds itself or nests deeper than ${MAX_VALUE_DEPTH} containers`);
  }
  if (writer.length > limit) throw new TooLarge();
  if (Array.isArray(value)) {
    encodeItems(writer, hashed ? VALUE.tuple : VALUE.list, value, depth, limit, hashed);
  } else if (value instanceof Set) {
    encodeItems(writer, hashed ? VALUE.frozenSet : VALUE.set, [...value], depth, limit, true);
  } else if (hashed) {
    throw new Refusal('is a dict where Python wants something that it can hash');
  } else if (value instanceof Map) {
    encodeMap(writer, value, depth, limit);
  } else {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null && !isPlainElsewhere(prototype)) {
      throw new Refusal(`is an object of class ${className(value)}, which Python cannot be given`);
    }
    encodeRecord(writer, value as Readonly<Record<string, unknown>>, depth, limit);
  }
}

/** Whether a prototype is another realm's `Object.prototype`. */
function isPlainElsewhere(prototype: unknown): boolean {
  return typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) === null
    ? Object.hasOwn(prototype, 'hasOwnProperty') && Object.hasOwn(prototype, 'isPrototypeOf')
    : false;
}

function className(value: object): string {
  const maker: unknown = Reflect.get(value, 'constructor');
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'unknown';
}

function encodeItems(
  writer: WireWriter,
  field: number,
  items: readonly unknown[],
  depth: number,
  limit: number,
  hashed: boolean,
): void {
  const outer = writer.length;
  for (let index = items.length - 1; index >= 0; index--) {
    const mark = writer.length;
    if (mark > limit) throw new TooLarge();
    const item: unknown = items[index];
    try {
      encode(writer, item, depth + 1, limit, hashed);
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.path.push(`[${index}]`);
      throw thrown;
    }
    writer.message(1, mark);
  }
  writer.message(field, outer);
}

function encodeRecord(
  writer: WireWriter,
  record: Readonly<Record<string, unknown>>,
  depth: number,
  limit: number,
): void {
  const outer = writer.length;
  const keys = Object.keys(record);
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] ?? '';
    const pair = writer.length;
    if (pair > limit) throw new TooLarge();
    try {
      encode(writer, record[key], depth + 1, limit);
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.path.push(`[${JSON.stringify(key)}]`);
      throw thrown;
    }
    writer.message(2, pair);
    const keyMark = writer.length;
    writer.string(VALUE.string, key);
    writer.message(1, keyMark);
    writer.message(1, pair);
  }
  writer.message(VALUE.dict, outer);
}

function encodeMap(
  writer: WireWriter,
  map: ReadonlyMap<unknown, unknown>,
  depth: number,
  limit: number,
): void {
  const outer = writer.length;
  const entries = [...map];
  for (let index = entries.length - 1; index >= 0; index--) {
    const [key, value] = entries[index] ?? [null, null];
    const pair = writer.length;
    if (pair > limit) throw new TooLarge();
    try {
      encode(writer, value, depth + 1, limit);
      writer.message(2, pair);
      const keyMark = writer.length;
      encode(writer, key, depth + 1, limit, true);
      writer.message(1, keyMark);
    } catch (thrown) {
      if (thrown instanceof Refusal) thrown.path.push(`[${String(key)}]`);
      throw thrown;
    }
    writer.message(1, pair);
  }
  writer.message(VALUE.dict, outer);
}

function encodeBigInt(writer: WireWriter, value: bigint, limit: number): void {
  if (value >= INT64_MIN && value <= INT64_MAX) {
    writer.bigVarint(value < 0n ? -value * 2n - 1n : value * 2n);
    writer.key(VALUE.int, 0);
    return;
  }
  const negative = value < 0n;
  const hex = (negative ? -value : value).toString(16);
  if (writer.length + hex.length / 2 > limit) throw new TooLarge();
  const mark = writer.length;
  writer.bytes(2, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
  writer.bool(1, negative);
  writer.message(VALUE.bigint, mark);
}
