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

/** Counts what became of records, one after another, and holds the first problems only. */
export class VerifyTally {
  readonly #counts = noVerdicts();
  readonly #byVerifier: Record<string, Record<Verdict, number>> = {};
  readonly #problems: Omit<VerifiedRecord, 'checks'>[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  get passed(): number {
    return this.#counts.pass;
  }

  add({ line, id, verdict, reason, checks }: VerifiedRecord): void {
    this.#total += 1;
    this.#counts[verdict] += 1;
    for (const check of checks) {
      this.#byVerifier[check.name] ??= noVerdicts();
      (this.#byVerifier[check.name] as Record<Verdict, number>)[check.verdict] += 1;
    }
    if (verdict !== 'pass' && this.#problems.length < LISTED)
      this.#problems.push({ line, id, verdict, reason });
  }

  /** The counts and rates of a run, as `--json` prints them. */
  document(skipped: Skipped): Readonly<Record<string, unknown>> {
    const { pass, fail, not_checked, error } = this.#counts;
    return {
      total: this.#total,
      verified: pass,
      failed: fail,
      not_checked,
      errors: error,
      verified_rate: this.#total === 0 ? null : pass / this.#total,
      by_verifier: this.#byVerifier,
      problems: this.#problems,
      skipped: skipped.listed,
      skipped_count: skipped.count,
    };
  }

  /** The same for a person. */
  text(skipped: Skipped): string {
    const { pass, fail, not_checked, error } = this.#counts;
    const others = [
      fail > 0 ? `${fail} failed` : '',
      error > 0 ? `${error} could not be verified because of an error` : '',
      not_checked > 0 ? `${not_checked} not checked` : '',
      skipped.count > 0 ? `${skipped.count} lines hold no record` : '',
    ].filter(Boolean);
    const problems = fail + error + not_checked;
    return [
      `${pass} of ${this.#total} records are verified${others.length > 0 ? `; ${others.join(', ')}` : ''}.`,
      ...skipped.listed.slice(0, 10).map(({ line, reason }) => `  line ${line}: ${reason}`),
      ...this.#problems
        .slice(0, 10)
        .map(({ line, id, verdict, reason }) => `  line ${line} (${startOf(id, 12)}): ${verdict}: ${reason}`),
      ...(problems > 10 ? [`  … ${problems - 10} more; --json lists them.`] : []),
    ].join('\n');
  }

  /** 0 where something was verified and nothing spoke against any record. */
  exitCode(skipped: Skipped): 0 | 1 {
    const { pass, fail, error } = this.#counts;
    return pass > 0 && fail === 0 && error === 0 && skipped.count === 0 ? 0 : 1;
  }
}

function noVerdicts(): Record<Verdict, number> {
  return { pass: 0, fail: 0, not_checked: 0, error: 0 };
}
