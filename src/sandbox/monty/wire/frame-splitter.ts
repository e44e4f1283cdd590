import { MettleError } from '../../../core/index.js';

const PREFIX_BYTES = 4;

/** Cuts a byte stream into frames: a little-endian 32-bit length, then that many bytes. */
export class FrameSplitter {
  #parts: Buffer[] = [];
  #size = 0;
  /** Bytes of the frame in hand, prefix included; just the prefix while that is not complete. */
  #needed = PREFIX_BYTES;

  /** Takes the next bytes of the stream. */
  push(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#size += chunk.length;
  }

  /** The next whole frame, or null. Throws `sandbox/frame_too_large` for one longer than `maxFrameBytes`. */
  next(maxFrameBytes: number): Buffer | null {
    if (this.#size < this.#needed) return null;
    const joined = this.#join();
    if (joined.length < PREFIX_BYTES) return null;
    const length = joined.readUInt32LE(0);
    if (length > maxFrameBytes) {
      throw new MettleError({
        code: 'sandbox/frame_too_large',
        message: `the value takes ${length} bytes encoded, where ${maxFrameBytes} are accepted`,
        details: { bytes: length, maxBytes: maxFrameBytes },
      });
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
