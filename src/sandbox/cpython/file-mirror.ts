import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { MettleError, type Steps } from '../../core/index.js';
import { atOnce, errorMessage } from '../../core/internal.js';
import type { EntryLimits, FileEntry, FileStat, FileTree } from '../../filesystem/index.js';
import { entriesBelow } from '../../filesystem/internal.js';
import type { PythonValue } from '../python-value.js';

/** What a workspace has at a path. */
interface Known {
  readonly kind: FileEntry['kind'];
  readonly mode: number;
  /** Digest of the content; of a link where it leads; empty for a directory. */
  readonly digest: string;
  readonly size: number;
}

/** Bytes up to which a tree is sent whole; the files of a larger one are sent when they are opened. */
const WHOLE_TREE_BYTES = 8 * 2 ** 20;

/** What a workspace takes; code may add some ten thousand files of its own. */
const LIMITS: EntryLimits = {
  entries: 190_000,
  levels: 200,
  advice:
    'A sandbox takes no larger folder: use a smaller one as workdir, or leave parts out with the option ignore.',
};

/** What workspaces can begin with: a tree as it was, and what lies in them of it. */
export interface WorkspaceStart {
  readonly tree: FileTree;
  readonly known: ReadonlyMap<string, Known>;
}

/** What the workspace of one session holds of the tree, so that only differences travel. */
export class FileMirror {
  readonly #files: FileTree;
  readonly #wholeBytes: number;
  readonly #known = new Map<string, Known>();
  /** What the workspace began with; null for an empty one. */
  #start: WorkspaceStart | null = null;
  /** Paths of which the workspace has lost what it began with there, and below. */
  readonly #left = new Set<string>();
  /** The tree as it was when it was last compared; null before the first time. */
  #compared: FileTree | null = null;
  /** Paths that were taken over from the workspace since then. */
  readonly #absorbed = new Set<string>();
  /** Sizes of the files that the workspace has without their content. */
  readonly #absent = new Map<string, number>();

  /** @param wholeBytes - bytes up to which a tree is sent whole; default 8 MiB */
  constructor(files: FileTree, wholeBytes: number = WHOLE_TREE_BYTES) {
    this.#files = files;
    this.#wholeBytes = wholeBytes;
  }

  /** Forgets what the workspace holds: it is empty, or holds what it began with. */
  clear(start: WorkspaceStart | null = null): void {
    this.#known.clear();
    this.#left.clear();
    this.#start = start;
    this.#compared = start?.tree ?? null;
    this.#absorbed.clear();
    this.#absent.clear();
  }

