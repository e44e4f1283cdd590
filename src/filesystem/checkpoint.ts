import { pathError } from './errors.js';
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

  /**
   * Bytes of the files that were written after an earlier checkpoint of the same tree, each at its last size: what
   * keeping both checkpoints takes.
   */
  bytesWrittenSince(earlier: FileTreeCheckpoint): number {
    const seen = new Set<string>();
    let bytes = 0;
    for (let link = this.journal; link !== undefined && link !== earlier.journal; link = link.earlier) {
      const { entry } = link;
      if (entry.operation !== 'write' || seen.has(entry.path)) continue;
      seen.add(entry.path);
      bytes += entry.size;
    }
    return bytes;
  }
}

/** The error for a checkpoint of a tree with another base. */
export function foreignCheckpoint(): Error {
  return pathError(
    'foreign_checkpoint',
    'EINVAL',
    '',
    'This checkpoint is of a tree with another base folder; a tree can only return to its own checkpoints.',
  );
}
