import type { IgnoreRules } from './ignore-rules.js';
import type { JournalLink } from './journal.js';
import type { TreeState } from './tree-state.js';

/** What a tree knows of where it comes from. */
export interface Provenance {
  readonly origin: TreeState;
  /** What a commit leaves alone. */
  readonly ignores: IgnoreRules;
  /** The same object in a tree, its forks and theirs. */
  readonly family: object;
  /** For a fork: the identity of the tree it left, which the fork does not keep alive, and which fork of it this is. */
  readonly parent?: {
    readonly identity: object;
    readonly fork: string;
    /** The journal of that tree at the fork point. */
    readonly journal: JournalLink | undefined;
  };
}
