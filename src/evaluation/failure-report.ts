import { counted } from '../core/internal.js';
import { HashCount } from './diversity/hash-count.js';
import type { Failure, FailureKind, FailureReport } from './failure.js';
import { failureWords } from './failure-words.js';

/** Counts failures that come one after another. */
export class FailureTally {
  readonly #most: number;
  readonly #failures: Failure[] = [];
  readonly #counts = new Map<FailureKind, number>();
  readonly #failed = new HashCount();

  /** @param most - failures that are held; the others are counted. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  add(failure: Failure): void {
    const { kind, trajectoryId, taskId } = failure;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#failed.add(trajectoryId ?? taskId);
    if (this.#failures.length < this.#most) this.#failures.push(failure);
  }

  /** Groups the failures by kind. */
  report(scored: number, weakDimensions: FailureReport['weakDimensions'] = []): FailureReport {
    const byKind = [...this.#counts]
      .map(([kind, count]) => ({ kind, count }))
      .sort((left, right) => right.count - left.count || (left.kind < right.kind ? -1 : 1));
    const all = byKind.reduce((sum, { count }) => sum + count, 0);
    const summary = [
      `${counted(all, 'failure')} in ${this.#failed.size} of ${counted(scored, 'scored result')}.`,
      ...byKind.map(({ kind, count }) => `* ${failureWords[kind]}: ${count}`),
      ...weakDimensions.map(({ dimension, mean }) => `* mean ${dimension}: ${mean.toFixed(2)}`),
    ].join('\n');
    return { scored, failures: this.#failures, byKind, weakDimensions, summary };
  }
}

/** Groups failures by kind. */
export function failureReport(
  scored: number,
  failures: readonly Failure[],
  weakDimensions: FailureReport['weakDimensions'] = [],
): FailureReport {
  const tally = new FailureTally();
  for (const failure of failures) tally.add(failure);
  return tally.report(scored, weakDimensions);
}
