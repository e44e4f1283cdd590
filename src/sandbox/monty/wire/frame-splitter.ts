import { brokenFrame } from './reader.js';

const PREFIX_BYTES = 4;
/** No frame of the protocol is longer. */
const MAX_FRAME_BYTES = 256 * 2 ** 20;

/** A frame that was too long: its bytes were dropped as they came. */
export interface OversizedFrame {
  readonly bytes: number;
  /** Its first byte: the key of its first field. */
  readonly key: number;
}

/** Cuts a byte stream into frames: a little-endian 32-bit length, then that many bytes. */
export class FrameSplitter {
  #parts: Buffer[] = [];
  #size = 0;
  /** Bytes of the frame in hand, prefix included; just the prefix while that is not complete. */
  #needed = PREFIX_BYTES;
  /** The frame whose bytes are being dropped, and how many are still to come. */
  #dropped: OversizedFrame | null = null;
  #toDrop = 0;

  /** Takes the next bytes of the stream. */
  push(chunk: Buffer): void {
    const dropped = Math.min(this.#toDrop, chunk.length);
    this.#toDrop -= dropped;
    if (dropped === chunk.length) return;
    this.#parts.push(chunk.subarray(dropped));
    this.#size += chunk.length - dropped;
  }

  /**
   * The next whole frame, or null. One longer than `maxFrameBytes` is not kept; one longer than any may be throws
   * `sandbox/broken_frame`.
   */
  next(maxFrameBytes: number): Buffer | OversizedFrame | null {
    if (this.#toDrop > 0) return null;
    if (this.#dropped !== null) {
      const dropped = this.#dropped;
      this.#dropped = null;
      return dropped;
    }
    if (this.#size < this.#needed) return null;
    const joined = this.#join();
    if (joined.length < PREFIX_BYTES) return null;
    const length = joined.readUInt32LE(0);
    if (length > MAX_FRAME_BYTES) throw brokenFrame(`it has ${length} bytes`);
    if (length > maxFrameBytes) {
      this.#needed = PREFIX_BYTES + 1;
      const key = joined[PREFIX_BYTES];
      if (key === undefined) return null;
      this.#dropped = { bytes: length, key };
      this.#toDrop = PREFIX_BYTES + length;
      this.#parts = [];
      this.#size = 0;
      this.#needed = PREFIX_BYTES;
      this.push(joined);
      return this.next(maxFrameBytes);
    }
    this.#needed = PREFIX_BYTES + length;
    if (joined.length < this.#needed) return null;
    const frame = joined.subarray(PREFIX_BYTES, this.#needed);
    const rest = joined.subarray(this.#needed);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    this.#needed = PREFIX_BYTES;
    return frame;
  }

  #join(): Buffer {
    const first = this.#parts[0];
    if (this.#parts.length === 1 && first !== undefined) return first;
    const joined = Buffer.concat(this.#parts);
    this.#parts = [joined];
    return joined;
  }
}
