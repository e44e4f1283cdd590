import { sandboxError } from '../error-codes.js';

/** One message of the supervisor's channel: four bytes of length, one of kind, the body. */
export interface Frame {
  /** One ASCII letter. */
  readonly kind: string;
  readonly body: Buffer;
}

/** Cuts a byte stream into frames. */
export class FrameReader {
  /** The longest frame accepted from now on. */
  maxBytes: number;
  readonly #onFrame: (frame: Frame) => void;
  #chunks: Buffer[] = [];
  #size = 0;

  /**
   * @param maxBytes the longest frame accepted
   * @param onFrame called for each complete frame, in order
   */
  constructor(maxBytes: number, onFrame: (frame: Frame) => void) {
    this.maxBytes = maxBytes;
    this.#onFrame = onFrame;
  }

  /** Takes the next bytes. Throws `sandbox/protocol` for a frame that is too long or empty. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      const length = this.#peekLength();
      if (length === null || this.#size < 4 + length) return;
      const whole = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      this.#size -= 4 + length;
      this.#chunks = this.#size === 0 ? [] : [whole.subarray(4 + length)];
      this.#onFrame({ kind: String.fromCharCode(whole[4] ?? 0), body: whole.subarray(5, 4 + length) });
    }
  }

  #peekLength(): number | null {
    if (this.#size < 4) return null;
    const first = this.#chunks[0];
    const head = first !== undefined && first.length >= 4 ? first : this.#joined();
    const length = head.readUInt32BE(0);
    if (length < 1 || length > this.maxBytes) {
      throw sandboxError(
        'protocol',
        `The Python supervisor sent a frame of ${length} bytes; between 1 and ${this.maxBytes} are accepted.`,
      );
    }
    return length;
  }

  #joined(): Buffer {
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}

/** The head of a frame whose body follows. */
export function frameHead(kind: string, bodyBytes: number): Buffer {
  const head = Buffer.allocUnsafe(5);
  head.writeUInt32BE(bodyBytes + 1, 0);
  head[4] = kind.charCodeAt(0);
  return head;
}
