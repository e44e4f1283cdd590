import { dumpVersion, KNOWN_DUMP_VERSION } from './session-limits.js';

/** What the worker calls feeds, up to their number. */
const FEED_NAME = Buffer.from('<python-input-', 'latin1');
const LONGEST_NUMBER = 15;

/** Words without which a source leaves no code in the namespace that could run later. */
const LEAVES_CODE = /\b(?:def|lambda|class)\b/;

const MIN_SHED_BYTES = 65_536;
const SHED_SHARE = 0.25;

/**
 * The sources of a session's feeds that nothing can refer to any more. The worker keeps the source of every feed, to
 * find lines for tracebacks; a feed without functions and classes never shows in the traceback of a later one.
 */
export class SpentSources {
  readonly #sources = new Map<number, Buffer>();
  #bytes = 0;

  /** Whether loading a namespace of so many bytes anew, without these sources, costs little beside keeping them. */
  isWorthShedding(namespaceBytes: number): boolean {
    return this.#bytes > Math.max(MIN_SHED_BYTES, namespaceBytes * SHED_SHARE);
  }

  /** Notes a feed; one with the number of an earlier one takes its place. */
  add(feed: number, source: string): void {
    if (LEAVES_CODE.test(source)) {
      this.#sources.delete(feed);
      return;
    }
    const bytes = Buffer.from(source);
    this.#bytes += bytes.length + FEED_NAME.length;
    this.#sources.set(feed, bytes);
  }

  /** Forgets the feeds, when the session goes on without their sources or they cannot be told apart any more. */
  clear(): void {
    this.#sources.clear();
    this.#bytes = 0;
  }

  /** A dump of the session without these sources; the dump itself when they are not found in it for certain. */
  drop(state: Uint8Array): Uint8Array {
    if (this.#sources.size === 0 || dumpVersion(state) !== KNOWN_DUMP_VERSION) return state;
    const bytes = Buffer.from(state.buffer, state.byteOffset, state.length);
    const table = findTable(bytes, this.#sources);
    if (table === null) return state;
    return Buffer.concat([
      bytes.subarray(0, table.start - varint(table.entries).length),
      Buffer.from(varint(table.kept.length)),
      ...table.kept.map(([start, end]) => bytes.subarray(start, end)),
      bytes.subarray(table.end),
    ]);
  }
}

/** The sources in a dump: how many, then for each the name of its feed and its text, both with their length. */
interface SourceTable {
  /** Where the first entry is; the number of entries is before it. */
  readonly start: number;
  end: number;
  entries: number;
  /** How many of the entries are known to be sources. */
  matched: number;
  /** Where the entries are that stay. */
  readonly kept: (readonly [start: number, end: number])[];
}

/**
 * Finds the table of sources. Its entries follow each other without a gap, those of the given feeds have exactly
 * their sources, and their number stands before them. Null unless there is exactly one such place.
 */
function findTable(bytes: Buffer, spent: ReadonlyMap<number, Buffer>): SourceTable | null {
  /** By where they end, so that each entry is looked at once: names of feeds stand in other places too. */
  const tables = new Map<number, SourceTable>();
  for (let name = bytes.indexOf(FEED_NAME); name >= 0; name = bytes.indexOf(FEED_NAME, name + 1)) {
    const start = name - 1;
    const entry = readEntry(bytes, start);
    if (entry === null) continue;
    const source = spent.get(entry.feed);
    if (source !== undefined && !source.equals(bytes.subarray(entry.source, entry.end))) continue;
    const table = tables.get(start) ?? { start, end: start, entries: 0, matched: 0, kept: [] };
    tables.delete(start);
    table.entries++;
    table.end = entry.end;
    if (source === undefined) table.kept.push([start, entry.end]);
    else table.matched++;
    tables.set(entry.end, table);
  }
  const [found, ...others] = [...tables.values()].filter(
    ({ start, entries, matched }) => matched > 0 && isVarintBefore(bytes, start, entries),
  );
  return found === undefined || others.length > 0 ? null : found;
}

interface SourceEntry {
  readonly feed: number;
  /** Where the text of the source starts. */
  readonly source: number;
  readonly end: number;
}

function readEntry(bytes: Buffer, at: number): SourceEntry | null {
  const length = bytes[at] ?? 0;
  const digits = length - FEED_NAME.length - 1;
  const number = at + 1 + FEED_NAME.length;
  if (digits < 1 || digits > LONGEST_NUMBER || bytes[number + digits] !== 62) return null;
  if (bytes.compare(FEED_NAME, 0, FEED_NAME.length, at + 1, number) !== 0) return null;
  let feed = 0;
  for (let index = number; index < number + digits; index++) {
    const digit = (bytes[index] ?? 0) - 48;
    if (digit < 0 || digit > 9) return null;
    feed = feed * 10 + digit;
  }
  let [size, factor, source] = [0, 1, number + digits + 1];
  for (let byte = 128; byte >= 128; source++) {
    byte = bytes[source] ?? 255;
    size += (byte & 127) * factor;
    factor *= 128;
    if (factor > 2 ** 35) return null;
  }
  const end = source + size;
  return end > bytes.length ? null : { feed, source, end };
}

function isVarintBefore(bytes: Buffer, end: number, value: number): boolean {
  const wanted = varint(value);
  return wanted.every((byte, index) => bytes[end - wanted.length + index] === byte);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}
