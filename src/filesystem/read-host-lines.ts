import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { errorMessage, nothing, takeTurns } from '../core/internal.js';
import { fileSystemError } from './error-codes.js';

/** One line of a file. Blank lines are counted, and not given. */
export interface HostLine {
  /** 1-based. */
  readonly line: number;
  /** Null where the line can't be read; `problem` says why. */
  readonly text: string | null;
  readonly problem: string | null;
  /** Whether its line break is there: the last line of a file that was torn off while writing has none. */
  readonly isEnded: boolean;
}

/** What the lines of a file may be. */
export interface HostLinesOptions {
  /** Longer lines are passed over, and never held in memory. */
  readonly maxLineBytes: number;
}

/** Bytes that are read at a time. */
const CHUNK_BYTES = 2 ** 18;

const NEW_LINE = 0x0a;

const NOT_UTF_8 = 'it is not UTF-8: save the file as UTF-8, such as with iconv -f UTF-16 -t UTF-8';

/**
 * The lines of a host file, one after another, whatever its size; of a gzip or Zstandard file, those of its content. A line
 * that isn't UTF-8 or too long, and data that can't be unpacked, are problems of their line. The event loop runs in between.
 *
 * @param what what the file should hold, for the message, such as `trajectories`
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read, or this Node can't unpack it.
 */
export async function* readHostLines(
  path: string,
  what: string,
  { maxLineBytes }: HostLinesOptions,
): AsyncGenerator<HostLine, void, undefined> {
  const unreadable = (cause: unknown): Error =>
    fileSystemError('unreadable_file', `Cannot read ${what} from ${path}: ${errorMessage(cause)}`, { cause });
  let file: FileHandle | undefined;
  try {
    const kind = await stat(path);
    // Opening a pipe would wait for whoever writes to it.
    if (!kind.isFile() && !kind.isDirectory())
      throw new Error('it is no file but a pipe or a device: save it as a file');
    file = await open(path, 'r');
    const lines = new LineBuffer(maxLineBytes);
    const inTurns = takeTurns();
    const start = await firstBytes(file);
    const foreign = foreignKind(start);
    if (foreign !== null) {
      yield lines.broken(foreign);
      return;
    }
    const unpacker = unpackerFor(start);
    const source = file.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES, autoClose: false });
    if (unpacker !== null) source.on('error', (error) => unpacker.destroy(error)).pipe(unpacker);
    const chunks = (unpacker ?? source)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          // An error of the disk has a name of POSIX; one of the packed data is a problem of the file.
          if (unpacker === null || !isOfZlib(error)) throw error;
          return { done: true as const, value: errorMessage(error) };
        });
        if (next.done === true) {
          if (typeof next.value === 'string') yield lines.broken(`the packed data ends here: ${next.value}`);
          else yield* lines.rest();
          return;
        }
        // Thousands of lines may be in one chunk: what is done with each is counted, too.
        for (const line of lines.add(next.value as Buffer)) {
          yield line;
          await inTurns(nothing());
        }
      }
    } finally {
      source.destroy();
      unpacker?.destroy();
    }
  } catch (error) {
    throw (error as { readonly code?: string }).code === 'filesystem/unreadable_file'
      ? error
      : unreadable(error);
  } finally {
    await file?.close();
  }
}

/** Cuts chunks into lines, and holds one line at most. */
class LineBuffer {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #line = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *add(chunk: Buffer): Generator<HostLine, void, undefined> {
    let start = this.#bytes === 0 ? this.#blankLines(chunk, 0) : 0;
    for (let end = chunk.indexOf(NEW_LINE, start); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      this.#hold(chunk.subarray(start, end));
      yield this.#take(true);
      start = this.#blankLines(chunk, end + 1);
    }
    this.#hold(chunk.subarray(start));
  }

  /** Counts line breaks that follow each other, and gives the place of what follows them: gigabytes of them fit into kilobytes of gzip. */
  #blankLines(chunk: Buffer, start: number): number {
    let end = start;
    while (chunk[end] === NEW_LINE) end += 1;
    this.#line += end - start;
    return end;
  }

  *rest(): Generator<HostLine, void, undefined> {
    if (this.#bytes > 0) yield this.#take(false);
  }

  broken(problem: string): HostLine {
    return { line: this.#line, text: null, problem, isEnded: false };
  }

  #hold(part: Buffer): void {
    this.#bytes += part.byteLength;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.byteLength > 0) this.#parts.push(part);
  }

  #take(isEnded: boolean): HostLine {
    const [line, bytes, parts] = [this.#line, this.#bytes, this.#parts];
    this.#line += 1;
    this.#bytes = 0;
    this.#parts = [];
    if (bytes > this.#maxBytes) {
      const problem = `it has ${bytes} bytes; a line has at most ${this.#maxBytes}`;
      return { line, text: null, problem, isEnded };
    }
    try {
      // Only a file begins with a byte order mark.
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: line > 1 });
      const text = decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
      return { line, text, problem: null, isEnded };
    } catch {
      return { line, text: null, problem: NOT_UTF_8, isEnded };
    }
  }
}

async function firstBytes(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.subarray(0, bytesRead);
}

/** What files that hold no lines of text begin with, in hexadecimal, and what to do with them. */
const FOREIGN: readonly (readonly [start: RegExp, problem: string])[] = [
  // A byte order mark, or a first character below U+0080.
  [/^(?:fffe|feff|00[^0]|[^0].00)/, NOT_UTF_8],
  [
    /^50415231/,
    'it is a Parquet file: write it as JSON lines first, such as with load_dataset("parquet", …).to_json(…) of datasets',
  ],
  [/^504b0304/, 'it is a ZIP archive: unpack it'],
  [/^425a68/, 'it is packed with bzip2: unpack it (bzip2 -d)'],
  [/^fd377a58/, 'it is packed with xz: unpack it (xz -d)'],
  [/^53514c69/, 'it is an SQLite database: write it as JSON lines first'],
];

/** Why a file that begins so holds no lines; null where it may. */
function foreignKind(start: Buffer): string | null {
  const hex = start.toString('hex');
  return FOREIGN.find(([pattern]) => pattern.test(hex))?.[1] ?? null;
}

/** What unpacks a file that begins so; null for one that isn't packed. No line of JSON begins like either. */
function unpackerFor(start: Buffer): (NodeJS.WritableStream & Readable) | null {
  if (start[0] === 0x1f && start[1] === 0x8b) return zlib.createGunzip();
  if (start.toString('hex') !== '28b52ffd') return null;
  const create = (zlib as { createZstdDecompress?: () => NodeJS.WritableStream & Readable })
    .createZstdDecompress;
  if (create !== undefined) return create();
  throw new Error(
    `it is packed with Zstandard, which Node ${process.version} can't unpack: use Node 22.15 or later, or unpack it (zstd -d)`,
  );
}

function isOfZlib(error: unknown): boolean {
  return /^(?:Z_|ZSTD_|ERR_ZSTD)/.test(String((error as { readonly code?: unknown }).code));
}
