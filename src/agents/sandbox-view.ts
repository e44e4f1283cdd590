import type {
  CommitOptions,
  CommitResult,
  CommitReview,
  FileTree,
  FileTreeChanges,
  FileTreeDiff,
  JournalEntry,
} from '../filesystem/index.js';
import { invalidOptions } from './agent-options.js';

/**
 * The changes that one call made to its files. It stays readable after the call's sandbox has closed, and no other call
 * of the same agent can change it.
 */
export class SandboxView {
  /** The files as the call left them. */
  readonly files: FileTree;
  readonly #workdir: string | undefined;

  /** @internal Calls of a deep agent make these. */
  constructor(files: FileTree, workdir: string | undefined) {
    this.files = files;
    this.#workdir = workdir;
  }

  /** The paths of changed files, sorted. */
  changes(): FileTreeChanges {
    return this.files.changes();
  }

  /** What differs from the files that the call started with. */
  diff(): FileTreeDiff {
    return this.files.diff();
  }

  /** The changes in the order they were made. */
  journal(): readonly JournalEntry[] {
    return this.files.journal();
  }

  /** The bytes of a file as the call left it, changed or not; null where there is none. */
  readOverlay(path: string): Uint8Array | null {
    if (!this.files.exists(path) || this.files.stat(path).kind !== 'file') return null;
    return this.files.readBytes(path);
  }

  /** The changes as a patch in git's format. */
  patch(options: { readonly paths?: readonly string[] } = {}): Promise<string> {
    return this.files.patch(options);
  }

  /** What committing to a folder, by default the agent's workdir, would do: for a person to look at. Changes nothing. */
  review(hostDir?: string): Promise<CommitReview> {
    return this.files.review(this.#folder(hostDir));
  }

  /**
   * Writes what was reviewed, and nothing else, to a folder, by default the agent's workdir: all of it or nothing. Throws
   * as `FileTree.commit`.
   */
  commit(options: CommitOptions & { readonly hostDir?: string }): Promise<CommitResult> {
    const { hostDir, ...rest } = options;
    return this.files.commit(this.#folder(hostDir), rest);
  }

  #folder(hostDir: string | undefined): string {
    const folder = hostDir ?? this.#workdir;
    if (folder === undefined)
      throw invalidOptions('There is no workdir to write to: give hostDir, an existing folder.');
    return folder;
  }
}
