/**
 * Applies a delta in git's pack format: two sizes, then instructions that copy a part of the source or insert bytes.
 * Undefined when it is malformed, does not fit the source, or gives another size than `size`.
 */
export function applyDelta(source: Uint8Array, delta: Uint8Array, size: number): Uint8Array | undefined {
  const reader = { delta, at: 0 };
  if (readSize(reader) !== source.byteLength || readSize(reader) !== size) return undefined;
  const target = new Uint8Array(size);
  let filled = 0;
  while (reader.at < delta.byteLength) {
    const instruction = delta[reader.at++] ?? 0;
    const part = instruction & 0x80 ? copied(reader, source, instruction) : inserted(reader, instruction);
    if (part === undefined || filled + part.byteLength > size) return undefined;
    target.set(part, filled);
    filled += part.byteLength;
  }
  return filled === size ? target : undefined;
}

interface Reader {
  readonly delta: Uint8Array;
  at: number;
}

function readSize(reader: Reader): number {
  let size = 0;
  for (let scale = 1; scale < 2 ** 49; scale *= 128) {
    const byte = reader.delta[reader.at++];
    if (byte === undefined) return -1;
    size += (byte & 0x7f) * scale;
    if ((byte & 0x80) === 0) return size;
  }
  return -1;
}

function copied(reader: Reader, source: Uint8Array, instruction: number): Uint8Array | undefined {
  const offset = readBytes(reader, instruction & 0x0f, 4);
  const length = readBytes(reader, (instruction >> 4) & 0x07, 3) || 0x10000;
  return offset + length <= source.byteLength ? source.subarray(offset, offset + length) : undefined;
}

function inserted(reader: Reader, length: number): Uint8Array | undefined {
  const part = reader.delta.subarray(reader.at, reader.at + length);
  reader.at += length;
  return length > 0 && part.byteLength === length ? part : undefined;
}

/** A little-endian number of which only the bytes named by `present` are there. */
function readBytes(reader: Reader, present: number, count: number): number {
  let value = 0;
  for (let byte = 0; byte < count; byte++) {
    if (present & (1 << byte)) value += (reader.delta[reader.at++] ?? 0) * 2 ** (8 * byte);
  }
  return value;
}
