import { holmAdjusted, pairedSignTest } from '../../evaluation/index.js';
import type { ChangedCase } from './changed-case.js';

/** How the cases of one category changed. */
export interface CategoryChange {
  readonly category: string;
  /** Cases that both scored. */
  readonly cases: number;
  /** The mean change of the share that passed. */
  readonly delta: number;
  readonly better: number;
  readonly worse: number;
  /** Of the exact sign test over its cases. */
  readonly pValue: number;
  /** The same, adjusted for the number of categories by Holm's method: compare this one with your level. */
  readonly adjustedPValue: number;
}

/** Tests each category apart. */
export function categoryChanges(pairs: readonly ChangedCase[]): readonly CategoryChange[] {
  const groups = new Map<string, number[]>();
  for (const { category, before, after } of pairs) {
    groups.set(category, [...(groups.get(category) ?? []), after - before]);
  }
  const tests = [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([category, differences]) => ({
      category,
      cases: differences.length,
      delta: differences.reduce((sum, each) => sum + each, 0) / differences.length,
      test: pairedSignTest(differences),
    }));
  const adjusted = holmAdjusted(tests.map(({ test }) => test.pValue));
  return tests.map(({ test: { better, worse, pValue }, ...each }, index) => ({
    ...each,
    better,
    worse,
    pValue,
    adjustedPValue: adjusted[index] ?? 1,
  }));
}
