import type { Steps } from '../../core/index.js';
import { atOnce, inTurns } from '../../core/internal.js';
import { IntegerAllowance } from '../integers.js';
import type { PythonValue } from '../python-value.js';
import { ShortTexts } from '../short-texts.js';
import {
  END,
  MARK,
  malformed,
  type Open,
  OpenDict,
  OpenList,
  OpenSet,
  PENDING,
  plainValue,
} from './marshal-containers.js';

/** How deep a decoded value may be nested; what Python sends stays below it. */
const MAX_DEPTH = 260;

/** How many single values one value may consist of: what takes a byte each outside takes far more here. */
const MAX_PARTS = 4_000_000;

/** Parts read between two places where reading can be interrupted. */
const PARTS_A_STEP = 4_000;

/** Bytes of data from which on it is worth to read in turns. */
const LARGE_BYTES = 65_536;

/**
 * Reads Python `marshal` data of version 2, as the session process writes it. The bytes come from where foreign
 * code runs: every length is checked against what is there, and only plain values exist.
 *
 * @throws {MettleError} `sandbox/protocol` for anything that is not exactly one such value;
 *   `sandbox/value_too_large` for integers that are too large to cross (`MAX_INTEGER_BITS`).
 */
export function decodeMarshal(data: Uint8Array): PythonValue {
  return atOnce(decodeMarshalSteps(data));
}

/** {@link decodeMarshal}, in turns where there is much to read, so that the event loop is not held up. */
export function decodeMarshalInTurns(data: Uint8Array): PythonValue | Promise<PythonValue> {
  return data.length < LARGE_BYTES ? decodeMarshal(data) : inTurns(decodeMarshalSteps(data));
}

/** {@link decodeMarshal} step by step. */
export function* decodeMarshalSteps(data: Uint8Array): Steps<PythonValue> {
  const reader = new MarshalReader(data);
  for (;;) {
    const value = reader.read(PARTS_A_STEP);
    if (value !== PENDING) return value;
    yield;
  }
}

/** What one code stands for: a value, a mark, or `PENDING` for a container whose members follow. */
type Part = PythonValue | typeof END | typeof MARK | typeof PENDING;

class MarshalReader {
  readonly #data: Buffer;
  readonly #shortTexts = new ShortTexts();
  readonly #integers = new IntegerAllowance();
  readonly #open: Open[] = [];
  #at = 0;
  #parts = 0;

  constructor(data: Uint8Array) {
    this.#data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  }

  /** Reads on, up to so many parts: the whole value, or `PENDING` while it is not complete. */
  read(parts: number): PythonValue | typeof PENDING {
    for (let left = parts; left > 0; left--) {
      const part = this.#part();
      if (part === PENDING) continue;
      const value = this.#close(part);
      if (value === PENDING) continue;
      if (this.#at !== this.#data.length) throw malformed('bytes after the value');
      return value;
    }
    return PENDING;
  }

  /** Puts a part into the innermost container, and a container that it completes into the next one. */
  #close(part: Exclude<Part, typeof PENDING>): PythonValue | typeof PENDING {
    let member = part;
    for (;;) {
      const open = this.#open.at(-1);
      if (open === undefined) return plainValue(member);
      const complete = open.add(member);
      if (complete === PENDING) return PENDING;
      this.#open.pop();
      member = complete;
    }
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

  #part(): Part {
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
      case 0x5b: {
        const count = this.#count();
        return count === 0 ? [] : this.#begin(new OpenList(count));
      }
      case 0x3c: // <
      case 0x3e: {
        const count = this.#count();
        return count === 0 ? new Set<PythonValue>() : this.#begin(new OpenSet(count));
      }
      case 0x7b: // {
        return this.#begin(new OpenDict());
      case 0x30: // 0
        return END;
      case 0x53: // S
        return MARK;
      default:
        throw malformed(`the unknown type code ${code}`);
    }
  }

  #begin(container: Open): typeof PENDING {
    if (this.#open.length >= MAX_DEPTH) throw malformed('nesting too deep');
    this.#open.push(container);
    return PENDING;
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
    const at = this.#take(count * 2);
    if (count > MAX_SAFE_DIGITS) this.#integers.take(this.#bits(at, count));
    return readLong(this.#data, at, count, signed < 0);
  }

  /** Bits of an integer of so many digits of fifteen bits. */
  #bits(at: number, count: number): number {
    const highest = this.#data.readUInt16LE(at + (count - 1) * 2);
    return (count - 1) * 15 + (32 - Math.clz32(highest));
  }
}

/** Digits of fifteen bits that a number holds exactly whatever they are. */
const MAX_SAFE_DIGITS = 3;

/** An integer of digits of fifteen bits, the lowest first. */
function readLong(data: Buffer, at: number, count: number, negative: boolean): number | bigint {
  const bytes = Buffer.alloc(Math.ceil((count * 15) / 8));
  let [held, heldBits, place] = [0, 0, bytes.length];
  for (let index = 0; index < count; index++) {
    const digit = data.readUInt16LE(at + index * 2);
    if (digit > 0x7fff) throw malformed('a broken integer');
    held |= digit << heldBits;
    for (heldBits += 15; heldBits >= 8; heldBits -= 8) {
      place--;
      bytes[place] = held & 0xff;
      held >>>= 8;
    }
  }
  if (heldBits > 0) bytes[place - 1] = held;
  const size = count === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
  const value = negative ? -size : size;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Text in which Python wrote lone surrogates as three bytes each. */
function decodeWithSurrogates(data: Buffer, replaced: string): string {
  const units = Buffer.allocUnsafe(data.length * 2);
  let [length, start, found] = [0, 0, false];
  for (let at = data.indexOf(0xed); at !== -1 && at + 2 < data.length; at = data.indexOf(0xed, at + 1)) {
    const second = data[at + 1] ?? 0;
    const third = data[at + 2] ?? 0;
    if (second < 0xa0 || second > 0xbf || (third & 0xc0) !== 0x80) continue;
    found = true;
    if (at > start) length += units.write(data.toString('utf8', start, at), length, 'utf16le');
    length = units.writeUInt16LE(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f), length);
    start = at + 3;
  }
  if (!found) return replaced;
  length += units.write(data.toString('utf8', start), length, 'utf16le');
  return units.toString('utf16le', 0, length);
}
