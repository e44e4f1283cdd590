import { MettleError } from '../../core/index.js';
import { type FeedSpan, isFeedSpan } from './feed-files.js';
import { type KnownNames, NO_NAMES_KNOWN } from './ready-code.js';
import { dumpVersion } from './session-limits.js';
import type { WireLimits } from './wire/requests.js';

/** What is known of a namespace beside its content. */
export interface NamespaceNotes {
  /** The names of the files that the feeds of the session came from; null for a feed of Mettle's own. */
  readonly files: readonly FeedSpan[];
  /** How many feeds the session has had. */
  readonly feeds: number;
  readonly known: KnownNames;
}

/** What is known of a fresh namespace. */
export const NO_NOTES: NamespaceNotes = { files: [], feeds: 0, known: NO_NAMES_KNOWN };

/** A namespace as bytes, with what is needed to go on from it. */
export interface Checkpoint extends NamespaceNotes {
  readonly state: Uint8Array;
  readonly limits: WireLimits;
}

/** What is known of the namespace of a checkpoint; of a fresh one for null. */
export function notesOf(checkpoint: Checkpoint | null): NamespaceNotes {
  if (checkpoint === null) return NO_NOTES;
  const { files, feeds, known } = checkpoint;
  return { files, feeds, known };
}

/**
 * A namespace as bytes: the length of a JSON header, the header (limits and file names), then the worker's own dump.
 * A fresh namespace is no bytes at all.
 */
export function packNamespace(checkpoint: Checkpoint | null): Uint8Array {
  if (checkpoint === null) return new Uint8Array();
  const { names, modules, members, prelude } = checkpoint.known;
  const header = Buffer.from(
    JSON.stringify({
      limits: checkpoint.limits,
      files: checkpoint.files,
      feeds: checkpoint.feeds,
      names: [...names],
      modules: [...modules],
      members: [...members],
      prelude: [...prelude],
    }),
  );
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

/** A run that waits: the session as it waits, and the namespace from before the run to fall back to. */
export interface SuspendedState {
  readonly before: Checkpoint | null;
  readonly waiting: Checkpoint;
}

/** A waiting run as bytes: the length of the namespace before it, that namespace, the waiting session. */
export function packSuspended({ before, waiting }: SuspendedState): Uint8Array {
  const first = packNamespace(before);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(first.length);
  return Buffer.concat([length, first, packNamespace(waiting)]);
}

/** Reads what {@link packSuspended} wrote. Throws `sandbox/invalid_dump` for anything else. */
export function unpackSuspended(packed: Uint8Array): SuspendedState {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const end = bytes.length < 4 ? 0 : 4 + bytes.readUInt32LE(0);
  const waiting = end < 4 || end > bytes.length ? null : unpackNamespace(bytes.subarray(end));
  if (waiting === null) {
    throw new MettleError({
      code: 'sandbox/invalid_dump',
      message: 'these bytes are no suspended run of the monty engine; pass what dump() of the run returned',
    });
  }
  return { before: unpackNamespace(bytes.subarray(4, end)), waiting };
}

function parseHeader(text: string): Omit<Checkpoint, 'state'> | null {
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof header !== 'object' || header === null) return null;
  const field = (name: string): unknown => Reflect.get(header, name);
  const limits = parseLimits(field('limits'));
  const [files, feeds, names] = [field('files'), field('feeds'), field('names')];
  const [modules, members, prelude] = [field('modules'), field('members'), field('prelude')];
  if (limits === null || !isList(files, isFeedSpan) || !isCount(feeds)) return null;
  if (!isList(names, isText) || !isList(prelude, isText)) return null;
  if (!isList(modules, isTextPair) || !isList(members, isText)) return null;
  const known = {
    names: new Set(names),
    modules: new Map(modules),
    members: new Set(members),
    prelude: new Set(prelude),
  };
  return { limits, files, feeds, known };
}

function parseLimits(limits: unknown): WireLimits | null {
  if (typeof limits !== 'object' || limits === null) return null;
  const [maxDurationMicros, maxMemoryBytes, maxRecursionDepth] = [
    'maxDurationMicros',
    'maxMemoryBytes',
    'maxRecursionDepth',
  ].map((name): unknown => Reflect.get(limits, name));
  if (!isCount(maxDurationMicros) || !isCount(maxMemoryBytes) || !isCount(maxRecursionDepth)) return null;
  return { maxDurationMicros, maxMemoryBytes, maxRecursionDepth };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}
