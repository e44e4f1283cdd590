import { inflateSync } from 'node:zlib';
import type { Steps } from '../../core/index.js';
import { decodeBase85Line } from './base85.js';
import { applyDelta } from './delta.js';
import { invalidPatch } from './invalid-patch.js';
import type { PatchReader } from './patch-reader.js';

/** How a binary file changes: its whole new content, or a delta against the old one. */
export interface BinaryContent {
  /** The new content; undefined when the delta does not fit. */
  readonly apply: (old: Uint8Array) => Uint8Array | undefined;
}

/** How much binary content a patch may unpack to. */
export interface BinaryLimits {
  /** Bytes of one file. */
  readonly maxBytesPerFile: number;
  /** Bytes that are left for all files together; counted down. */
  bytesLeft: number;
}

/** Limits that bound nothing but what fits into memory. */
export const UNLIMITED_BINARIES: BinaryLimits = { maxBytesPerFile: 2 ** 30, bytesLeft: 2 ** 30 };

/** Lines read between two places where work may be interrupted. */
const LINES_A_STEP = 2_000;

/** Reads what follows `GIT binary patch`: the forward content, and passes over the backward one. */
export function* parseBinary(reader: PatchReader, limits: BinaryLimits): Steps<BinaryContent> {
  reader.advance();
  const forward = readStart(reader);
  if (forward === undefined) throw invalidPatch(reader.at, 'the binary content is missing');
  const content = yield* readContent(reader, forward, limits);
  if (readStart(reader) !== undefined) yield* passOver(reader);
  if (forward.method === 'literal') return { apply: () => content };
  const size = deltaTargetSize(content);
  if (size > limits.maxBytesPerFile) throw tooLarge(forward.at, size);
  return { apply: (old) => applyDelta(old, content, size) };
}

interface Start {
  readonly method: string | undefined;
  readonly size: number;
  readonly at: number;
}

/** Reads the line that binary content starts with; undefined for a line that is none. */
function readStart(reader: PatchReader): Start | undefined {
  const start = /^(literal|delta) (\d{1,12})$/.exec(reader.line);
  if (start === null) return undefined;
  const at = reader.at;
  reader.advance();
  return { method: start[1], size: Number(start[2]), at };
}

function* readContent(reader: PatchReader, { size, at }: Start, limits: BinaryLimits): Steps<Uint8Array> {
  limits.bytesLeft -= size;
  if (size > limits.maxBytesPerFile || limits.bytesLeft < 0) throw tooLarge(at, size);
  const packed: Uint8Array[] = [];
  for (; !reader.done && reader.line !== ''; reader.advance()) {
    const line = decodeBase85Line(reader.line);
    if (line === undefined) throw invalidPatch(reader.at, 'a line of binary content is malformed');
    packed.push(line);
    if (packed.length % LINES_A_STEP === 0) yield;
  }
  reader.advance();
  return inflate(Buffer.concat(packed), size, at);
}

function* passOver(reader: PatchReader): Steps<void> {
  for (; !reader.done && reader.line !== ''; reader.advance()) if (reader.at % LINES_A_STEP === 0) yield;
  reader.advance();
}

function tooLarge(at: number, size: number): Error {
  return invalidPatch(at, `its binary content of ${size} bytes is too large`);
}

function inflate(packed: Uint8Array, size: number, at: number): Uint8Array {
  let content: Uint8Array;
  try {
    content = Uint8Array.from(inflateSync(packed, { maxOutputLength: Math.max(1, size) }));
  } catch {
    throw invalidPatch(at, `its binary content does not unpack to ${size} bytes`);
  }
  if (content.byteLength !== size)
    throw invalidPatch(at, `its binary content does not unpack to ${size} bytes`);
  return content;
}

/** The second size that a delta starts with. */
function deltaTargetSize(delta: Uint8Array): number {
  const first = delta.findIndex((byte) => (byte & 0x80) === 0);
  let size = 0;
  let scale = 1;
  for (let index = first + 1; index < delta.byteLength && scale < 2 ** 49; index++, scale *= 128) {
    const byte = delta[index] ?? 0;
    size += (byte & 0x7f) * scale;
    if ((byte & 0x80) === 0) break;
  }
  return size;
}
