import { fileSystemError } from './errors.js';
import type { JournalLink } from './journal.js';
import type { TreeState } from './tree-state.js';

/** A state of a tree, kept. Opaque: only `FileTree.rollback` reads it. */
export class FileTreeCheckpoint {
  /** @internal */
  readonly state: TreeState;
  /** @internal */
  readonly journal: JournalLink | undefined;

  /** @internal Use `FileTree.checkpoint`. */
  constructor(state: TreeState, journal: JournalLink | undefined) {
    this.state = state;
    this.journal = journal;
  }
}

/** The error for a checkpoint of a tree with another base. */
export function foreignCheckpoint(): Error {
  return fileSystemError({
    what: 'foreign_checkpoint',
    errno: 'EINVAL',
    path: '',
    message:
      'This checkpoint was taken of a tree with another base folder; a tree goes back to its own checkpoints.',
  });
}
