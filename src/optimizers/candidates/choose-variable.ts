import type { RandomStream } from '../../core/index.js';
import type { Trainable, TrainingOutcome } from '../../training/index.js';
import { pickWeighted } from './selection.js';

/** What {@link chooseVariable} goes by. */
export interface VariableEvidence {
  /** Outcomes of the candidate that is to be changed. */
  readonly outcomes: readonly TrainingOutcome[];
  /** The best known outcome on an example, of whichever candidate. */
  best(exampleId: string): TrainingOutcome | undefined;
  readonly random: RandomStream;
}

/** Share of the choice that every variable gets, whatever the evidence: credit can be wrong. */
const FLOOR = 0.1;

/**
 * The variable to change next, by what it seems to cost: the reward lost on samples where a call that read it failed, and
 * on samples where it gave something else than in the best run of that sample.
 */
export function chooseVariable(
  variables: readonly Trainable[],
  { outcomes, best, random }: VariableEvidence,
): Trainable {
  const [only] = variables;
  if (variables.length === 1 && only !== undefined) return only;
  const blame = variables.map(({ key }) => {
    let lost = 0;
    for (const outcome of outcomes) {
      const rival = best(outcome.exampleId);
      const loss = Math.max(0, Math.max(1, rival?.reward ?? 1) - outcome.reward);
      if (loss === 0) continue;
      const calls = outcome.calls.filter((call) => call.variables.includes(key));
      if (calls.length === 0) continue;
      const failed = calls.some(({ error }) => error !== null);
      lost += loss * (failed ? 2 : differs(calls, rival) ? 1 : 0.5);
    }
    return lost;
  });
  const total = blame.reduce((sum, lost) => sum + lost, 0);
  const weights = blame.map((lost) => FLOOR + (total === 0 ? 0 : lost / total));
  return pickWeighted(variables, weights, random);
}

function differs(calls: TrainingOutcome['calls'], rival: TrainingOutcome | undefined): boolean {
  if (rival === undefined) return false;
  const others = new Map(rival.calls.map((call) => [call.callId, JSON.stringify(call.outputs)]));
  return calls.some((call) => others.get(call.callId) !== JSON.stringify(call.outputs));
}
