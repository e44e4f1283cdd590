import { MettleError } from '../../core/index.js';
import { dumpVersion } from './session-limits.js';
import type { Checkpoint } from './session-state.js';

/**
 * A namespace as bytes: the length of a JSON header, the header (limits and file names), then the worker's own dump.
 * A fresh namespace is no bytes at all.
 */
export function packNamespace(checkpoint: Checkpoint | null): Uint8Array {
  if (checkpoint === null) return new Uint8Array();
  const header = Buffer.from(JSON.stringify({ limits: checkpoint.limits, files: checkpoint.files }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, checkpoint.state]);
}

/** Reads what {@link packNamespace} wrote. Throws `sandbox/invalid_dump` for anything else. */
export function unpackNamespace(packed: Uint8Array): Checkpoint | null {
  if (packed.length === 0) return null;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const end = bytes.length < 4 ? 0 : 4 + bytes.readUInt32LE(0);
  const state = bytes.subarray(end);
  const header = end < 4 || end > bytes.length ? null : parseHeader(bytes.toString('utf8', 4, end));
  if (header === null || dumpVersion(state) === null) {
    throw new MettleError({
      code: 'sandbox/invalid_dump',
      message: 'these bytes are no namespace of the monty engine; pass what dump() returned',
    });
  }
  return { ...header, state: Uint8Array.from(state) };
}

function parseHeader(text: string): Omit<Checkpoint, 'state'> | null {
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof header !== 'object' || header === null) return null;
  const files: unknown = Reflect.get(header, 'files');
  const limits: unknown = Reflect.get(header, 'limits');
  if (!Array.isArray(files) || !files.every((file) => typeof file === 'string')) return null;
  if (typeof limits !== 'object' || limits === null) return null;
  const [maxDurationMicros, maxMemoryBytes, maxRecursionDepth] = [
    'maxDurationMicros',
    'maxMemoryBytes',
    'maxRecursionDepth',
  ].map((name): unknown => Reflect.get(limits, name));
  if (!isCount(maxDurationMicros) || !isCount(maxMemoryBytes) || !isCount(maxRecursionDepth)) return null;
  return { files, limits: { maxDurationMicros, maxMemoryBytes, maxRecursionDepth } };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
