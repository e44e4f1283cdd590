import type { WireLimits } from './wire/requests.js';

/** The dump version whose layout {@link patchDump} knows. */
export const KNOWN_DUMP_VERSION = 8;

const MAGIC = Buffer.from('MONTY\0', 'latin1');
const MICROS_PER_SECOND = 1_000_000;
/** What the worker sets for itself when a session names no number of suspensions. */
const DEFAULT_SUSPENSIONS = 1000;

/** The version of a dump, or null for bytes that are no dump. */
export function dumpVersion(state: Uint8Array): number | null {
  const bytes = Buffer.from(state.buffer, state.byteOffset, state.length);
  if (bytes.length < 8 || !bytes.subarray(0, 6).equals(MAGIC)) return null;
  return bytes.readUInt16LE(6);
}

/**
 * A dump with other limits and with no time consumed, so that a lasting session can have limits per run. The limits
 * are found as the exact bytes of `from`; a session's limits carry random low digits, so code cannot plant them.
 * Null when the version is unknown or the bytes are not there exactly once: the dump is then used as it is.
 */
export function patchDump(state: Uint8Array, from: WireLimits, to: WireLimits): Uint8Array | null {
  if (dumpVersion(state) !== KNOWN_DUMP_VERSION) return null;
  const bytes = Buffer.from(state.buffer, state.byteOffset, state.length);
  const wanted = encodeLimits(from);
  const at = bytes.lastIndexOf(wanted);
  if (at < 0 || bytes.indexOf(wanted) !== at) return null;
  const seconds = varintEnd(bytes, at + wanted.length);
  const nanos = seconds === null ? null : varintEnd(bytes, seconds);
  if (nanos === null) return null;
  return Buffer.concat([bytes.subarray(0, at), encodeLimits(to), Buffer.from([0, 0]), bytes.subarray(nanos)]);
}

/** Duration, memory, no collection interval, recursion depth, suspensions: each optional one behind a 1. */
function encodeLimits(limits: WireLimits): Buffer {
  const seconds = Math.floor(limits.maxDurationMicros / MICROS_PER_SECOND);
  const nanos = (limits.maxDurationMicros - seconds * MICROS_PER_SECOND) * 1000;
  return Buffer.from([
    1,
    ...varint(seconds),
    ...varint(nanos),
    1,
    ...varint(limits.maxMemoryBytes),
    0,
    ...varint(limits.maxRecursionDepth),
    ...varint(DEFAULT_SUSPENSIONS),
  ]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

function varintEnd(bytes: Buffer, start: number): number | null {
  for (let index = start; index < Math.min(bytes.length, start + 10); index++) {
    if ((bytes[index] ?? 0) < 128) return index + 1;
  }
  return null;
}
