import { type Json, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';

/** A line that is not what was written. `place` counts from 0. */
export function broken(path: string, place: number): MettleError {
  return trainingError(
    'journal_broken',
    place === 0
      ? `${path} is not a journal of a training, or its first line is broken. Name another file, or restore this one.`
      : `Line ${place + 1} of the journal ${path} is broken. Restore the file, or cut it off before that line: what comes after is then run again.`,
    { details: { path, line: place + 1 } },
  );
}

/** A journal of another release. */
export function otherVersion(path: string, version: Json, known: number): MettleError {
  return trainingError(
    'journal_version',
    `The journal ${path} has version ${JSON.stringify(version)}; this release of Mettle reads version ${known}. Resume it with the release that wrote it.`,
    { details: { path, version } },
  );
}

/** What settings are called where their names say too little. */
const WORDS: Readonly<Record<string, string>> = {
  values: 'the values that the variables begin with (a training that shipped changed them)',
};

/** A journal of another training. */
export function otherSettings(path: string, differing: readonly string[]): MettleError {
  return trainingError(
    'journal_other_settings',
    `The journal ${path} is of another training: it differs in ${differing.map((name) => WORDS[name] ?? name).join(', ')}. Use the same to resume it, or name another file.`,
    { details: { path, differing } },
  );
}

/** A journal that two write to. */
export function inUse(path: string): MettleError {
  return trainingError(
    'journal_in_use',
    `Another process is writing to the journal ${path}. One training at a time can use it.`,
    { details: { path } },
  );
}

/** A file that can't be read. */
export function unreadable(path: string, cause: unknown): MettleError {
  return trainingError('journal_unreadable', `The journal ${path} can't be read: ${errorMessage(cause)}`, {
    cause,
    details: { path },
  });
}

/** Whether there is no space left, or no more of it for this process. */
function isFull(cause: unknown): boolean {
  const { code } = cause as { readonly code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}

/** A line that could not be written; an error of ours stays what it is. */
export function notWritten(path: string, cause: unknown): MettleError {
  if (MettleError.isInstance(cause)) return cause;
  return trainingError(
    'journal_write_failed',
    `The journal ${path} can't be written: ${errorMessage(cause)}. ${isFull(cause) ? 'What it holds is whole: free some space and resume.' : 'Name a file in a folder that can be written to.'}`,
    { cause, details: { path } },
  );
}
