import { canonicalJson } from '../../../core/index.js';
import type { Evaluation } from '../../../evaluation/index.js';
import { evaluationRecord, RUBRIC_DIMENSIONS } from '../../../evaluation/internal.js';
import type { SkippedLine } from '../../../records/index.js';

/** What {@link judgeDocument} is made from. */
export interface JudgedFile {
  readonly evaluations: readonly Evaluation[];
  readonly skipped: readonly SkippedLine[];
  readonly judge: string;
  readonly rubric: string;
  readonly output: string;
}

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
  readonly output: string;
}

/** Counts and means over a file. */
export function judgeDocument({ evaluations, skipped, judge, rubric, output }: JudgedFile): JudgeDocument {
  const count = (verdict: Evaluation['verdict']): number =>
    evaluations.filter((evaluation) => evaluation.verdict === verdict).length;
  const [passed, failed] = [count('pass'), count('fail')];
  const scores = new Map([
    ['overall', known(evaluations.map(({ overall }) => overall))],
    ...RUBRIC_DIMENSIONS.map(
      (name) => [name, known(evaluations.map(({ scores: each }) => each[name]))] as const,
    ),
  ]);
  return {
    total: evaluations.length,
    passed,
    failed,
    not_checked: count('not_checked'),
    errors: count('error'),
    pass_rate: passed + failed === 0 ? null : passed / (passed + failed),
    mean_overall: meanOf(scores.get('overall') ?? []),
    mean_scores: Object.fromEntries(RUBRIC_DIMENSIONS.map((name) => [name, meanOf(scores.get(name) ?? [])])),
    scored: Object.fromEntries([...scores].map(([name, values]) => [name, values.length])),
    judge,
    rubric,
    skipped,
    output,
  };
}

/** What a person sees. */
export function judgeText(document: JudgeDocument): string {
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
          `${not_checked} not checked, so they are in no overall mean: see their explanations. Without its world (--env), a record can't show every outcome; see also --trust-outcomes.`,
        ]),
    ...skipped.map(({ line, reason }) => `Line ${line} is not a trajectory: ${reason}`),
    `Evaluations: ${document.output}`,
  ].join('\n');
}

/** Evaluations as JSON lines, in the order of the trajectories. */
export function judgedLines(evaluations: readonly Evaluation[]): string {
  return evaluations.map((evaluation) => `${canonicalJson(evaluationRecord(evaluation))}\n`).join('');
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
