import { fileSystemError, show } from './errors.js';
import { HostFolder } from './host-folder.js';
import { createIgnoreRules } from './ignore-rules.js';
import type { JournalEntry } from './journal.js';
import { type FileTreeLimits, resolveLimits } from './limits.js';
import { emptyDirectory } from './node.js';
import { PersistentMap } from './persistent-map.js';
import { type ParentsOption, TreeEditor, type TreeState } from './tree-editor.js';
import { pathKey, pathNames } from './tree-path.js';
import { TreeView } from './tree-view.js';
import { NO_USAGE } from './usage.js';

/** What is known of a path without reading it. */
export interface FileStat {
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Permission bits, for example 0o644. */
  readonly mode: number;
}

/** What a tree starts from. */
export interface CreateFileTreeOptions {
  /** A host folder, read live and lazily and never written. Default: none, the tree starts in memory. */
  readonly base?: string;
  /** Files that are there from the start, over the folder's: text (as UTF-8) or bytes by path. They are no changes. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Patterns as in `.gitignore` for what the folder keeps back, after the default ones; `!x` lends x after all. */
  readonly ignore?: readonly string[];
  readonly limits?: Partial<FileTreeLimits>;
}

/**
 * A copy-on-write file tree. Paths are POSIX; absolute and relative ones mean the same; `..` never climbs above
 * the root. Every operation is synchronous and all or nothing. Nothing reaches the host folder.
 */
export class FileTree {
  readonly #editor: TreeEditor;
  /** What the changes are counted from. */
  readonly #origin: TreeState;

  /** @internal Use {@link createFileTree} or {@link FileTree.fork}. */
  constructor(editor: TreeEditor, origin: TreeState) {
    this.#editor = editor;
    this.#origin = origin;
  }

  /** A file's bytes; a copy. */
  readBytes(path: string): Uint8Array {
    return this.#editor.view.read(pathNames(path)).slice();
  }

  /**
   * A file's text.
   *
   * @throws {MettleError} `filesystem/not_text` when the bytes are not UTF-8, unless `invalid` is `replace`, which
   *   puts U+FFFD in place of what is not.
   */
  readText(path: string, options: { readonly invalid?: 'throw' | 'replace' } = {}): string {
    const bytes = this.#editor.view.read(pathNames(path));
    try {
      return new TextDecoder('utf-8', { fatal: options.invalid !== 'replace', ignoreBOM: true }).decode(
        bytes,
      );
    } catch (cause) {
      const key = pathKey(pathNames(path));
      throw fileSystemError({
        what: 'not_text',
        errno: 'EILSEQ',
        path: key,
        cause,
        message: `The file ${show(key)} is not UTF-8 text; read it as bytes.`,
      });
    }
  }

  /** Writes a whole file. Writing what it holds already changes nothing. */
  writeBytes(path: string, data: Uint8Array, options: ParentsOption = {}): void {
    this.#editor.write(pathNames(path), Uint8Array.from(data), options);
  }

  /** Writes a whole file as UTF-8. */
  writeText(path: string, text: string, options: ParentsOption = {}): void {
    this.#editor.write(pathNames(path), new TextEncoder().encode(text), options);
  }

  /** Adds bytes at the end of a file, which is made when it is missing. */
  appendBytes(path: string, data: Uint8Array, options: ParentsOption = {}): void {
    const names = pathNames(path);
    const old =
      this.#editor.view.kindOf(names) === undefined ? new Uint8Array() : this.#editor.view.read(names);
    const bytes = new Uint8Array(old.byteLength + data.byteLength);
    bytes.set(old);
    bytes.set(data, old.byteLength);
    this.#editor.write(names, bytes, options);
  }

  /** What is at a path. */
  stat(path: string): FileStat {
    const names = pathNames(path);
    const { view } = this.#editor;
    const found = view.locate(names);
    if (found.kind === 'directory') return { kind: 'directory', size: 0, mode: view.modeOf(found) };
    if (found.kind === 'host_file') return { kind: 'file', size: found.entry.size, mode: found.entry.mode };
    return { kind: 'file', size: view.bytesOf(found, names).byteLength, mode: view.modeOf(found) };
  }

