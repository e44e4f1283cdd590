import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../core/index.js';
import { counted, startOf, visibleText } from '../../core/internal.js';
import type { CommitReview, FileTree, ReviewEntry } from '../../filesystem/index.js';
import { describeEntry, isExecutable, quotedPath } from '../../filesystem/internal.js';
import { ToolFailure } from '../tool.js';

/** What a person is asked before anything is written, and how the question is known again. */
export interface CommitQuestion {
  readonly id: string;
  /** What would be written, in words that nothing in the files can imitate. */
  readonly message: string;
}

/** An open question: what it shows, and what there was to commit when it was asked. */
interface OpenQuestion {
  readonly shown: CommitReview;
  readonly all: CommitReview;
}

/** Changes that only make sense together: a file or link that becomes a folder, with what is in it. */
interface ChangeGroup {
  readonly entries: ReviewEntry[];
  readonly patch: string;
}

/** Questions that may wait for an answer. */
const MAX_OPEN = 16;
/** Paths in a question. */
const MAX_PATHS = 40;
/** Characters of the patch in a question. */
const MAX_PATCH = 4_000;

/**
 * Commits that a person was asked about. Each question shows all that its answer writes, and is answered once. Changes that
 * don't fit in it wait for the next one: first come those to existing files, then new programs, then other new files.
 */
export class CommitRequests {
  readonly #files: FileTree;
  readonly #workdir: string;
  readonly #open = new Map<string, OpenQuestion>();

  constructor(files: FileTree, workdir: string) {
    this.#files = files;
    this.#workdir = workdir;
  }

  /** A new question about what a commit would write now; null when it would write nothing. */
  async ask(): Promise<CommitQuestion | null> {
    // Calls go on meanwhile: what is shown has to be what is reviewed.
    const files = this.#files.copy();
    const all = await files.review(this.#workdir);
    if (all.entries.length === 0) return null;
    const groups = await firstGroups(files, all.entries);
    const paths = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
    const shown = paths.length === all.entries.length ? all : await files.review(this.#workdir, { paths });
    const id = randomUUID();
    this.#open.set(id, { shown, all });
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    const patch = groups.map((group) => group.patch).join('');
    return { id, message: this.#message({ shown, all }, patch) };
  }

  /** Forgets a question that was answered with no. */
  refuse(id: string | undefined): void {
    if (id !== undefined) this.#open.delete(id);
  }

  /** Writes what the question showed. `remaining` counts the changes that wait for another question. */
  async agree(id: string | undefined): Promise<JsonObject> {
    const question = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || question === undefined) {
      throw new ToolFailure(
        'This agreement belongs to no open question. Nothing was written. Call commit again.',
      );
    }
    this.#open.delete(id);
    const { shown, all } = question;
    if ((await this.#files.review(this.#workdir)).digest !== all.digest) {
      throw new ToolFailure(
        'The changes are no longer what the person agreed to. Nothing was written. Call commit again.',
      );
    }
    const { written, deleted } = await this.#files.commit(this.#workdir, { expect: shown });
    const remaining = all.entries.length - shown.entries.length;
    const rest = remaining > 0 && {
      remaining,
      next: 'The rest did not fit in one question. Call commit again.',
    };
    return { committed: true, written, deleted, skipped: all.skipped, ...rest };
  }

  #message({ shown, all }: OpenQuestion, patch: string): string {
    const { stale } = shown;
    const entries = shown.entries.toSorted((left, right) => urgency(left) - urgency(right));
    const lines = entries.slice(0, MAX_PATHS).map(describeEntry);
    if (entries.length > MAX_PATHS) lines.push(`… and ${entries.length - MAX_PATHS} more`);
    if (all.skipped.length > 0) lines.push(`Left out by the ignore rules: ${all.skipped.length}`);
    if (stale.length > 0)
      lines.push(`Changed in the folder meanwhile: ${stale.slice(0, MAX_PATHS).map(quotedPath).join(', ')}`);
    const rest = all.entries.length - entries.length;
    if (rest > 0)
      lines.push(`Not in this question, and not written by its answer: ${counted(rest, 'other change')}.`);
    const patchLines = startOf(patch, MAX_PATCH)
      .split('\n')
      .map((line) => `| ${visibleText(line)}`);
    if (patch.length > MAX_PATCH) patchLines.push(`| … cut off: the patch has ${patch.length} characters`);
    const isCut = patch.length > MAX_PATCH || entries.length > MAX_PATHS;
    const question = `Write these changes to ${quotedPath(this.#workdir)}?${isCut ? ' TOO LARGE TO SHOW: you see only the start of what would be written.' : ''}`;
    return [question, '', ...lines, '', ...patchLines].join('\n');
  }
}

/** The groups that one question has room for; at least one. */
async function firstGroups(
  files: FileTree,
  entries: readonly ReviewEntry[],
): Promise<readonly ChangeGroup[]> {
  const groups: ChangeGroup[] = [];
  let [paths, characters] = [0, 0];
  for (const group of groupsOf(entries)) {
    paths += group.length;
    if (groups.length > 0 && paths > MAX_PATHS) break;
    const patch = await files.patch({ paths: group.map(({ path }) => path) });
    characters += patch.length;
    if (groups.length > 0 && characters > MAX_PATCH) break;
    groups.push({ entries: group, patch });
  }
  return groups;
}

/** What belongs together, in the order in which a person should see it. */
function groupsOf(entries: readonly ReviewEntry[]): readonly ReviewEntry[][] {
  const groups: ReviewEntry[][] = [];
  const replaced: { readonly folder: string; readonly group: ReviewEntry[] }[] = [];
  for (const entry of entries) {
    const above = replaced.find(({ folder }) => entry.path.startsWith(folder));
    if (above !== undefined) {
      above.group.push(entry);
      continue;
    }
    const group = [entry];
    groups.push(group);
    if (changesKind(entry)) replaced.push({ folder: `${entry.path}/`, group });
  }
  return groups.sort(([left], [right]) => urgency(left) - urgency(right));
}

function changesKind({ before, after }: ReviewEntry): boolean {
  return before !== null && after !== null && before.kind !== after.kind;
}

/** Least for what a person should see first: changes to existing files, then new programs. */
function urgency(entry: ReviewEntry | undefined): number {
  if (entry === undefined || entry.before !== null) return 0;
  return isExecutable(entry.after) ? 1 : 2;
}
