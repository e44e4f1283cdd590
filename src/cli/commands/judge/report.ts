import { canonicalJson } from '../../../core/index.js';
import type { Evaluation } from '../../../evaluation/index.js';
import { evaluationRecord, ScoreTally } from '../../../evaluation/internal.js';
import type { SkippedLine } from '../../../records/index.js';
import type { Verdict } from '../../../requirements/index.js';

/** The document that `judge --json` prints. */
export interface JudgeDocument {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_checked: number;
  readonly errors: number;
  /** Of those that passed or failed; null where there are none. */
  readonly pass_rate: number | null;
  /** Means over the trajectories that have the score; null where none has. */
  readonly mean_overall: number | null;
  readonly mean_scores: Readonly<Record<string, number | null>>;
  /** Of how many trajectories each mean is: `overall`, and the names of `mean_scores`. */
  readonly scored: Readonly<Record<string, number>>;
  readonly judge: string;
  readonly rubric: string;
  readonly skipped: readonly SkippedLine[];
  readonly skipped_count: number;
  readonly output: string;
}

/** Counts evaluations and sums their scores, one after another. */
export class JudgeTally {
  readonly #verdicts: Record<Verdict, number> = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  readonly #scores = new ScoreTally();

  get total(): number {
    return Object.values(this.#verdicts).reduce((sum, count) => sum + count, 0);
  }

  add(evaluation: Evaluation): void {
    this.#verdicts[evaluation.verdict] += 1;
    this.#scores.add(evaluation);
  }

  document(
    about: Pick<JudgeDocument, 'judge' | 'rubric' | 'skipped' | 'skipped_count' | 'output'>,
  ): JudgeDocument {
    const { pass, fail, not_checked, error } = this.#verdicts;
    return {
      total: this.total,
      passed: pass,
      failed: fail,
      not_checked,
      errors: error,
      pass_rate: pass + fail === 0 ? null : pass / (pass + fail),
      mean_overall: this.#scores.mean('overall'),
      mean_scores: { ...this.#scores.means() },
      scored: this.#scores.counts(),
      ...about,
    };
  }
}

/** What a person sees. */
export function judgeText(document: JudgeDocument, hasWorld: boolean): string {
  const { total, passed, failed, not_checked, errors, mean_scores, skipped } = document;
  return [
    `${total} judged by ${document.judge}, rubric ${document.rubric}: ${passed} passed, ${failed} failed, ${not_checked} not checked, ${errors} errors`,
    '',
    ...[['overall', document.mean_overall] as const, ...Object.entries(mean_scores)].map(
      ([name, mean]) =>
        `  ${name.padEnd(20)} ${mean === null ? 'not scorable' : `${mean.toFixed(3)}  mean of ${document.scored[name]}`}`,
    ),
    '',
    ...(not_checked === 0
      ? []
      : [
          `${not_checked} not checked, so they are in no overall mean: see their explanations. ${hasWorld ? 'See' : "Without its world (--env), a record can't show every outcome; see"} also --trust-outcomes.`,
        ]),
    ...skipped.slice(0, 10).map(({ line, reason }) => `Line ${line} is not a trajectory: ${reason}`),
    ...(document.skipped_count > 10
      ? [`… ${document.skipped_count - 10} more lines; --json lists them.`]
      : []),
    `Evaluations: ${document.output}`,
  ].join('\n');
}

/** An evaluation as a line of JSON. */
export function judgedLine(evaluation: Evaluation): string {
  return `${canonicalJson(evaluationRecord(evaluation))}\n`;
}
