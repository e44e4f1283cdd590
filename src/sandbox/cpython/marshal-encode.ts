import type { MettleError } from '../../core/index.js';
import { sandboxError } from '../error-codes.js';
import { integerTooLarge, isIntegerTooLarge } from '../integers.js';
import { MAX_VALUE_DEPTH, PythonFloat, PythonObject, type PythonValue } from '../python-value.js';

/** How deep the host nests: values as deep as they may be, in one list or record of its own. */
const MAX_DEPTH = MAX_VALUE_DEPTH + 1;

/** Below, a loop over the characters is faster than a call of the buffer's own. */
const SHORT_TEXT = 24;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The value as Python `marshal` data of version 2, which every CPython since 2.5 reads: integers of any size exact,
 * {@link PythonFloat} and fractions as floats, arrays as lists.
 *
 * @throws {MettleError} `sandbox/invalid_value` for what Python has no counterpart of, for cycles, for nesting
 *   over {@link MAX_VALUE_DEPTH} (in the one list or record that the host puts values into) and for members of sets and keys of maps that Python cannot hash;
 *   `sandbox/value_too_large` when more than `maxBytes` would be written, and for an integer that is too large to cross.
 */
export function encodeMarshal(value: PythonValue, maxBytes: number = Number.POSITIVE_INFINITY): Buffer {
  const writer = new MarshalWriter(maxBytes);
  writeValue(writer, value, 0, false);
  return writer.finish();
}

class MarshalWriter {
  #buffer: Buffer = Buffer.allocUnsafe(1024);
  #length = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  reserve(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#maxBytes) {
      throw sandboxError(
        'value_too_large',
        `The value takes more than ${this.#maxBytes} bytes when encoded for Python; pass less, or raise maxInputBytes.`,
        { details: { maxBytes: this.#maxBytes } },
      );
    }
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, at);
      this.#buffer = grown;
    }
    this.#length = needed;
    return at;
  }

  tag(code: string): void {
    const at = this.reserve(1);
    this.#buffer[at] = code.charCodeAt(0);
  }

  tagged32(code: string, value: number): void {
    const at = this.reserve(5);
    this.#buffer[at] = code.charCodeAt(0);
    this.#buffer[at + 1] = value;
    this.#buffer[at + 2] = value >> 8;
    this.#buffer[at + 3] = value >> 16;
    this.#buffer[at + 4] = value >> 24;
  }

  short(value: number): void {
    const at = this.reserve(2);
    this.#buffer.writeUInt16LE(value, at);
  }

  double(value: number): void {
    this.tag('g');
    const at = this.reserve(8);
    this.#buffer.writeDoubleLE(value, at);
  }

  bytes(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.#buffer.set(value, at);
  }

  /** A text without lone surrogates that takes so many bytes as UTF-8. */
  text(value: string, size: number): void {
    this.tagged32('u', size);
    const at = this.reserve(size);
    if (size === value.length && size <= SHORT_TEXT) {
      for (let index = 0; index < size; index++) this.#buffer[at + index] = value.charCodeAt(index);
    } else this.#buffer.write(value, at, size, 'utf8');
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

function writeValue(writer: MarshalWriter, value: PythonValue, depth: number, hashed: boolean): void {
  if (value === null || value === undefined) writer.tag('N');
  else if (typeof value === 'string') writeText(writer, value);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'boolean') writer.tag(value ? 'T' : 'F');
  else if (typeof value === 'bigint') writeBigInt(writer, value);
  else if (value instanceof Uint8Array) {
    writer.tagged32('s', value.length);
    writer.bytes(value);
  } else if (value instanceof PythonFloat) writer.double(value.value);
  else if (typeof value !== 'object' || value instanceof PythonObject) throw unsupported(describeKind(value));
  else writeContainer(writer, value, depth + 1, hashed);
}

type Container =
  | readonly PythonValue[]
  | ReadonlySet<PythonValue>
  | ReadonlyMap<PythonValue, PythonValue>
  | object;

function writeContainer(writer: MarshalWriter, value: Container, depth: number, hashed: boolean): void {
  if (depth > MAX_DEPTH)
    throw unsupported(`a value nested deeper than ${MAX_VALUE_DEPTH} levels, or a cycle`);
  if (Array.isArray(value)) {
    writer.tagged32(hashed ? '(' : '[', value.length);
    for (let index = 0; index < value.length; index++) writeValue(writer, value[index], depth, hashed);
  } else if (value instanceof Set) {
    writer.tagged32(hashed ? '>' : '<', value.size);
    for (const item of value) writeValue(writer, item, depth, true);
  } else if (hashed) {
    throw unsupported('a dict as a key or a member of a set');
  } else if (value instanceof Map) {
    writer.tag('{');
    for (const [key, item] of value) {
      writeValue(writer, key, depth, true);
      writeValue(writer, item, depth, false);
    }
    writer.tag('0');
  } else {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null) {
      throw unsupported(describeKind(value));
    }
    writer.tag('{');
    const record = value as Readonly<Record<string, PythonValue>>;
    for (const key of Object.keys(record)) {
      writeText(writer, key);
      writeValue(writer, record[key] ?? null, depth, false);
    }
    writer.tag('0');
  }
}

function writeNumber(writer: MarshalWriter, value: number): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) writer.double(value);
  else if (value >= -0x80000000 && value <= 0x7fffffff) writer.tagged32('i', value);
  else writeBigInt(writer, BigInt(value));
}

function writeBigInt(writer: MarshalWriter, value: bigint): void {
  if (isIntegerTooLarge(value)) throw integerTooLarge();
  const negative = value < 0n;
  const hex = (negative ? -value : value).toString(16);
  const bits = hex.length * 4 - Math.clz32(Number.parseInt(hex[0] ?? '0', 16)) + 28;
  const count = Math.ceil(bits / 15);
  if (value === 0n) {
    writer.tagged32('i', 0);
    return;
  }
  writer.tagged32('l', negative ? -count : count);
  let [held, heldBits, end] = [0, 0, hex.length];
  for (let index = 0; index < count; index++) {
    while (heldBits < 15 && end > 0) {
      end--;
      held |= Number.parseInt(hex[end] ?? '0', 16) << heldBits;
      heldBits += 4;
    }
    writer.short(held & 0x7fff);
    held >>>= 15;
    heldBits -= 15;
  }
}

function writeText(writer: MarshalWriter, text: string): void {
  const size = Buffer.byteLength(text, 'utf8');
  if (size !== text.length && LONE_SURROGATE.test(text)) {
    const data = encodeWithSurrogates(text);
    writer.tagged32('u', data.length);
    writer.bytes(data);
  } else writer.text(text, size);
}

/** UTF-8 in which a lone surrogate is written as three bytes, as Python's `surrogatepass` does. */
function encodeWithSurrogates(text: string): Buffer {
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) {
      parts.push(Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]));
    } else parts.push(Buffer.from(character, 'utf8'));
  }
  return Buffer.concat(parts);
}

function describeKind(value: unknown): string {
  if (value instanceof PythonObject)
    return `the Python object ${value.type}, which exists only in its own sandbox`;
  if (typeof value === 'object' && value !== null)
    return `an object of class ${value.constructor?.name ?? 'unknown'}`;
  return `a ${typeof value}`;
}

function unsupported(what: string): MettleError {
  return sandboxError(
    'invalid_value',
    `A value for Python holds ${what}; pass null, booleans, numbers, bigints, strings, bytes, arrays, sets, maps and plain objects.`,
  );
}
