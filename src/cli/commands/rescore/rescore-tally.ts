import { canonicalJson } from '../../../core/index.js';
import type { Verdict } from '../../../requirements/index.js';
import type { ScoredRecord } from './rescore-record.js';

/** Counts scores, one record after another. */
export class RescoreTally {
  readonly verdicts: Record<Verdict, number> = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  /** Records that had another verdict before. */
  changed = 0;
  /** Tasks with checks of their own that no record was of so far. */
  readonly unseen: Set<string>;

  constructor(tasks: readonly string[]) {
    this.unseen = new Set(tasks);
  }

  /** Counts a score and gives its line. */
  add({ changed, ...score }: ScoredRecord): string {
    this.verdicts[score.verdict] += 1;
    if (changed) this.changed += 1;
    this.unseen.delete(score.task_id);
    return `${canonicalJson({ ...score })}\n`;
  }
}
