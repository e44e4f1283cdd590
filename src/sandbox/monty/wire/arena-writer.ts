import type { MettleError } from '../../../core/index.js';
import { sandboxError } from '../../error-codes.js';
import { integerTooLarge, isIntegerTooLarge } from '../../integers.js';
import { MAX_VALUE_DEPTH, PythonFloat } from '../../python-value.js';
import { NODE } from './node-kinds.js';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const TWO_TO_32 = 4_294_967_296;
const INITIAL_BYTES = 512;
/** Texts up to this length that come again soon are written once: keys of records, categories. */
const LONGEST_SHARED_TEXT = 64;
/** Texts that are remembered at the same time; a power of two. */
const TEXT_SLOTS = 1024;
/** Integers from 0 that are written once. */
const SHARED_INTEGERS = 256;
/** Space for the parts of a node that have no length of their own. */
const SLACK = 64;

/** Why a value cannot cross, and where in it. */
class Refusal extends Error {
  readonly path: string[] = [];
}

class TooLarge extends Error {}

/**
 * Writes values as the worker's `Arena` message: a list of nodes, children before their parents, in which containers
 * name their children by index.
 */
export class ArenaWriter {
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  #count = 0;
  /** Indexes of children whose containers are not written yet. */
  readonly #children: number[] = [];
  /** Texts that were written, by a number made of each, and their indexes. */
  readonly #texts: string[] = [];
  readonly #textIndexes: number[] = [];
  readonly #integers: (number | undefined)[] = [];
  #none = -1;

  /** @param maxBytes what all values together may take */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Nodes written so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Writes a value and returns its index. Throws `sandbox/invalid_value`, naming the place, for a value that Python
   * cannot be given, and `sandbox/value_too_large` beyond the limit; the writer is of no use then.
   *
   * @param where what the value is, for the message: `input "rows"`
   */
  value(value: unknown, where: string): number {
    try {
      const index = this.#encode(value, 0, false);
      if (this.#length > this.#maxBytes) throw new TooLarge();
      return index;
    } catch (thrown) {
      if (thrown instanceof Refusal) {
        throw sandboxError('invalid_value', `${where}${thrown.path.reverse().join('')} ${thrown.message}`);
      }
      if (thrown instanceof TooLarge) throw this.#tooLarge(where);
      throw thrown;
    }
  }

  /** Writes a node whose body is a message that was encoded elsewhere. */
  message(field: number, body: Uint8Array): number {
    const inner = keySize(field) + varintSize(body.length) + body.length;
    this.#startNode(inner, field, 2);
    this.#varint(body.length);
    this.#buffer.set(body, this.#length);
    this.#length += body.length;
    return this.#count++;
  }

  /** Writes a list or a tuple of nodes that are written already. */
  sequence(kind: 'list' | 'tuple', items: readonly number[]): number {
    const first = this.#children.length;
    for (const item of items) this.#children.push(item);
    return this.#container(kind === 'list' ? NODE.list : NODE.tuple, first);
  }

  /** The encoded `Arena` message. */
  take(): Buffer {
    const head = [8];
    for (let rest = this.#count; ; rest = Math.floor(rest / 128)) {
      head.push(rest < 128 ? rest : (rest % 128) | 128);
      if (rest < 128) break;
    }
    return Buffer.concat([Buffer.from(head), this.#buffer.subarray(0, this.#length)]);
  }

  #tooLarge(where: string): MettleError {
    const maxBytes = this.#maxBytes;
    return sandboxError(
      'value_too_large',
      `${where} takes more than ${maxBytes} bytes encoded; pass less, pass a file, or raise maxInputBytes`,
      { details: { maxBytes } },
    );
  }

  /** @param hashed whether Python will hash the value: arrays become tuples then, and sets frozensets */
  #encode(value: unknown, depth: number, hashed: boolean): number {
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'number':
        return Number.isSafeInteger(value) && !Object.is(value, -0) ? this.#int(value) : this.#float(value);
      case 'boolean':
        this.#startNode(2, NODE.boolean, 0);
        this.#buffer[this.#length++] = value ? 1 : 0;
        return this.#count++;
      case 'bigint':
        return this.#bigInt(value);
      case 'object':
        return value === null ? this.#nothing() : this.#object(value, depth, hashed);
      case 'undefined':
        return this.#nothing();
      default:
        throw new Refusal(`is ${typeof value}, which cannot be passed to Python`);
    }
  }

