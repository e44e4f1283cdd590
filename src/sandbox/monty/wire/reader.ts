import type { MettleError } from '../../../core/index.js';
import { sandboxError } from '../../error-codes.js';
import { ShortTexts } from '../../short-texts.js';
import { WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT } from './writer.js';

/** The largest field number, with any wire type. */
const MAX_KEY = 536_870_911 * 8 + 7;

const ENDS_EARLY = 'it ends in the middle of a field';

/** A frame that breaks the protocol. The process that sent it cannot be trusted any more. */
export function brokenFrame(what: string): MettleError {
  return sandboxError('broken_frame', `the engine process sent a frame that breaks its protocol: ${what}`);
}

/**
 * Reads protobuf fields from untrusted bytes. Every read is checked against the end of the innermost message;
 * what does not fit raises `sandbox/broken_frame`.
 */
export class WireReader {
  readonly #buffer: Buffer;
  readonly #view: DataView;
  #position = 0;
  readonly #shortTexts = new ShortTexts();
  #end: number;
  /** Field number of the last {@link next}. */
  field = 0;
  /** Wire type of the last {@link next}. */
  wireType = 0;
  /** The numbers of the last {@link pair}. */
  key = 0;
  value = 0;

  constructor(frame: Buffer) {
    this.#buffer = frame;
    this.#view = new DataView(frame.buffer, frame.byteOffset, frame.length);
    this.#end = frame.length;
  }

  /** Advances to the next field of the current message; false at its end. */
  next(): boolean {
    if (this.#position >= this.#end) return false;
    const key = this.uint();
    if (key < 8 || key > MAX_KEY) throw brokenFrame('a field has no valid number');
    this.field = key >>> 3;
    this.wireType = key & 7;
    return true;
  }

  /** Enters a nested message and returns what {@link leave} needs. */
  enter(): number {
    const length = this.#length();
    const outer = this.#end;
    this.#end = this.#position + length;
    return outer;
  }

  /** Leaves a nested message; what was not read of it is skipped. */
  leave(outer: number): void {
    this.#position = this.#end;
    this.#end = outer;
  }

  /** How far the frame is read, in bytes. */
  get position(): number {
    return this.#position;
  }

  /** Each number of a repeated field, packed or one by one: both are valid protobuf. */
  eachUint(take: (value: number) => void): void {
    if (this.wireType === WIRE_VARINT) {
      take(this.uint());
      return;
    }
    const outer = this.enter();
    while (!this.atEnd) take(this.uint());
    this.leave(outer);
  }

  /** Reads a message of two numbers, fields 1 and 2, into {@link key} and {@link value}; one that lacks is 0. */
  pair(): void {
    this.key = 0;
    this.value = 0;
    const outer = this.enter();
    while (this.next()) {
      if (this.field === 1) this.key = this.varint();
      else if (this.field === 2) this.value = this.varint();
      else this.skip();
    }
    this.leave(outer);
  }

  /** Whether the current message has been read to its end. */
  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** An unsigned varint that must fit 53 bits. */
  uint(): number {
    if (this.#position >= this.#end) throw brokenFrame(ENDS_EARLY);
    const first = this.#buffer[this.#position++] ?? 0;
    return first < 128 ? first : this.#longUint(first);
  }

  #longUint(first: number): number {
    let value = first - 128;
    let scale = 128;
    for (let index = 1; index < 8; index++) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 128;
    }
    throw brokenFrame('a number is out of range');
  }

  /** A value field's varint: the wire type is checked. */
  varint(): number {
    this.#expect(WIRE_VARINT);
    return this.uint();
  }

  /** A bool. */
  bool(): boolean {
    return this.varint() !== 0;
  }

  /** An int32, sign-extended to 64 bits on the wire. */
  int32(): number {
    this.#expect(WIRE_VARINT);
    return Number(BigInt.asIntN(32, this.#bigVarint()));
  }

  /** A zigzag sint64: a number when safe, else a bigint. */
  sint(): number | bigint {
    this.#expect(WIRE_VARINT);
    const start = this.#position;
    let value = 0;
    let scale = 1;
    for (let index = 0; index < 7; index++) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      scale *= 128;
    }
    this.#position = start;
    const wide = this.#bigVarint();
    const signed = (wide >> 1n) ^ -(wide & 1n);
    return signed >= -9_007_199_254_740_991n && signed <= 9_007_199_254_740_991n ? Number(signed) : signed;
  }

  /** A double. */
  double(): number {
    this.#expect(WIRE_FIXED64);
    this.#need(8);
    const value = this.#view.getFloat64(this.#position, true);
    this.#position += 8;
    return value;
  }

  /** A string; malformed UTF-8 becomes U+FFFD. */
  string(): string {
    this.#expect(WIRE_BYTES);
    const length = this.#length();
    const start = this.#position;
    this.#position += length;
    return (
      this.#shortTexts.read(this.#buffer, start, length) ??
      this.#buffer.toString('utf8', start, this.#position)
    );
  }

  /** Bytes, copied out of the frame. */
  bytes(): Uint8Array {
    this.#expect(WIRE_BYTES);
    const length = this.#length();
    const start = this.#position;
    this.#position += length;
    return new Uint8Array(this.#buffer.subarray(start, this.#position));
  }

  /** Skips the field just announced. */
  skip(): void {
    switch (this.wireType) {
      case WIRE_VARINT:
        this.#bigVarint();
        return;
      case WIRE_FIXED64:
        this.#need(8);
        this.#position += 8;
        return;
      case WIRE_BYTES: {
        const length = this.#length();
        this.#position += length;
        return;
      }
      case WIRE_FIXED32:
        this.#need(4);
        this.#position += 4;
        return;
      default:
        throw brokenFrame(`wire type ${this.wireType}`);
    }
  }

  #bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw brokenFrame('a number is longer than ten bytes');
  }

  #length(): number {
    if (this.wireType !== WIRE_BYTES) throw brokenFrame(`field ${this.field} has the wrong wire type`);
    const length = this.uint();
    this.#need(length);
    return length;
  }

  #byte(): number {
    if (this.#position >= this.#end) throw brokenFrame(ENDS_EARLY);
    return this.#buffer[this.#position++] ?? 0;
  }

  #need(size: number): void {
    if (size > this.#end - this.#position) throw brokenFrame(ENDS_EARLY);
  }

  #expect(wireType: number): void {
    if (this.wireType !== wireType) throw brokenFrame(`field ${this.field} has the wrong wire type`);
  }
}
