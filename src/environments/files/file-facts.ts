import { type Json, type JsonObject, sha256 } from '../../core/index.js';
import type { FileTree } from '../../filesystem/index.js';
import type { WorldState } from '../world-state.js';

/** Bytes up to which a text file's fact holds its text. */
const MAX_TEXT_BYTES = 65_536;

const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;

/**
 * The facts of a file tree: `files/PATH` ↦ `{text}` for UTF-8 of up to 65,536 bytes, else `{sha256, size}`, and
 * `files/PATH/` ↦ `{directory: true}` for an empty directory; with `mode` where the permission bits are not the usual
 * ones. Only what changed is read again.
 */
export class FileFacts {
  readonly #tree: FileTree;
  /** The tree as it was when `#facts` was read. */
  #read: FileTree;
  #facts: WorldState;

  private constructor(tree: FileTree, facts: WorldState) {
    this.#tree = tree;
    this.#read = tree.fork();
    this.#facts = facts;
  }

  /** Reads a whole tree. */
  static of(tree: FileTree): FileFacts {
    const facts = new Map<string, Json>();
    for (const path of tree.glob('**')) setFact(facts, tree, path.slice(1));
    return new FileFacts(tree, facts);
  }

  /** The facts of a fork of this tree, before anything was done to it. */
  ofFork(fork: FileTree): FileFacts {
    return new FileFacts(fork, this.now());
  }

  /** The facts as they are now: the same map where nothing changed. */
  now(): WorldState {
    const changes = this.#tree.changesFrom(this.#read);
    if (changes.length === 0) return this.#facts;
    const facts = new Map(this.#facts);
    const places = new Set<string>();
    for (const { path } of changes) {
      places.add(path);
      places.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    }
    for (const path of places) setFact(facts, this.#tree, path);
    this.#read = this.#tree.fork();
    this.#facts = facts;
    return facts;
  }
}

function setFact(facts: Map<string, Json>, tree: FileTree, path: string): void {
  if (path === '') return;
  const [file, directory] = [`files/${path}`, `files/${path}/`];
  const kind = tree.exists(path) ? tree.stat(path).kind : undefined;
  if (kind !== 'file') facts.delete(file);
  if (kind !== 'directory') facts.delete(directory);
  if (kind === 'file') facts.set(file, fileFact(tree, path));
  if (kind !== 'directory') return;
  const { mode } = tree.stat(path);
  if (mode === DIRECTORY_MODE && tree.list(path).length > 0) facts.delete(directory);
  else facts.set(directory, { directory: true, ...(mode === DIRECTORY_MODE ? {} : { mode }) });
}

function fileFact(tree: FileTree, path: string): JsonObject {
  const { mode } = tree.stat(path);
  const bytes = tree.readBytes(path);
  const text = textOf(bytes);
  return {
    ...(text === null ? { sha256: sha256(bytes), size: bytes.byteLength } : { text }),
    ...(mode === FILE_MODE ? {} : { mode }),
  };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.byteLength > MAX_TEXT_BYTES || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