  #object(value: object, depth: number, hashed: boolean): number {
    if (value instanceof PythonFloat) return this.#float(value.value);
    if (value instanceof Uint8Array) return this.#bytes(value);
    if (depth >= MAX_VALUE_DEPTH) {
      throw new Refusal(`holds itself or nests deeper than ${MAX_VALUE_DEPTH} containers`);
    }
    if (this.#length > this.#maxBytes) throw new TooLarge();
    if (Array.isArray(value)) return this.#items(hashed ? NODE.tuple : NODE.list, value, depth, hashed);
    if (value instanceof Set) {
      return this.#items(hashed ? NODE.frozenSet : NODE.set, [...value], depth, true);
    }
    if (hashed) throw new Refusal('is a dict where Python wants something that it can hash');
    if (value instanceof Map) return this.#map(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null && !isPlainElsewhere(prototype)) {
      throw new Refusal(`is an object of class ${className(value)}, which cannot be passed to Python`);
    }
    return this.#record(value as Readonly<Record<string, unknown>>, depth);
  }

  #items(field: number, items: readonly unknown[], depth: number, hashed: boolean): number {
    const first = this.#children.length;
    for (let index = 0; index < items.length; index++) {
      if (this.#length > this.#maxBytes) throw new TooLarge();
      try {
        this.#children.push(this.#encode(items[index], depth + 1, hashed));
      } catch (thrown) {
        if (thrown instanceof Refusal) thrown.path.push(`[${index}]`);
        throw thrown;
      }
    }
    return this.#container(field, first);
  }

  #record(record: Readonly<Record<string, unknown>>, depth: number): number {
    const first = this.#children.length;
    for (const key of Object.keys(record)) {
      if (this.#length > this.#maxBytes) throw new TooLarge();
      try {
        this.#children.push(this.#string(key), this.#encode(record[key], depth + 1, false));
      } catch (thrown) {
        if (thrown instanceof Refusal) thrown.path.push(`[${JSON.stringify(key)}]`);
        throw thrown;
      }
    }
    return this.#pairs(first);
  }

  #map(map: ReadonlyMap<unknown, unknown>, depth: number): number {
    const first = this.#children.length;
    for (const [key, value] of map) {
      if (this.#length > this.#maxBytes) throw new TooLarge();
      try {
        this.#children.push(this.#encode(key, depth + 1, true), this.#encode(value, depth + 1, false));
      } catch (thrown) {
        if (thrown instanceof Refusal) thrown.path.push(`[${String(key)}]`);
        throw thrown;
      }
    }
    return this.#pairs(first);
  }

  /** Writes a container of all children from `first` on. */
  #container(field: number, first: number): number {
    const children = this.#children;
    let packed = 0;
    for (let at = first; at < children.length; at++) packed += varintSize(children[at] ?? 0);
    const list = packed === 0 ? 0 : 1 + varintSize(packed) + packed;
    this.#startNode(keySize(field) + varintSize(list) + list, field, 2);
    this.#varint(list);
    if (packed > 0) {
      this.#buffer[this.#length++] = 10;
      this.#varint(packed);
      for (let at = first; at < children.length; at++) this.#varint(children[at] ?? 0);
    }
    children.length = first;
    return this.#count++;
  }

  /** Writes a dict of all children from `first` on: keys and values in turns. */
  #pairs(first: number): number {
    const children = this.#children;
    let pairs = 0;
    for (let at = first; at < children.length; at += 2) pairs += 2 + pairSize(children, at);
    this.#startNode(1 + varintSize(pairs) + pairs, NODE.dict, 2);
    this.#varint(pairs);
    for (let at = first; at < children.length; at += 2) {
      this.#buffer[this.#length++] = 10;
      this.#buffer[this.#length++] = pairSize(children, at);
      this.#buffer[this.#length++] = 8;
      this.#varint(children[at] ?? 0);
      this.#buffer[this.#length++] = 16;
      this.#varint(children[at + 1] ?? 0);
    }
    children.length = first;
    return this.#count++;
  }

  #nothing(): number {
    if (this.#none >= 0) return this.#none;
    this.#startNode(2, NODE.none, 2);
    this.#buffer[this.#length++] = 0;
    this.#none = this.#count++;
    return this.#none;
  }

  #string(value: string): number {
    const { length } = value;
    if (length > LONGEST_SHARED_TEXT) return this.#newString(value);
    const mark = length * 37 + value.charCodeAt(0) * 7 + value.charCodeAt(length >> 1) * 3;
    const slot = (mark + value.charCodeAt(length - 1)) & (TEXT_SLOTS - 1);
    if (this.#texts[slot] === value) return this.#textIndexes[slot] ?? 0;
    const index = this.#newString(value);
    this.#texts[slot] = value;
    this.#textIndexes[slot] = index;
    return index;
  }

  #newString(value: string): number {
    const { length } = value;
    if (length < 64) {
      this.#startNode(2 + length, NODE.string, 2);
      const start = this.#length + 1;
      let at = 0;
      for (; at < length; at++) {
        const unit = value.charCodeAt(at);
        if (unit >= 128) break;
        this.#buffer[start + at] = unit;
      }
      if (at === length) {
        this.#buffer[start - 1] = length;
        this.#length = start + length;
        return this.#count++;
      }
      this.#length = start - 4;
    }
    const size = Buffer.byteLength(value);
    if (this.#length + size > this.#maxBytes) throw new TooLarge();
    this.#startNode(1 + varintSize(size) + size, NODE.string, 2);
    this.#varint(size);
    this.#buffer.write(value, this.#length, size, 'utf8');
    this.#length += size;
    return this.#count++;
  }

  #bytes(value: Uint8Array): number {
    if (this.#length + value.length > this.#maxBytes) throw new TooLarge();
    return this.message(NODE.bytes, value);
  }

  #float(value: number): number {
    this.#startNode(9, NODE.float, 1);
    this.#buffer.writeDoubleLE(value, this.#length);
    this.#length += 8;
    return this.#count++;
  }

  #int(value: number): number {
    if (value < 0 || value >= SHARED_INTEGERS) return this.#newInt(value);
    const index = this.#integers[value] ?? this.#newInt(value);
    this.#integers[value] = index;
    return index;
  }

  #newInt(value: number): number {
    const magnitude = value < 0 ? -value : value;
    if (magnitude >= TWO_TO_32) return this.#bigInt(BigInt(value));
    const zigzag = value < 0 ? magnitude * 2 - 1 : magnitude * 2;
    this.#startNode(1 + varintSize(zigzag), NODE.int, 0);
    this.#varint(zigzag);
    return this.#count++;
  }

  #bigInt(value: bigint): number {
    if (value >= INT64_MIN && value <= INT64_MAX) {
      const bytes: number[] = [];
      let rest = value < 0n ? -value * 2n - 1n : value * 2n;
      for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
      bytes.push(Number(rest));
      this.#startNode(1 + bytes.length, NODE.int, 0);
      for (const byte of bytes) this.#buffer[this.#length++] = byte;
      return this.#count++;
    }
    if (isIntegerTooLarge(value)) throw integerTooLarge();
    const negative = value < 0n;
    const hex = (negative ? -value : value).toString(16);
    const magnitude = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
    const sign = negative ? [8, 1] : [];
    const body = Buffer.concat([Buffer.from([...sign, 18, ...varintBytes(magnitude.length)]), magnitude]);
    return this.message(NODE.bigint, body);
  }

  /** Makes room for a node of `size` bytes, and writes its length and the key of its kind. */
  #startNode(size: number, field: number, wireType: number): void {
    const needed = this.#length + size + SLACK;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, needed));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer[this.#length++] = 18;
    this.#varint(size);
    this.#varint(field * 8 + wireType);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#buffer[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }
}

function varintSize(value: number): number {
  if (value < 128) return 1;
  if (value < 16_384) return 2;
  if (value < 2_097_152) return 3;
  return value < 268_435_456 ? 4 : 5;
}

function varintBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function keySize(field: number): number {
  return field < 16 ? 1 : 2;
}

function pairSize(children: readonly number[], at: number): number {
  return 2 + varintSize(children[at] ?? 0) + varintSize(children[at + 1] ?? 0);
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
