import type { VariableValues } from '../trainable-program.js';
import type { TrainingExample } from '../training-example.js';
import type { TrainingOutcome } from '../training-outcome.js';
import { budgetEndReason } from './budget-ended.js';
import type { CandidateRuns } from './candidate-runs.js';
import { comparePaired, type PairedComparison } from './paired-comparison.js';
import { sameJson } from './training-store.js';

/**
 * What each changed variable adds: the chosen candidate against itself with that one variable as it was at the start. Null
 * where the budget does not pay for the comparison; no entry for a variable that did not change.
 */
export async function testComponents(options: {
  readonly runs: CandidateRuns;
  readonly start: VariableValues;
  readonly chosen: VariableValues;
  readonly examples: readonly TrainingExample[];
}): Promise<ReadonlyMap<string, PairedComparison | null>> {
  const { runs, start, chosen, examples } = options;
  const tests = new Map<string, PairedComparison | null>();
  for (const [key, value] of Object.entries(runs.identify(chosen).values)) {
    const before = start[key];
    if (before === undefined || sameJson(value, before)) continue;
    try {
      const without = await runs.evaluate({ ...chosen, [key]: before }, examples, 'select');
      tests.set(
        key,
        comparePaired(rewards(without), rewards(await runs.evaluate(chosen, examples, 'select'))),
      );
    } catch (error) {
      if (budgetEndReason(error) === null) throw error;
      tests.set(key, null);
    }
  }
  return tests;
}

function rewards(outcomes: readonly TrainingOutcome[]): number[] {
  return outcomes.map(({ reward }) => reward);
}
