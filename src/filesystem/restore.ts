import { isJsonObject, type Json, type JsonObject, MettleError, sha256 } from '../core/index.js';
import { errorMessage } from '../core/internal.js';
import { applySide } from './apply-side.js';
import type { Side } from './differences.js';
import { fileSystemError } from './error-codes.js';
import { type JournalEntry, type JournalLink, withEntry } from './journal.js';
import { UNLIMITED } from './limits.js';
import { PersistentMap } from './persistent-map.js';
import type { SnapshotEntry } from './snapshot.js';
import { TreeEditor } from './tree-editor.js';
import { pathKey, pathNames } from './tree-path.js';
import { startingState, type TreeState } from './tree-state.js';

/** A tree as a snapshot has it. */
export interface RestoredTree {
  readonly origin: TreeState;
  readonly now: TreeState;
  readonly journal: JournalLink | undefined;
}

/**
 * Rebuilds a tree, checking every part: paths, kinds, and each content against its hash.
 *
 * @param start - an empty tree in memory, or the host folder for a snapshot without a base.
 * @throws {MettleError} `filesystem/invalid_snapshot`, naming what is wrong.
 */
export function restoreState(snapshot: unknown, start: TreeState): RestoredTree {
  const document = readDocument(snapshot);
  const blobs = readBlobs(document.blobs);
  const base = document.base === null ? [] : readList(document.base, 'base').map(readEntry);
  if (document.base !== null && start.view.host !== undefined) {
    throw invalid('it holds its own base; restore it without a base folder');
  }
  const origin = build(start, (editor) => put(editor, base, blobs));
  const observed = readObserved(document.observed);
  const now = build(origin, (editor) => {
    for (const path of readList(document.removed, 'removed').map(readPath).reverse()) {
      applySide(editor, pathNames(path), undefined, true);
    }
    put(editor, readList(document.changed, 'changed').map(readEntry), blobs);
  });
  return {
    origin: startingState(origin.view),
    now: { ...now, usage: subtract(now, origin), observed },
    journal: readList(document.journal, 'journal')
      .map(readJournalEntry)
      .reduce<JournalLink | undefined>(withEntry, undefined),
  };
}

/**
 * A tree's state with what a delta changed, checked as a snapshot is.
 * @throws {MettleError} `filesystem/invalid_snapshot`, naming what is wrong.
 */
export function stateWithDelta(
  delta: unknown,
  start: { readonly state: TreeState; readonly journal: JournalLink | undefined },
): { readonly state: TreeState; readonly journal: JournalLink | undefined } {
  const { usage, observed, merged } = start.state;
  const { now } = restoreState(delta, start.state);
  const changed = [...now.observed.entries()].reduce((map, [path, stamp]) => map.set(path, stamp), observed);
  const added = readList(readDocument(delta).journal, 'journal').map(readJournalEntry);
  return {
    state: {
      view: now.view,
      usage: { bytes: usage.bytes + now.usage.bytes, entries: usage.entries + now.usage.entries },
      observed: changed,
      merged,
    },
    journal: added.reduce<JournalLink | undefined>(withEntry, start.journal),
  };
}

function subtract(now: TreeState, origin: TreeState): TreeState['usage'] {
  return { bytes: now.usage.bytes - origin.usage.bytes, entries: now.usage.entries - origin.usage.entries };
}

function build(start: TreeState, fill: (editor: TreeEditor) => void): TreeState {
  const editor = new TreeEditor(start, UNLIMITED);
  try {
    fill(editor);
  } catch (error) {
    if (!MettleError.isInstance(error) || error.code === 'filesystem/invalid_snapshot') throw error;
    throw invalid(errorMessage(error), error);
  }
  return editor.state;
}

function put(
  editor: TreeEditor,
  entries: readonly SnapshotEntry[],
  blobs: ReadonlyMap<string, Uint8Array>,
): void {
  for (const entry of entries) applySide(editor, pathNames(entry.path), sideFrom(entry, blobs), false);
}

