import { type FileHandle, open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { errorMessage } from '../../core/internal.js';
import type { HostLine } from '../../filesystem/internal.js';

/** An entry of a ZIP archive, as its central directory has it (APPNOTE 6.3.10, section 4.3.12). */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Bytes that an entry may have unpacked. */
const MAX_ENTRY = 2 ** 28;
/** Bytes of the end of an archive, with its comment. */
const TAIL = 22 + 2 ** 16;
const MAX_DIRECTORY = 2 ** 26;

const inflateRaw = promisify(zlib.inflateRaw) as (
  packed: Buffer,
  options: zlib.ZlibOptions,
) => Promise<Buffer>;

/** Whether a file begins as a ZIP archive does, which an `.eval` log of Inspect is. */
export async function isArchive(path: string): Promise<boolean> {
  const kind = await stat(path).catch(() => null);
  // Opening a pipe would wait for whoever writes to it.
  const file = kind?.isFile() === true ? await open(path, 'r').catch(() => null) : null;
  if (file === null) return false;
  try {
    return (await readAt(file, 0, 4)).toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await file.close();
  }
}

/** The samples of an `.eval` log of Inspect, each as the JSON of a log that has only it. One is held at a time. */
export async function* samplesOf(path: string): AsyncGenerator<HostLine, void, undefined> {
  const file = await open(path, 'r');
  let line = 0;
  try {
    const entries = await entriesOf(file);
    const header =
      entries.find(({ name }) => name === 'header.json') ??
      entries.find(({ name }) => name === '_journal/start.json');
    const about = header === undefined ? '{"eval":{"task":null}}' : await textOf(file, header);
    for (const entry of entries.filter(({ name }) => /^samples\/.+\.json$/.test(name))) {
      line += 1;
      try {
        const sample = await textOf(file, entry);
        const log = about.trimEnd().replace(/\}$/, '');
        yield { line, text: `${log},"samples":[${sample}]}`, problem: null, isEnded: true };
      } catch (error) {
        yield { line, text: null, problem: `${entry.name}: ${errorMessage(error)}`, isEnded: true };
      }
    }
  } catch (error) {
    yield {
      line: line + 1,
      text: null,
      problem: `the archive can't be read: ${errorMessage(error)}`,
      isEnded: false,
    };
  } finally {
    await file.close();
  }
}

async function entriesOf(file: FileHandle): Promise<readonly Entry[]> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - TAIL);
  const tail = await readAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) throw new Error('its end is missing; it may be cut off');
  const bytes = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset === 0xffffffff || bytes > MAX_DIRECTORY)
    throw new Error('it is larger than 4 GiB, which is not read');
  const directory = await readAt(file, offset, bytes);
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) =>
      directory.readUInt16LE(at + place),
    );
    const nameEnd = at + 46 + (nameBytes ?? 0);
    entries.push({
      name: directory.toString('utf8', at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

async function textOf(file: FileHandle, { method, packedBytes, bytes, offset }: Entry): Promise<string> {
  if (bytes > MAX_ENTRY || packedBytes > MAX_ENTRY)
    throw new Error(`it has ${bytes} bytes; at most ${MAX_ENTRY} are read`);
  const head = await readAt(file, offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50)
    throw new Error('it is not where the archive says');
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await readAt(file, start, packedBytes);
  const unpacked = await unpack(packed, method);
  return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
}

async function unpack(packed: Buffer, method: number): Promise<Buffer> {
  if (method === 0) return packed;
  if (method === 8) return inflateRaw(packed, { maxOutputLength: MAX_ENTRY });
  const { zstdDecompress } = zlib as {
    zstdDecompress?: (
      data: Buffer,
      options: object,
      done: (error: Error | null, data: Buffer) => void,
    ) => void;
  };
  if (method === 93 && zstdDecompress !== undefined) {
    return promisify(zstdDecompress)(packed, { maxOutputLength: MAX_ENTRY });
  }
  throw new Error(
    method === 93
      ? `it is packed with Zstandard, which Node ${process.version} can't unpack: use Node 22.15 or later, or inspect log convert --to json`
      : `it is packed by method ${method}, which is not read`,
  );
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
