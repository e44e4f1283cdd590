import { RandomStream } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import {
  type MeanInterval,
  type PairedTest,
  pairedBootstrap,
  pairedSignTest,
} from '../../evaluation/index.js';
import { benchmarkError } from '../error-codes.js';
import type { BenchmarkReport } from './benchmark-report.js';
import { type CaseResult, passShare } from './case-result.js';
import { type CategoryChange, categoryChanges } from './category-changes.js';
import type { ChangedCase } from './changed-case.js';

/** Two reports on the same cases, case by case. */
export interface BenchmarkComparison {
  readonly before: BenchmarkReport;
  readonly after: BenchmarkReport;
  /** Cases that both scored: only they are compared. */
  readonly cases: number;
  /** Ids of cases that one of them did not score. */
  readonly unpaired: readonly string[];
  /** The mean change of the share that passed, with the 95 % interval of the paired bootstrap over cases. */
  readonly delta: MeanInterval;
  /** The exact sign test over cases; with one trial each it is McNemar's test. */
  readonly test: PairedTest;
  /** Each category, with p-values adjusted for their number. */
  readonly byCategory: readonly CategoryChange[];
  /** After − before; null where one of them has none. */
  readonly deltaCredit: number | null;
  readonly deltaToolAccuracy: number | null;
  readonly deltaArgumentAccuracy: number | null;
  /** The largest loss first. */
  readonly regressions: readonly ChangedCase[];
  /** The largest gain first. */
  readonly improvements: readonly ChangedCase[];
}

/**
 * Compares two reports on the same cases.
 * @throws {MettleError} `benchmarks/different_cases` for reports on different cases, or with none that both scored.
 */
export function compareReports(before: BenchmarkReport, after: BenchmarkReport): BenchmarkComparison {
  if (before.fingerprint !== after.fingerprint) {
    throw benchmarkError(
      'different_cases',
      `The results are of different cases (${before.suite} ${startOf(before.fingerprint, 12)}, ${after.suite} ${startOf(after.fingerprint, 12)}): run both on the same ones.`,
    );
  }
  const later = new Map(after.cases.map((each) => [each.id, each]));
  const pairs = before.cases.flatMap((each) => changeOf(each, later.get(each.id)) ?? []);
  if (pairs.length === 0) {
    throw benchmarkError(
      'different_cases',
      'No case was scored in both results: there is nothing to compare.',
    );
  }
  const paired = new Set(pairs.map(({ id }) => id));
  const differences = pairs.map((pair) => pair.after - pair.before);
  const changed = pairs.filter((pair) => pair.after !== pair.before);
  const byGain = changed.toSorted((left, right) => right.after - right.before - (left.after - left.before));
  return {
    before,
    after,
    cases: pairs.length,
    unpaired: before.cases.flatMap(({ id }) => (paired.has(id) ? [] : [id])),
    delta: pairedBootstrap(differences, new RandomStream(before.seed, 'benchmark-delta')),
    test: pairedSignTest(differences),
    byCategory: categoryChanges(pairs),
    deltaCredit: difference(before.credit, after.credit),
    deltaToolAccuracy: difference(before.toolAccuracy, after.toolAccuracy),
    deltaArgumentAccuracy: difference(before.argumentAccuracy, after.argumentAccuracy),
    regressions: byGain.filter((pair) => pair.after < pair.before).reverse(),
    improvements: byGain.filter((pair) => pair.after > pair.before),
  };
}

function changeOf(before: CaseResult, after: CaseResult | undefined): ChangedCase | null {
  const [first, second] = [passShare(before), after === undefined ? null : passShare(after)];
  return first === null || second === null
    ? null
    : { id: before.id, category: before.category, before: first, after: second };
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