  /** Whether a file or a directory can be reached at a path. */
  exists(path: string): boolean {
    return this.#editor.view.kindOf(pathNames(path)) !== undefined;
  }

  /** The sorted names in a directory. */
  list(path: string): readonly string[] {
    return this.#editor.view.list(pathNames(path));
  }

  /** Makes a directory. `parents` (default false) makes the missing ones above it; `existOk` accepts one that is there. */
  makeDirectory(
    path: string,
    options: { readonly parents?: boolean; readonly existOk?: boolean } = {},
  ): void {
    this.#editor.makeDirectory(pathNames(path), options);
  }

  /** Removes a file; of a link in the base, the link itself. */
  removeFile(path: string): void {
    this.#editor.removeFile(pathNames(path));
  }

  /** Removes an empty directory, or with `recursive` one with all that it holds. */
  removeDirectory(path: string, options: { readonly recursive?: boolean } = {}): void {
    this.#editor.removeDirectory(pathNames(path), options);
  }

  /** Moves a file or a directory. A file, or an empty directory, at `to` is replaced by its like. */
  rename(from: string, to: string, options: ParentsOption = {}): void {
    this.#editor.rename(pathNames(from), pathNames(to), options);
  }

  /** Sets permission bits (0 to 0o7777). */
  setMode(path: string, mode: number): void {
    if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777) {
      throw fileSystemError({
        what: 'invalid_mode',
        errno: 'EINVAL',
        path,
        message: `${String(mode)} are no permission bits; give a whole number from 0 to 0o7777.`,
      });
    }
    this.#editor.setMode(pathNames(path), mode);
  }

  /** The changes in the order they were made; a copy. A fork starts with an empty journal. */
  journal(): readonly JournalEntry[] {
    return this.#editor.journal.map((entry) => ({ ...entry }));
  }

  /** What the tree may hold and read. */
  get limits(): FileTreeLimits {
    return this.#editor.limits;
  }

  /** Sets limits for what comes; what is there stays. */
  setLimits(limits: Partial<FileTreeLimits>): void {
    this.#editor.limits = resolveLimits(limits, this.#editor.limits);
  }

  /** A tree of its own that starts from this one's state. Costs the same whatever the tree holds. */
  fork(): FileTree {
    return new FileTree(new TreeEditor(this.#editor.state, this.#editor.limits), this.#editor.state);
  }

  /** Drops every change: the tree is again what it started from. */
  reset(): void {
    this.#editor.replace(this.#origin);
  }
}

/**
 * A tree over a host folder, or in memory.
 *
 * @throws {MettleError} `filesystem/invalid_base` when `base` is no readable directory, `filesystem/invalid_limit`,
 *   `filesystem/invalid_path` and the like for `files`.
 */
export function createFileTree(options: CreateFileTreeOptions = {}): FileTree {
  const limits = resolveLimits(options.limits);
  const host =
    options.base === undefined
      ? undefined
      : new HostFolder(options.base, {
          ignores: createIgnoreRules(options.ignore),
          maxBytesPerFile: limits.maxBytesPerFile,
        });
  const start = stateOf(new TreeView(emptyDirectory({ through: host !== undefined }), host));
  const origin = withFiles(start, options.files ?? {});
  return new FileTree(new TreeEditor(origin, limits), origin);
}

function stateOf(view: TreeView): TreeState {
  return { view, usage: NO_USAGE, observed: PersistentMap.empty() };
}

function withFiles(start: TreeState, files: Readonly<Record<string, string | Uint8Array>>): TreeState {
  const unlimited = Number.MAX_SAFE_INTEGER;
  const editor = new TreeEditor(
    start,
    resolveLimits({
      maxBytesPerFile: unlimited,
      maxWrittenBytes: unlimited,
      maxEntries: unlimited,
      maxJournalEntries: unlimited,
    }),
  );
  const copies = new Map<Uint8Array, Uint8Array>();
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : copyOnce(content, copies);
    editor.write(pathNames(path), bytes);
  }
  return stateOf(editor.view);
}

function copyOnce(bytes: Uint8Array, copies: Map<Uint8Array, Uint8Array>): Uint8Array {
  const copy = copies.get(bytes) ?? Uint8Array.from(bytes);
  copies.set(bytes, copy);
  return copy;
}
