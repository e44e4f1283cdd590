import type { Sandbox } from '../../../sandbox/index.js';
import { searchScript } from '../../../search/index.js';
import type { Score, ScriptTask, TrainingResult } from '../../../training/index.js';

/** Scripts that are tried: changes of the model's own, and few others. */
const EVALUATIONS = 2000;
/** Seconds that they may take. */
const SECONDS = 20;

/**
 * Lets the search repair a model's script that fails examples: what holds of it is kept. The examples held out from the model
 * are held out here, too.
 *
 * @returns null where no change of the script does what every example says.
 */
export async function repairProposal(
  task: ScriptTask,
  proposal: { readonly script: string; readonly train: Score },
  {
    seed,
    sandbox,
    signal,
  }: { readonly seed: number; readonly sandbox: Sandbox; readonly signal: AbortSignal },
  spent: { readonly evaluations: number; readonly seconds: number },
): Promise<TrainingResult | null> {
  if (signal.aborted) return null;
  const result = await searchScript({
    ...task,
    seedScript: proposal.script,
    budget: { maxEvaluations: EVALUATIONS, seconds: SECONDS },
    seed,
    sandbox,
    signal,
  });
  if (result.foundBy !== 'repair' || result.abstained) return null;
  const { passed, total } = proposal.train;
  return {
    ...result,
    reasons: [`the model's script failed ${total - passed} of ${total} examples`, ...result.reasons],
    evaluations: result.evaluations + spent.evaluations,
    seconds: result.seconds + spent.seconds,
  };
}
