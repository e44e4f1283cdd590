import { counted } from '../core/internal.js';
import type { Failure, FailureKind, FailureReport } from './failure.js';
import { failureWords } from './failure-words.js';

/** Groups failures by kind. */
export function failureReport(
  scored: number,
  failures: readonly Failure[],
  weakDimensions: FailureReport['weakDimensions'] = [],
): FailureReport {
  const counts = new Map<FailureKind, number>();
  for (const { kind } of failures) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const byKind = [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((left, right) => right.count - left.count || (left.kind < right.kind ? -1 : 1));
  const failed = new Set(failures.map(({ trajectoryId, taskId }) => trajectoryId ?? taskId)).size;
  const summary = [
    `${counted(failures.length, 'failure')} in ${failed} of ${counted(scored, 'scored result')}.`,
    ...byKind.map(({ kind, count }) => `* ${failureWords[kind]}: ${count}`),
    ...weakDimensions.map(({ dimension, mean }) => `* mean ${dimension}: ${mean.toFixed(2)}`),
  ].join('\n');
  return { scored, failures, byKind, weakDimensions, summary };
}