  /** The files that the workspace has without their content, with their sizes. */
  absentFiles(): readonly (readonly [path: string, size: number])[] {
    return [...this.#absent];
  }

  /** The content of a file that the code is about to open; null when the workspace has it already. */
  fetch(path: string): Uint8Array | null {
    const known = this.#knownAt(path);
    if (known === undefined || !this.#absent.delete(path)) return null;
    if (!this.#files.exists(path) || this.#files.stat(path).kind !== 'file') return null;
    const bytes = this.#files.readBytes(path);
    this.#known.set(path, { ...known, digest: digestOf(bytes), size: bytes.length });
    return bytes;
  }

  /** What a workspace with the tree as it was at the last {@link delta} begins with. */
  start(): WorkspaceStart {
    return { tree: this.#compared ?? this.#files.fork(), known: new Map(this.#known) };
  }

  /** Bytes of the files that were put into the workspace. */
  get bytes(): number {
    let total = 0;
    for (const known of this.#known.values()) total += known.size;
    return total;
  }

  /**
   * What must be done in the workspace so that it holds the tree, in an order that can be applied. The caller does it.
   * Steps that are not done to their end leave a mirror that has to be cleared.
   *
   * @returns `('x', path)`, `('d', path, mode)`, `('f', path, mode, bytes)`, `('l', path, target)` for a link, or
   * `('s', path, mode, size)` for a file whose content follows when it is opened
   * @throws {MettleError} `filesystem/too_many_entries`, before anything is done, for a tree that no workspace can hold
   */
  *delta(): Steps<readonly PythonValue[]> {
    const removed: PythonValue[] = [];
    const added: PythonValue[] = [];
    const isFirst = this.#compared === null;
    const candidates = yield* this.#candidates();
    const total = candidates.reduce((sum, [, now]) => sum + sizeOf(now), 0);
    const later = isFirst && total > this.#wholeBytes;
    for (const [path, now] of candidates) {
      yield;
      const known = this.#knownAt(path);
      if (now === null || (known !== undefined && known.kind !== now.kind)) {
        if (known !== undefined) removed.push(['x', path]);
        this.#forget(path);
      }
      if (now?.kind === 'directory') this.#addDirectory(path, now.mode, added);
      else if (now?.kind === 'link') this.#addLink(path, now.target, added);
      else if (now?.kind === 'file' && later && now.size > 0) this.#addAbsent(path, now, added);
      else if (now?.kind === 'file') this.#addFile(path, now, added);
    }
    return removed.reverse().concat(added);
  }

  /** Paths that may differ, parents first, with what is there now. */
  *#candidates(): Steps<readonly (readonly [string, FileEntry | null])[]> {
    const before = this.#compared;
    this.#compared = this.#files.fork();
    if (before !== null) {
      const changes = new Map(this.#files.changesFrom(before).map(({ path, now }) => [path, now]));
      for (const path of this.#absorbed) {
        if (!changes.has(path)) changes.set(path, this.#files.entry(path));
      }
      this.#absorbed.clear();
      return [...changes].sort(([left], [right]) => (left < right ? -1 : 1));
    }
    return yield* entriesBelow(this.#files, '', LIMITS);
  }

  #addDirectory(path: string, mode: number, added: PythonValue[]): void {
    if (this.#knownAt(path)?.mode === mode) return;
    this.#known.set(path, { kind: 'directory', mode, digest: '', size: 0 });
    added.push(['d', path, mode]);
  }

  /** A link of the workspace leads where that of the tree does, and never out of the workspace. */
  #addLink(path: string, target: string, added: PythonValue[]): void {
    if (this.#knownAt(path)?.digest === target) return;
    this.#known.set(path, { kind: 'link', mode: 0, digest: target, size: 0 });
    added.push(['l', path, posix.relative(posix.dirname(path), target) || '.']);
  }

  #addAbsent(path: string, now: FileStat, added: PythonValue[]): void {
    this.#known.set(path, { kind: 'file', mode: now.mode, digest: '', size: now.size });
    this.#absent.set(path, now.size);
    added.push(['s', path, now.mode, now.size]);
  }

  #forget(path: string): void {
    this.#known.delete(path);
    this.#absent.delete(path);
    if (this.#start !== null) this.#left.add(path);
  }

  /** What the workspace has at a path. */
  #knownAt(path: string): Known | undefined {
    const known = this.#known.get(path);
    const begun = known ?? this.#start?.known.get(path);
    if (begun === known || begun === undefined) return known;
    for (let end = path.length; end !== -1; end = path.lastIndexOf('/', end - 1)) {
      if (this.#left.has(path.slice(0, end))) return undefined;
      if (end === 0) break;
    }
    return begun;
  }

  #addFile(path: string, now: FileStat, added: PythonValue[]): void {
    const bytes = readIfThere(this.#files, path);
    if (bytes === null) return;
    const digest = digestOf(bytes);
    const known = this.#knownAt(path);
    if (known?.digest === digest && known.mode === now.mode) return;
    this.#known.set(path, { kind: 'file', mode: now.mode, digest, size: bytes.length });
    this.#absent.delete(path);
    added.push(['f', path, now.mode, bytes]);
  }

  /**
   * Does in the tree what code did in the workspace. Anything that the tree refuses is left out and named.
   *
   * @returns how many changes were made, and the paths left out with the reason
   */
  absorb(operations: PythonValue): { readonly changes: number; readonly refused: readonly string[] } {
    const refused: string[] = [];
    let changes = 0;
    for (const operation of Array.isArray(operations) ? operations : []) {
      const [code, path, mode, data] = Array.isArray(operation) ? operation : [];
      if (typeof path !== 'string' || path === '') continue;
      this.#absorbed.add(path);
      try {
        if (code === 'x') changes += this.#remove(path);
        else if (code === 'd' && typeof mode === 'number') changes += this.#directory(path, mode & 0o777);
        else if (code === 'f' && typeof mode === 'number' && data instanceof Uint8Array) {
          changes += this.#write(path, mode & 0o777, data);
        } else if (code === 'm' && typeof mode === 'number') {
          changes += this.#setMode(path, mode & 0o777);
          const known = this.#knownAt(path);
          if (known !== undefined) this.#known.set(path, { ...known, mode: mode & 0o777 });
        } else if (code === 'skipped') refused.push(`${path}: only plain files and folders are kept`);
      } catch (thrown) {
        refused.push(`${path}: ${errorMessage(thrown)}`);
      }
    }
    return { changes, refused };
  }

  #remove(path: string): number {
    this.#forget(path);
    if (!this.#files.exists(path)) return 0;
    if (this.#files.entry(path)?.kind === 'directory') {
      for (const [inner] of atOnce(entriesBelow(this.#files, path))) this.#absorbed.add(inner);
      this.#files.removeDirectory(path, { recursive: true });
    } else this.#files.removeFile(path);
    return 1;
  }

  #directory(path: string, mode: number): number {
    if (this.#files.entry(path)?.kind === 'link') this.#remove(path);
    // A folder that code wrote in shows as changed, with the rights that its workspace gives the owner of every folder.
    const known = this.#knownAt(path);
    if (known?.kind === 'directory' && (known.mode | 0o700) === mode && this.#files.exists(path)) return 0;
    const isNew = !this.#files.exists(path);
    if (isNew) this.#files.makeDirectory(path, { parents: true });
    const changed = this.#setMode(path, mode);
    this.#known.set(path, { kind: 'directory', mode, digest: '', size: 0 });
    return isNew ? 1 : changed;
  }

  #write(path: string, mode: number, data: Uint8Array): number {
    const digest = digestOf(data);
    const known = this.#knownAt(path);
    if (known?.kind === 'directory' || known?.kind === 'link') this.#remove(path);
    const isNew = known?.digest !== digest || !this.#files.exists(path);
    if (isNew) this.#files.writeBytes(path, data, { parents: true });
    const changed = this.#setMode(path, mode);
    this.#known.set(path, { kind: 'file', mode, digest, size: data.length });
    this.#absent.delete(path);
    return isNew ? 1 : changed;
  }

  #setMode(path: string, mode: number): number {
    if (this.#files.stat(path).mode === mode) return 0;
    this.#files.setMode(path, mode);
    return 1;
  }
}

/** The content of a file; null where somebody has removed it from the host folder since it was listed. */
function readIfThere(files: FileTree, path: string): Uint8Array | null {
  try {
    return files.readBytes(path);
  } catch (thrown) {
    if (MettleError.isInstance(thrown) && thrown.code === 'filesystem/not_found') return null;
    throw thrown;
  }
}

function sizeOf(entry: FileEntry | null): number {
  return entry?.kind === 'file' ? entry.size : 0;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64');
}
