import { inflateSync } from 'node:zlib';
import { decodeBase85Line } from './base85.js';
import { applyDelta } from './delta.js';
import { invalidPatch } from './invalid-patch.js';
import type { PatchReader } from './patch-reader.js';

/** How a binary file changes: its whole new content, or a delta against the old one. */
export interface BinaryContent {
  /** The new content; undefined when the delta does not fit. */
  readonly apply: (old: Uint8Array) => Uint8Array | undefined;
}

/** Largest content that a binary patch may hold, in bytes. */
const MAX_BINARY_BYTES = 2 ** 30;

/** Reads what follows `GIT binary patch`: the forward content, and passes over the backward one. */
export function parseBinary(reader: PatchReader): BinaryContent {
  reader.advance();
  const forward = readPart(reader);
  if (forward === undefined) throw invalidPatch(reader.at, 'the binary content is missing');
  readPart(reader);
  return forward;
}

function readPart(reader: PatchReader): BinaryContent | undefined {
  const start = /^(literal|delta) (\d{1,12})$/.exec(reader.line);
  if (start === null) return undefined;
  const [, method, digits] = start;
  const size = Number(digits);
  const at = reader.at;
  if (size > MAX_BINARY_BYTES) throw invalidPatch(at, `its binary content of ${size} bytes is too large`);
  reader.advance();
  const packed: Uint8Array[] = [];
  for (; !reader.done && reader.line !== ''; reader.advance()) {
    const line = decodeBase85Line(reader.line);
    if (line === undefined) throw invalidPatch(reader.at, 'a line of binary content is malformed');
    packed.push(line);
  }
  reader.advance();
  const content = inflate(Buffer.concat(packed), size, at);
  if (method === 'literal') return { apply: () => content };
  return { apply: (old) => applyDelta(old, content, deltaTargetSize(content)) };
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
