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
  /** What the person agrees to, as the label of the field to tick. */
  readonly label: string;
}

/** An open question: what it shows, and what there was to commit when it was asked. */
interface OpenQuestion {
  readonly shown: CommitReview;
  readonly all: CommitReview;
  /** Which part of the changes it shows, from 1, and of how many: a change too large for one question has several. */
  readonly part: number;
  readonly parts: number;
}

/** One question's share of what there is to show. */
interface Part {
  readonly lines: readonly string[];
  readonly patch: string;
  /** Whether the patch starts inside a line, whose start the part before it showed. */
  readonly isInsideLine: boolean;
}

/** What the next question is about, and what it leaves out because it's too large to go with other changes. */
interface Choice {
  readonly groups: readonly ChangeGroup[];
  readonly large: readonly ChangeGroup[];
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
/** Characters of the patch in a question about several changes. */
const MAX_PATCH = 4_000;
/** The same about one change, and in each part of a larger one. */
const MAX_PART = 8_000;

/**
 * Commits that a person was asked about. Each question shows all that its answer writes, and is answered once. Changes that
 * don't fit in it wait for the next one: first come those to existing files, then new programs, then other new files.
 * A change too large for any question comes last, in parts. It's written when the person has agreed to each part.
 */
export class CommitRequests {
  readonly #files: FileTree;
  readonly #workdir: string;
  readonly #open = new Map<string, OpenQuestion>();
  /** The large change whose parts are being shown, by the digest of its review, and how many were agreed to. */
  #reading: { readonly digest: string; readonly parts: number; readonly agreed: number } | null = null;

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
    const { groups, large } = await chooseGroups(files, all.entries);
    const asked = groups.length > 0 ? groups : large.slice(0, 1);
    const paths = asked.flatMap(({ entries }) => entries.map(({ path }) => path));
    const shown = paths.length === all.entries.length ? all : await files.review(this.#workdir, { paths });
    const parts = partsOf(shown.entries, asked.map((group) => group.patch).join(''));
    const agreed = this.#agreedParts(shown, parts.length);
    const question = { shown, all, part: agreed + 1, parts: parts.length };
    const id = randomUUID();
    this.#open.set(id, question);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    const later = groups.length > 0 ? large : large.slice(1);
    return {
      id,
      message: this.#message(question, parts[agreed], later),
      label:
        question.part < question.parts
          ? 'Agree to this part; nothing is written yet'
          : 'Write these changes to the folder',
    };
  }

  /** Forgets a question that was answered with no, and the parts before it. */
  refuse(id: string | undefined): void {
    if (id === undefined || !this.#open.delete(id)) return;
    this.#reading = null;
  }

  /**
   * Writes what the question showed, or notes that one more part of it was agreed to. `remaining` counts the changes that
   * wait for another question.
   */
  async agree(id: string | undefined): Promise<JsonObject> {
    const question = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || question === undefined) {
      throw new ToolFailure(
        'This agreement belongs to no open question. Nothing was written. Call commit again.',
      );
    }
    this.#open.delete(id);
    const { shown, all, part, parts } = question;
    if ((await this.#files.review(this.#workdir)).digest !== all.digest) {
      throw new ToolFailure(
        'The changes are no longer what the person agreed to. Nothing was written. Call commit again.',
      );
    }
    if (part < parts) {
      this.#reading = { digest: shown.digest, parts, agreed: part };
      const paths = shown.entries.slice(0, MAX_PATHS).map(({ path }) => path);
      return {
        committed: false,
        reason: `The person agreed to part ${part} of ${parts} of a change too large for one question.`,
        shown_in_parts: paths,
        next: 'Call commit again for the next part. Or make the change in smaller steps, each with a commit.',
      };
    }
    const { written, deleted } = await this.#files.commit(this.#workdir, { expect: shown });
    const remaining = all.entries.length - shown.entries.length;
    const rest = remaining > 0 && {
      remaining,
      next: 'The rest did not fit in one question. Call commit again.',
    };
    return { committed: true, written, deleted, skipped: all.skipped, ...rest };
  }

  #agreedParts({ digest }: CommitReview, parts: number): number {
    const reading = this.#reading;
    return reading?.digest === digest && reading.parts === parts ? reading.agreed : 0;
  }

