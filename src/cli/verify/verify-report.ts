import { startOf } from '../../core/internal.js';
import type { SkippedLine } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';

/** What became of one record. */
export interface VerifiedRecord {
  /** 1-based line of the file. */
  readonly line: number;
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly checks: readonly { readonly name: string; readonly verdict: Verdict }[];
}

/** Problems that the document lists; all are counted. */
const LISTED = 100;

/** Lines that hold no record: how many, and the first of them. */
interface Skipped {
  readonly count: number;
  readonly listed: readonly SkippedLine[];
}

/** What was counted. */
interface Counts {
  total: number;
  readonly verdicts: Record<Verdict, number>;
  readonly byVerifier: Record<string, Record<Verdict, number>>;
  readonly problems: Omit<VerifiedRecord, 'checks'>[];
}

/** Counts what became of records, one after another, and holds the first problems only. */
export class VerifyTally {
  readonly #counts: Counts = { total: 0, verdicts: noVerdicts(), byVerifier: {}, problems: [] };

  get passed(): number {
    return this.#counts.verdicts.pass;
  }

  add({ line, id, verdict, reason, checks }: VerifiedRecord): void {
    const { verdicts, byVerifier, problems } = this.#counts;
    this.#counts.total += 1;
    verdicts[verdict] += 1;
    for (const check of checks) {
      byVerifier[check.name] ??= noVerdicts();
      (byVerifier[check.name] as Record<Verdict, number>)[check.verdict] += 1;
    }
    if (verdict !== 'pass' && problems.length < LISTED) problems.push({ line, id, verdict, reason });
  }

  /** The counts and rates of a run, as `--json` prints them. */
  document(skipped: Skipped): Readonly<Record<string, unknown>> {
    const { pass, fail, not_checked, error } = this.#counts.verdicts;
    return {
      total: this.#counts.total,
      verified: pass,
      failed: fail,
      not_checked,
      errors: error,
      verified_rate: this.#counts.total === 0 ? null : pass / this.#counts.total,
      by_verifier: this.#counts.byVerifier,
      problems: this.#counts.problems,
      skipped: skipped.listed,
      skipped_count: skipped.count,
    };
  }

  /** The same for a person. */
  text(skipped: Skipped): string {
    const { pass, fail, not_checked, error } = this.#counts.verdicts;
    const others = [
      fail > 0 ? `${fail} failed` : '',
      error > 0 ? `${error} could not be verified because of an error` : '',
      not_checked > 0 ? `${not_checked} not checked` : '',
      skipped.count > 0 ? `${skipped.count} lines hold no record` : '',
    ].filter(Boolean);
    const problems = fail + error + not_checked;
    return [
      `${pass} of ${this.#counts.total} records are verified${others.length > 0 ? `; ${others.join(', ')}` : ''}.`,
      ...skipped.listed.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...this.#counts.problems
        .slice(0, 10)
        .map(({ line, id, verdict, reason }) => `  line ${line} (${startOf(id, 12)}): ${verdict}: ${reason}`),
      ...(problems > 10 ? [`  … ${problems - 10} more; --json lists them.`] : []),
    ].join('\n');
  }

  /** 0 where something was verified and nothing spoke against any record. */
  exitCode(skipped: Skipped): 0 | 1 {
    const { pass, fail, error } = this.#counts.verdicts;
    return pass > 0 && fail === 0 && error === 0 && skipped.count === 0 ? 0 : 1;
  }
}

function noVerdicts(): Record<Verdict, number> {
  return { pass: 0, fail: 0, not_checked: 0, error: 0 };
}
