import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../core/index.js';
import { startOf, visibleText } from '../../core/internal.js';
import type { CommitReview, FileTree } from '../../filesystem/index.js';
import { ToolFailure } from '../tool.js';

/** What a person is asked before anything is written, and how the question is known again. */
export interface CommitQuestion {
  readonly id: string;
  /** What would be written, in words that nothing in the files can imitate. */
  readonly message: string;
}

/** Questions that may wait for an answer. */
const MAX_OPEN = 16;
/** Paths named in a question. */
const MAX_PATHS = 40;
/** Characters of the patch in a question. */
const MAX_PATCH = 4_000;

/**
 * Commits that a person was asked about. Each question is for one exact review and is answered once: what changed since
 * it was asked is not written.
 */
export class CommitRequests {
  readonly #files: FileTree;
  readonly #workdir: string;
  readonly #open = new Map<string, CommitReview>();

  constructor(files: FileTree, workdir: string) {
    this.#files = files;
    this.#workdir = workdir;
  }

  /** A new question about what a commit would write now; null when it would write nothing. */
  async ask(): Promise<CommitQuestion | null> {
    // Calls go on meanwhile: what is shown has to be what is reviewed.
    const files = this.#files.copy();
    const review = await files.review(this.#workdir);
    if (review.entries.length === 0) return null;
    const id = randomUUID();
    this.#open.set(id, review);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return { id, message: await this.#message(files, review) };
  }

  /** Forgets a question that was answered with no. */
  refuse(id: string | undefined): void {
    if (id !== undefined) this.#open.delete(id);
  }

  /** Writes what the question was about. */
  async agree(id: string | undefined): Promise<JsonObject> {
    const review = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || review === undefined) {
      throw new ToolFailure(
        'This agreement belongs to no open question. Nothing was written. Call commit again.',
      );
    }
    this.#open.delete(id);
    if ((await this.#files.review(this.#workdir)).digest !== review.digest) {
      throw new ToolFailure(
        'The changes are no longer what the person agreed to. Nothing was written. Call commit again.',
      );
    }
    const { written, deleted, skipped } = await this.#files.commit(this.#workdir, { expect: review });
    return { committed: true, written, deleted, skipped };
  }

  async #message(files: FileTree, { entries, skipped, stale }: CommitReview): Promise<string> {
    const lines = entries
      .slice(0, MAX_PATHS)
      .map(
        ({ path, before, after }) =>
          `${after === null ? 'delete' : before === null ? 'create' : 'change'} ${quoted(path)}`,
      );
    if (entries.length > MAX_PATHS) lines.push(`… and ${entries.length - MAX_PATHS} more`);
    if (skipped.length > 0) lines.push(`Left out by the ignore rules: ${skipped.length}`);
    if (stale.length > 0) {
      lines.push(`Changed in the folder meanwhile: ${stale.slice(0, MAX_PATHS).map(quoted).join(', ')}`);
    }
    const patch = await files.patch({ paths: entries.map(({ path }) => path) });
    const shown = startOf(patch, MAX_PATCH)
      .split('\n')
      .map((line) => `| ${visibleText(line)}`);
    if (patch.length > MAX_PATCH) shown.push(`| … cut off: the patch has ${patch.length} characters`);
    return [`Write these changes to ${quoted(this.#workdir)}?`, '', ...lines, '', ...shown].join('\n');
  }
}

/** A path on one line, in quotes where it holds anything unusual. */
function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : visibleText(JSON.stringify(path));
}
