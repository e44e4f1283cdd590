import { defineOptions, option } from '../../core/index.js';
import type { Callback } from '../callback.js';

/** Options of {@link backupAndRestore}. */
export interface BackupAndRestoreOptions {
  /** The file that the training keeps its facts in. */
  readonly path: string;
  /** Whether the file is deleted once the training has ended well. Default true. */
  readonly deleteAtEnd?: boolean;
}

const checkBackupAndRestoreOptions = defineOptions<BackupAndRestoreOptions>()('backupAndRestore', {
  path: option.required(option.text),
  deleteAtEnd: option.boolean,
});

/**
 * Lets a training resume where it was interrupted: run the same program again. Every outcome and every reply of a model
 * is written to the file before it is used, and the optimizer works its way through them again, so its population, its
 * streams of chance and what it was waiting for come back, and nothing is paid for twice.
 *
 * @throws {MettleError} `core/invalid_option`; in `fit`, what a journal can't be used for.
 */
export function backupAndRestore(options: BackupAndRestoreOptions): Callback {
  checkBackupAndRestoreOptions(options);
  const { path, deleteAtEnd = true } = options;
  return { journal: path, deleteJournal: deleteAtEnd };
}