function sideFrom(entry: SnapshotEntry, blobs: ReadonlyMap<string, Uint8Array>): Side {
  if (entry.kind === 'directory') return { kind: 'directory', mode: entry.mode };
  const bytes = blobs.get(entry.sha256);
  if (bytes === undefined) throw invalid(`the content of ${JSON.stringify(entry.path)} is missing`);
  return { kind: 'file', mode: entry.mode, size: bytes.byteLength, bytes: () => bytes };
}

function readDocument(snapshot: unknown): JsonObject {
  if (typeof snapshot !== 'object' || snapshot === null || !isJsonObject(snapshot as Json)) {
    throw invalid('it is not a JSON object');
  }
  const document = snapshot as JsonObject;
  if (document.format !== 'mettle/file-tree') throw invalid('its "format" is not "mettle/file-tree"');
  if (document.version !== 1) {
    throw invalid(`its version ${JSON.stringify(document.version)} is unknown; this is version 1`);
  }
  return document;
}

function readBlobs(value: Json | undefined): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (const [hash, text] of Object.entries(readObject(value, 'blobs'))) {
    if (typeof text !== 'string') throw invalid(`the content ${hash} is not text`);
    const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
    if (sha256(bytes) !== hash) throw invalid(`the content ${hash} does not have that hash`);
    blobs.set(hash, bytes);
  }
  return blobs;
}

function readObserved(value: Json | undefined): PersistentMap<string | null> {
  let observed = PersistentMap.empty<string | null>();
  for (const [path, stamp] of Object.entries(readObject(value, 'observed'))) {
    if (stamp !== null && typeof stamp !== 'string')
      throw invalid('"observed" holds something other than text');
    observed = observed.set(readPath(path), stamp);
  }
  return observed;
}

function readEntry(value: Json): SnapshotEntry {
  const entry = readObject(value, 'an entry');
  const path = readPath(entry.path ?? null);
  const mode = readWhole(entry.mode, 0o7777, `the mode of ${JSON.stringify(path)}`);
  if (entry.kind === 'directory') return { path, kind: 'directory', mode };
  const hash = entry.sha256;
  if (entry.kind !== 'file' || typeof hash !== 'string') {
    throw invalid(`the entry ${JSON.stringify(path)} is neither a file nor a directory`);
  }
  return { path, kind: 'file', mode, sha256: hash };
}

function readJournalEntry(value: Json): JournalEntry {
  const entry = readObject(value, 'a journal entry');
  const path = readPath(entry.path ?? null);
  const size = (): number => readWhole(entry.size, Number.MAX_SAFE_INTEGER, 'a size in the journal');
  const operation = entry.operation;
  if (operation === 'delete' || operation === 'mkdir' || operation === 'rmdir') return { operation, path };
  if (operation === 'rename') {
    return { operation, path, source: readPath(entry.source ?? null), size: size() };
  }
  if (operation === 'chmod') {
    return { operation, path, mode: readWhole(entry.mode, 0o7777, 'a mode in the journal') };
  }
  const kind = entry.kind;
  if (operation === 'write' && (kind === 'create' || kind === 'modify')) {
    return { operation, path, kind, size: size() };
  }
  throw invalid(`its journal has an unknown operation ${JSON.stringify(operation)}`);
}

function readPath(value: Json): string {
  if (typeof value !== 'string') throw invalid('a path is not text');
  let key: string | undefined;
  try {
    key = pathKey(pathNames(value));
  } catch (error) {
    throw invalid(errorMessage(error), error);
  }
  if (key !== value || value === '') throw invalid(`${JSON.stringify(value)} is not a plain path in a tree`);
  return value;
}

function readWhole(value: Json | undefined, maximum: number, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maximum)
    return value;
  throw invalid(`${what} is not a whole number up to ${maximum}`);
}

function readObject(value: Json | undefined, what: string): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw invalid(`${what} is not a JSON object`);
  return value;
}

function readList(value: Json | undefined, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw invalid(`"${what}" is not a list`);
  if (Object.keys(value).length < value.length) throw invalid(`"${what}" has gaps`);
  return value;
}

function invalid(why: string, cause?: unknown): MettleError {
  return fileSystemError('invalid_snapshot', `This snapshot of a file tree cannot be restored: ${why}.`, {
    cause,
  });
}
