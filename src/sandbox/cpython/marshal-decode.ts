import { MettleError } from '../../core/index.js';
import { PythonObject, type PythonValue } from '../python-value.js';
import { ShortTexts } from '../short-texts.js';

/** How deep a decoded value may be nested; what Python sends stays below it. */
const MAX_DEPTH = 260;

/** How many single values one value may consist of: what takes a byte each outside takes far more here. */
const MAX_PARTS = 4_000_000;

/** Digits of fifteen bits that an integer may have. */
const MAX_LONG_DIGITS = 1_000_000;

/**
 * Reads Python `marshal` data of version 2, as the session process writes it. The bytes come from where foreign
 * code runs: every length is checked against what is there, and only plain values exist.
 *
 * @throws {MettleError} `sandbox/protocol` for anything that is not exactly one such value.
 */
export function decodeMarshal(data: Uint8Array): PythonValue {
  const reader = new MarshalReader(data);
  const value = reader.value(0);
  if (typeof value === 'symbol') throw malformed('a mark where a value was expected');
  if (!reader.atEnd()) throw malformed('bytes after the value');
  return value;
}

const END: unique symbol = Symbol('end');
const MARK: unique symbol = Symbol('mark');
type Read = PythonValue | typeof END | typeof MARK;

class MarshalReader {
  readonly #data: Buffer;
  readonly #shortTexts = new ShortTexts();
  #at = 0;
  #parts = 0;

  constructor(data: Uint8Array) {
    this.#data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  atEnd(): boolean {
    return this.#at === this.#data.length;
  }

  #take(count: number): number {
    const at = this.#at;
    if (count < 0 || count > this.#data.length - at) throw malformed('a length beyond the end');
    this.#at = at + count;
    return at;
  }

  #count(): number {
    const count = this.#data.readInt32LE(this.#take(4));
    if (count < 0 || count > this.#data.length - this.#at) throw malformed('a length beyond the end');
    return count;
  }

  value(depth: number): Read {
    if (depth > MAX_DEPTH) throw malformed('nesting too deep');
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw malformed(`more than ${MAX_PARTS} parts`);
    const code = this.#data[this.#take(1)];
    switch (code) {
      case 0x4e: // N
        return null;
      case 0x54: // T
        return true;
      case 0x46: // F
        return false;
      case 0x69: // i
        return this.#data.readInt32LE(this.#take(4));
      case 0x67: // g
        return this.#data.readDoubleLE(this.#take(8));
      case 0x6c: // l
        return this.#long();
      case 0x75: // u
        return this.#text();
      case 0x73: {
        const count = this.#count();
        const at = this.#take(count);
        return new Uint8Array(this.#data.subarray(at, at + count));
      }
      case 0x28: // (
      case 0x5b: // [
        return this.#list(depth + 1);
      case 0x3c: // <
      case 0x3e: // >
        return new Set(this.#items(this.#count(), depth + 1));
      case 0x7b: // {
        return this.#dict(depth + 1);
      case 0x30: // 0
        return END;
      case 0x53: // S
        return MARK;
      default:
        throw malformed(`the unknown type code ${code}`);
    }
  }

  #item(depth: number): PythonValue {
    const value = this.value(depth);
    if (typeof value === 'symbol') throw malformed('a mark where a value was expected');
    return value;
  }

  #items(count: number, depth: number, items: PythonValue[] = []): PythonValue[] {
    for (let index = 0; index < count; index++) items.push(this.#item(depth));
    return items;
  }

  #list(depth: number): PythonValue {
    const count = this.#count();
    if (count === 0) return [];
    const first = this.value(depth);
    if (first === END) throw malformed('a mark where a value was expected');
    const rest = this.#items(count - 1, depth, first === MARK ? [] : [first]);
    if (first !== MARK) return rest;
    const [type, text, attributes] = rest;
    if (count < 3 || count > 4 || typeof type !== 'string' || typeof text !== 'string') {
      throw malformed('a broken mark');
    }
    if (attributes === undefined) return new PythonObject(type, text);
    if (!isRecord(attributes)) throw malformed('a broken mark');
    return new PythonObject(type, text, attributes);
  }

  #dict(depth: number): PythonValue {
    const record: Record<string, PythonValue> = {};
    let map: Map<PythonValue, PythonValue> | null = null;
    for (;;) {
      const key = this.value(depth);
      if (key === END) break;
      if (typeof key === 'symbol') throw malformed('a mark where a key was expected');
      const item = this.#item(depth);
      if (map !== null) map.set(key, item);
      else if (typeof key !== 'string')
        map = new Map<PythonValue, PythonValue>(Object.entries(record)).set(key, item);
      else if (key !== '__proto__') record[key] = item;
      else
        Object.defineProperty(record, key, {
          value: item,
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
    return map ?? record;
  }

  #text(): string {
    const count = this.#count();
    const at = this.#take(count);
    const short = this.#shortTexts.read(this.#data, at, count);
    if (short !== null) return short;
    const text = this.#data.toString('utf8', at, at + count);
    return text.includes('\ufffd') ? decodeWithSurrogates(this.#data.subarray(at, at + count), text) : text;
  }

  #long(): number | bigint {
    const signed = this.#data.readInt32LE(this.#take(4));
    const count = Math.abs(signed);
    if (count > MAX_LONG_DIGITS) throw malformed('an integer too large');
    const at = this.#take(count * 2);
    const digits: string[] = [];
    for (let index = count - 1; index >= 0; index--) {
      const digit = this.#data.readUInt16LE(at + index * 2);
      if (digit > 0x7fff) throw malformed('a broken integer');
      digits.push(digit.toString(2).padStart(15, '0'));
    }
    const size = count === 0 ? 0n : BigInt(`0b${digits.join('')}`);
    const value = signed < 0 ? -size : size;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
}

/** Text in which Python wrote lone surrogates as three bytes each. */
function decodeWithSurrogates(data: Buffer, replaced: string): string {
  let text = '';
  let start = 0;
  let found = false;
  for (let at = 0; at + 2 < data.length; at++) {
    const second = data[at + 1] ?? 0;
    const third = data[at + 2] ?? 0;
    if (data[at] !== 0xed || second < 0xa0 || second > 0xbf || (third & 0xc0) !== 0x80) continue;
    found = true;
    text += data.toString('utf8', start, at);
    text += String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    start = at + 3;
    at += 2;
  }
  return found ? text + data.toString('utf8', start) : replaced;
}

function malformed(what: string): MettleError {
  return new MettleError({
    code: 'sandbox/protocol',
    message: `The Python process sent data that is no value: ${what}.`,
  });
}

function isRecord(value: PythonValue): value is { readonly [key: string]: PythonValue } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
