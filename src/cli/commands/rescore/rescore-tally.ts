import { canonicalJson, type Json } from '../../../core/index.js';
import type { Rescored } from '../../../evaluation/index.js';
import type { Verdict } from '../../../requirements/index.js';

/** Counts scores, one record after another. */
export class RescoreTally {
  verdicts: Record<Verdict, number> = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  /** Records that had another verdict before. */
  changed = 0;
  /** Tasks with checks of their own that no record was of so far. */
  unseen: Set<string>;

  constructor(tasks: readonly string[]) {
    this.unseen = new Set(tasks);
  }

  /** Counts a score and gives its line. */
  add({ record, outcome, reward, changed }: Rescored): string {
    this.verdicts[outcome.verdict] += 1;
    if (changed) this.changed += 1;
    this.unseen.delete(record.task.id);
    const line = {
      trajectory_id: record.id,
      task_id: record.task.id,
      verdict: outcome.verdict,
      before: record.outcome?.verdict ?? null,
      reward,
      reason: outcome.reason,
      checks: outcome.checks.map((check) => ({ ...check })),
    };
    return `${canonicalJson(line)}\n`;
  }

  /** The counts for a run that goes on, and the way back. */
  save(): Json {
    return { verdicts: this.verdicts, changed: this.changed, unseen: [...this.unseen] };
  }

  load(saved: Json): void {
    const { unseen, ...counts } = saved as { readonly unseen: readonly string[] };
    Object.assign(this, counts, { unseen: new Set(unseen) });
  }
}
