/** Protobuf wire types used by the worker's schema. */
export const WIRE_VARINT = 0;
export const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
export const WIRE_FIXED32 = 5;

const INITIAL_BYTES = 1024;
const KEPT_BYTES = 1 << 20;
const SHORT_STRING = 24;

/**
 * Writes protobuf messages from their end to their beginning: the length of every nested message is known when its
 * prefix is written, so nothing is measured twice. Callers write fields, and items of a field, in reverse order.
 */
export class WireWriter {
  #buffer: Buffer;
  #view: DataView;
  /** Index of the first written byte. */
  #start: number;

  constructor() {
    this.#buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
    this.#view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.length);
    this.#start = this.#buffer.length;
  }

  /** Bytes written so far; the difference of two marks is the length of what was written between them. */
  get length(): number {
    return this.#buffer.length - this.#start;
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const written = Buffer.from(this.#buffer.subarray(this.#start));
    this.clear();
    return written;
  }

  /** Forgets what was written, for example after a value that cannot be encoded. */
  clear(): void {
    if (this.#buffer.length > KEPT_BYTES) {
      this.#buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
      this.#view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.length);
    }
    this.#start = this.#buffer.length;
  }

  /** An unsigned varint of at most 53 bits. */
  varint(value: number): void {
    if (value < 128) {
      this.#reserve(1);
      this.#buffer[--this.#start] = value;
      return;
    }
    let size = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size++;
    this.#reserve(size);
    this.#start -= size;
    let rest = value;
    for (let index = 0; index < size - 1; index++) {
      this.#buffer[this.#start + index] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#start + size - 1] = rest;
  }

  /** An unsigned varint of at most 64 bits. */
  bigVarint(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    while (rest >= 128n) {
      bytes.push(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    this.#reserve(bytes.length);
    this.#start -= bytes.length;
    for (let index = 0; index < bytes.length; index++) this.#buffer[this.#start + index] = bytes[index] ?? 0;
  }

  /** A field's key. */
  key(field: number, wireType: number): void {
    this.varint(field * 8 + wireType);
  }

  /** A varint field. */
  uint(field: number, value: number): void {
    this.varint(value);
    this.key(field, WIRE_VARINT);
  }

  /** A bool field. */
  bool(field: number, value: boolean): void {
    this.uint(field, value ? 1 : 0);
  }

  /** An int32 or int64 field from a safe integer: negative numbers take ten bytes, as protobuf has it. */
  int64(field: number, value: number): void {
    if (value < 0) this.bigVarint(BigInt.asUintN(64, BigInt(value)));
    else this.varint(value);
    this.key(field, WIRE_VARINT);
  }

  /** A double field. */
  double(field: number, value: number): void {
    this.#reserve(8);
    this.#start -= 8;
    this.#view.setFloat64(this.#start, value, true);
    this.key(field, WIRE_FIXED64);
  }

  /** A bytes field. */
  bytes(field: number, value: Uint8Array): void {
    this.#reserve(value.length);
    this.#start -= value.length;
    this.#buffer.set(value, this.#start);
    this.varint(value.length);
    this.key(field, WIRE_BYTES);
  }

  /** A string field; lone surrogates become U+FFFD. */
  string(field: number, value: string): void {
    const length = value.length;
    if (length > SHORT_STRING || !this.#shortAscii(value, length)) {
      const size = Buffer.byteLength(value, 'utf8');
      this.#reserve(size);
      this.#start -= size;
      this.#buffer.write(value, this.#start, size, 'utf8');
      this.varint(size);
    }
    this.key(field, WIRE_BYTES);
  }

  /** Closes a nested message whose content was written since `mark` (an earlier {@link length}). */
  message(field: number, mark: number): void {
    this.varint(this.length - mark);
    this.key(field, WIRE_BYTES);
  }

  /** An empty nested message. */
  unit(field: number): void {
    this.varint(0);
    this.key(field, WIRE_BYTES);
  }

  /** The frame's length prefix over everything written since `mark`. */
  frame(mark: number): void {
    const size = this.length - mark;
    this.#reserve(4);
    this.#start -= 4;
    this.#view.setUint32(this.#start, size, true);
  }

  #shortAscii(value: string, length: number): boolean {
    this.#reserve(length + 1);
    const at = this.#start - length;
    for (let index = 0; index < length; index++) {
      const unit = value.charCodeAt(index);
      if (unit >= 128) return false;
      this.#buffer[at + index] = unit;
    }
    this.#buffer[at - 1] = length;
    this.#start = at - 1;
    return true;
  }

  #reserve(size: number): void {
    if (this.#start >= size) return;
    const written = this.length;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, written + size));
    grown.set(this.#buffer.subarray(this.#start), grown.length - written);
    this.#buffer = grown;
    this.#view = new DataView(grown.buffer, grown.byteOffset, grown.length);
    this.#start = grown.length - written;
  }
}
