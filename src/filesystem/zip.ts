import type { ZipDeflate, ZipPassThrough } from 'fflate';
import type { Steps } from '../core/index.js';
import { pathError, show } from './errors.js';
import { archives } from './on-first-use.js';
import { pathKey } from './tree-path.js';
import type { TreeView } from './tree-view.js';

/** Bytes that may go into an archive; a tree can hold more than it takes, where many files share their content. */
const MAX_ZIP_BYTES = 2 ** 30;

/** Bytes that are compressed or copied between two places where the event loop may have its turn. */
const BYTES_A_STEP = 128 * 1024;

/** The date of every entry, so that equal trees give equal bytes. */
const DATE = new Date(1980, 0, 1);

/** Bytes of one of the blocks in which an archive grows. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Everything in a tree as a ZIP archive, in the order of paths and with a fixed date, so that equal trees give equal
 * bytes. Permission bits are kept.
 *
 * @throws {MettleError} `filesystem/unsafe_name` for a name that another system would unpack somewhere else: with a
 *   backslash, or starting like a drive (`C:`); `filesystem/too_large` for more than 1 GiB.
 */
export function* zipTree(view: TreeView): Steps<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = archives();
  const DeflatedFile = deflatedFile();
  const archive = new Blocks();
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    archive.add(chunk);
  });
  yield* checkSize(view);
  for (const { names, kind } of view.walk()) {
    const key = pathKey(names);
    if (key.includes('\\') || /^[A-Za-z]:/.test(key)) throw unsafeName(key);
    const mode = view.modeOf(view.locate(names));
    if (kind === 'directory') {
      const entry = new ZipPassThrough(`${key}/`);
      setAttributes(entry, 0o040000 | mode);
      zip.add(entry);
      entry.push(new Uint8Array(), true);
    } else {
      const bytes = view.read(names);
      const entry = bytes.length > BYTES_A_STEP ? new ZipDeflate(key) : new DeflatedFile(key);
      setAttributes(entry, 0o100000 | mode);
      zip.add(entry);
      for (let at = 0; at < bytes.length - BYTES_A_STEP; at += BYTES_A_STEP) {
        entry.push(bytes.slice(at, at + BYTES_A_STEP), false);
        yield;
      }
      const rest = bytes.length % BYTES_A_STEP || Math.min(bytes.length, BYTES_A_STEP);
      entry.push(bytes.slice(bytes.length - rest), true);
    }
    yield;
  }
  zip.end();
  return yield* archive.joined();
}

/** Bytes that come in many small pieces, kept in few large ones: what is kept piece by piece holds up the collector. */
class Blocks {
  readonly #full: Uint8Array[] = [];
  #last = new Uint8Array(BLOCK_BYTES);
  #filled = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#last.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_BYTES) this.#next();
    }
  }

  #next(): void {
    this.#full.push(this.#last);
    this.#last = new Uint8Array(BLOCK_BYTES);
    this.#filled = 0;
  }

  *joined(): Steps<Uint8Array> {
    const whole = new Uint8Array(this.#full.length * BLOCK_BYTES + this.#filled);
    for (const [index, block] of this.#full.entries()) {
      whole.set(block, index * BLOCK_BYTES);
      yield;
    }
    whole.set(this.#last.subarray(0, this.#filled), this.#full.length * BLOCK_BYTES);
    return whole;
  }
}

/** The class of files that are compressed in one go, which is much cheaper for small ones than a stream. */
function deflatedFile(): typeof ZipPassThrough {
  const { ZipPassThrough, deflateSync } = archives();
  return class extends ZipPassThrough {
    override compression = 8;

    protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
      this.ondata(null, deflateSync(chunk), final);
    }
  };
}

function setAttributes(entry: ZipPassThrough | ZipDeflate, mode: number): void {
  entry.os = 3;
  entry.attrs = mode * 2 ** 16;
  entry.mtime = DATE;
}

function* checkSize(view: TreeView): Steps<void> {
  let left = MAX_ZIP_BYTES;
  for (const { names } of view.walk()) {
    yield;
    const found = view.locate(names);
    if (found.kind === 'file') left -= found.node.bytes.byteLength;
    else if (found.kind === 'host_file') left -= found.entry.size;
    if (left < 0) throw tooLarge(pathKey(names));
  }
}

function tooLarge(key: string): Error {
  return pathError(
    'too_large',
    'EFBIG',
    key,
    `The tree holds more than ${MAX_ZIP_BYTES} bytes (reached at ${show(key)}), which is too much for a ZIP archive.`,
    { details: { limit: MAX_ZIP_BYTES } },
  );
}

function unsafeName(key: string): Error {
  return pathError(
    'unsafe_name',
    'EINVAL',
    key,
    `The path ${show(key)} can't be stored in a ZIP archive: another system would unpack it elsewhere. Rename it first.`,
  );
}
