import { MettleError } from '../core/index.js';
import type { FileTree } from '../filesystem/index.js';
import { describeEntry, isInPatch } from '../filesystem/internal.js';
import type { CommandIo } from './command.js';
import { usageError } from './parse-option.js';

/** What {@link applyChanges} says in the words of its command. */
export interface ApplyWords {
  /** Who changed nothing: `the run`. */
  readonly who: string;
  /** What to do where another commit was interrupted. */
  readonly recover: string;
}

/** Shows what a tree changed, and writes exactly that to a folder; false when there was nothing to write. */
export async function applyChanges(
  files: FileTree,
  workdir: string,
  io: CommandIo,
  words: ApplyWords,
): Promise<boolean> {
  const review = await files.review(workdir);
  if (review.skipped.length > 0) io.say(`Left out by the ignore rules: ${review.skipped.join(', ')}`);
  if (review.entries.length === 0) {
    io.say(`Nothing to apply: ${words.who} changed nothing in the folder.`);
    return false;
  }
  const patch = (await files.patch({ paths: review.entries.map((entry) => entry.path) })).trimEnd();
  if (patch !== '') io.say(patch);
  // What a patch in git's format can't tell of.
  for (const entry of review.entries) if (!isInPatch(entry)) io.say(describeEntry(entry));
  try {
    await files.commit(workdir, { expect: review });
  } catch (error) {
    if (!MettleError.isInstance(error) || error.code !== 'filesystem/commit_in_progress') throw error;
    throw usageError(`${error.message.split('. ')[0]}. If none is running, ${words.recover}.`);
  }
  io.say(`Applied to ${workdir}.`);
  return true;
}
