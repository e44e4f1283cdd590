import type { WireLimits } from './wire/requests.js';

/** How every dump of the pinned version starts. */
const MAGIC = Buffer.from('MONTY\0\x0e\0', 'latin1');

/** Whether these bytes start as a dump of the pinned version does. */
export function isDump(state: Uint8Array): boolean {
  return MAGIC.equals(state.subarray(0, MAGIC.length));
}

/**
 * A dump of a session between two runs with other limits: loading one keeps the limits that are in it, and only lets
 * them be tightened. The dump is CBOR (RFC 8949) after a few bytes of its own. Null when the limits are not found
 * where they should be.
 */
export function withLimits(state: Uint8Array, limits: WireLimits): Buffer | null {
  const bytes = Buffer.from(state.buffer, state.byteOffset, state.length);
  const at = ['state', 'Idle', 'heap', 'tracker', 'limits'].reduce<number | null>(
    (map, key) => (map === null ? null : valueIn(bytes, map, key)),
    isDump(state) ? MAGIC.length : null,
  );
  if (at === null) return null;
  const micros = limits.maxFeedMicros;
  const seconds = Math.floor(micros / 1e6);
  const duration = Buffer.concat([
    Buffer.from([0xa2]),
    text('secs'),
    unsigned(seconds),
    text('nanos'),
    unsigned((micros - seconds * 1e6) * 1000),
  ]);
  const changes = (
    [
      ['max_feed_duration', duration],
      ['max_memory', unsigned(limits.maxMemoryBytes)],
      ['max_recursion_depth', unsigned(limits.maxRecursionDepth)],
    ] as const
  ).map(([key, value]) => ({ at: valueIn(bytes, at, key), value }));
  const parts: Buffer[] = [];
  let end = 0;
  for (const change of changes.sort((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    const after = change.at === null ? null : skip(bytes, change.at);
    if (change.at === null || after === null) return null;
    parts.push(bytes.subarray(end, change.at), change.value);
    end = after;
  }
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

/** The head of a data item: its major type, its argument, and where its content starts. */
interface Head {
  readonly major: number;
  readonly argument: number;
  readonly end: number;
}

function readHead(bytes: Buffer, at: number): Head | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const [major, short] = [first >> 5, first & 31];
  if (short < 24) return { major, argument: short, end: at + 1 };
  const size = 1 << (short - 24);
  if (short > 27 || at + 1 + size > bytes.length) return null;
  const argument = size === 8 ? Number(bytes.readBigUInt64BE(at + 1)) : bytes.readUIntBE(at + 1, size);
  return { major, argument, end: at + 1 + size };
}

/** Where the item at `at` ends, with everything in it; null when it does not. */
function skip(bytes: Buffer, at: number): number | null {
  let position = at;
  for (let items = 1; items > 0; items--) {
    const head = readHead(bytes, position);
    if (head === null) return null;
    const { major, argument } = head;
    position = head.end + (major === 2 || major === 3 ? argument : 0);
    if (major === 4) items += argument;
    else if (major === 5) items += 2 * argument;
    else if (major === 6) items++;
    if (position > bytes.length) return null;
  }
  return position;
}

/** Where the value of a text key is in the map at `map`. */
function valueIn(bytes: Buffer, map: number, key: string): number | null {
  const head = readHead(bytes, map);
  if (head === null || head.major !== 5) return null;
  const wanted = text(key);
  let at: number | null = head.end;
  for (let pair = 0; pair < head.argument && at !== null; pair++) {
    const value = skip(bytes, at);
    if (value === null) return null;
    if (wanted.equals(bytes.subarray(at, value))) return value;
    at = skip(bytes, value);
  }
  return null;
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function unsigned(value: number): Buffer {
  if (value < 24) return Buffer.from([value]);
  const bytes = Buffer.alloc(9, 0x1b);
  bytes.writeBigUInt64BE(BigInt(value), 1);
  return bytes;
}
