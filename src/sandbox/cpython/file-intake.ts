import type { Steps } from '../../core/index.js';
import { atOnce, inTurns } from '../../core/internal.js';
import type { PythonValue } from '../python-value.js';
import type { FileMirror } from './file-mirror.js';

/** Room in the frames that carry files beside the files themselves: names, and what is removed. */
export const NAMES_ROOM_BYTES: number = 2 ** 27;

/** Changes of files taken into the tree between two places where the event loop may have its turn. */
const CHANGES_A_STEP = 64;

/** What a run wrote, on its way into the tree. */
export class FileIntake {
  readonly #mirror: FileMirror;
  readonly #maxBytes: number;
  readonly #refused: string[] = [];
  #bytes = 0;

  /** @param maxFileBytes bytes of files that the code may write */
  constructor(mirror: FileMirror, maxFileBytes: number) {
    this.#mirror = mirror;
    this.#maxBytes = maxFileBytes + NAMES_ROOM_BYTES;
  }

  /** Paths that could not be taken into the tree, with the reason. */
  get refused(): readonly string[] {
    return this.#refused;
  }

  /** Counts the bytes of a frame of changes; false where all frames together are more than the code may write. */
  count(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= this.#maxBytes;
  }

  /**
   * Takes changes into the tree; a promise where they are many.
   *
   * @throws {TypeError} for what is no list
   */
  absorb(operations: PythonValue): Promise<void> | null {
    if (!Array.isArray(operations)) throw new TypeError('files that are not a list');
    const [mirror, refused] = [this.#mirror, this.#refused];
    const steps = (function* (): Steps<void> {
      for (let at = 0; at < operations.length; at += CHANGES_A_STEP) {
        refused.push(...mirror.absorb(operations.slice(at, at + CHANGES_A_STEP)).refused);
        yield;
      }
    })();
    if (operations.length > CHANGES_A_STEP) return inTurns(steps);
    atOnce(steps);
    return null;
  }
}
