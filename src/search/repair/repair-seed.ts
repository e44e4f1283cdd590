import { RandomStream } from '../../core/index.js';
import type { BudgetMeter } from '../../training/internal.js';
import type { ExampleSets, SearchScriptOptions } from '../search-options.js';
import { type Repair, repairScript } from './repair-script.js';

/** Changes of the seed script that are run at most: each takes as long as a hundred candidates of the search or more. */
const MOST_REPAIRS = 800;
/** The same for a seed script that is right on no example: it is hardly a nearly right one. */
const FEW_REPAIRS = 100;
/** Of what is left of the budget, the share that the seed script's repair may take. */
const SHARE_OF_REPAIR = 0.4;

/**
 * Tries small changes of the seed script; what it takes counts as evaluations.
 *
 * @param isNearlyRight - whether the seed script is right on an example
 */
export async function repairSeed(
  options: SearchScriptOptions,
  examples: ExampleSets,
  meter: BudgetMeter,
  isNearlyRight: boolean,
): Promise<Repair | null> {
  const most = isNearlyRight ? MOST_REPAIRS : FEW_REPAIRS;
  const seconds = meter.secondsLeft() * (1 - SHARE_OF_REPAIR);
  return await repairScript({
    ...examples,
    script: options.seedScript ?? '',
    sandbox: options.sandbox,
    random: new RandomStream(options.seed, 'search/repair'),
    maxEvaluations: Math.min(most, Math.floor(meter.evaluationsLeft * SHARE_OF_REPAIR)),
    isOver: () => meter.stopReason() !== null || meter.secondsLeft() < seconds,
    onEvaluation: () => meter.spend(1),
  });
}