  #message(
    { shown, all, part, parts }: OpenQuestion,
    shownPart: Part | undefined,
    later: readonly ChangeGroup[],
  ): string {
    const { stale } = shown;
    const lines = [...(shownPart?.lines ?? [])];
    if (all.skipped.length > 0) lines.push(`Left out by the ignore rules: ${all.skipped.length}`);
    if (stale.length > 0)
      lines.push(`Changed in the folder meanwhile: ${stale.slice(0, MAX_PATHS).map(quotedPath).join(', ')}`);
    const large = later.flatMap(({ entries }) => entries.slice(0, 1)).slice(0, MAX_PATHS);
    const rest = all.entries.length - shown.entries.length - large.length;
    const left = large.map(
      ({ path }) => `${quotedPath(path)} (too large to show here: it comes last, in parts)`,
    );
    if (rest > 0) left.push(counted(rest, 'other change'));
    if (left.length > 0)
      lines.push(`Not in this question, and not written by its answer: ${left.join(', ')}.`);
    const patch = (shownPart?.patch ?? '').split('\n').map((line) => `| ${visibleText(line)}`);
    if (shownPart?.isInsideLine === true) patch[0] = `|…${patch[0]?.slice(1)}`;
    const question = `Write these changes to ${quotedPath(this.#workdir)}?${parts === 1 ? '' : ` TOO LARGE TO SHOW AT ONCE: ${partWords(part, parts)}`}`;
    return [question, '', ...lines, '', ...patch].join('\n');
  }
}

function partWords(part: number, parts: number): string {
  const after =
    part < parts
      ? 'nothing is written until you agreed to every part'
      : 'your answer writes what all parts showed';
  return `this is part ${part} of ${parts}, and ${after}.`;
}

/** What to show of changes, a part for each question: one, unless they are too large for it. */
function partsOf(entries: readonly ReviewEntry[], patch: string): readonly Part[] {
  const lines = entries.toSorted((left, right) => urgency(left) - urgency(right)).map(describeEntry);
  const parts: Part[] = [];
  let first = 0;
  for (; lines.length - first > MAX_PATHS; first += MAX_PATHS)
    parts.push({ lines: lines.slice(first, first + MAX_PATHS), patch: '', isInsideLine: false });
  const last = lines.slice(first);
  let from = 0;
  do {
    const text = pageAt(patch, from);
    parts.push({ lines: last, patch: text, isInsideLine: from > 0 && patch[from - 1] !== '\n' });
    from += text.length;
  } while (from < patch.length);
  return parts;
}

/** What a part has room for: whole lines, or the start of a line longer than that. */
function pageAt(patch: string, from: number): string {
  if (patch.length - from <= MAX_PART) return patch.slice(from);
  const end = patch.lastIndexOf('\n', from + MAX_PART - 1);
  return end < from ? startOf(patch.slice(from), MAX_PART) : patch.slice(from, end + 1);
}

/** The groups that one question has room for, and those before them that are too large for any. */
async function chooseGroups(files: FileTree, entries: readonly ReviewEntry[]): Promise<Choice> {
  const groups: ChangeGroup[] = [];
  const large: ChangeGroup[] = [];
  let [paths, characters] = [0, 0];
  for (const group of groupsOf(entries)) {
    const patch = await files.patch({ paths: group.map(({ path }) => path) });
    if (group.length > MAX_PATHS || patch.length > MAX_PART) {
      large.push({ entries: group, patch });
      continue;
    }
    paths += group.length;
    characters += patch.length;
    if (groups.length > 0 && (paths > MAX_PATHS || characters > MAX_PATCH)) break;
    groups.push({ entries: group, patch });
  }
  return { groups, large };
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
