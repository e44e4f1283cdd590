import type { TrajectoryStep } from '../records/index.js';

/** What wrong steps cost. */
export interface Penalties {
  /** For a call of an unknown tool, or with arguments that don't fit its schema, and for what is no action. */
  readonly invalidAction: number;
  /** For a call that the tool answered with an error. */
  readonly error: number;
  /** What all penalties of an episode come to at most. */
  readonly most: number;
}

/** What was wrong with a call before anything was run. */
const INVALID: readonly unknown[] = ['unknown_tool', 'invalid_arguments', 'no_json'];

/**
 * What the steps of an episode earn before its end: nothing, or a penalty for each call that went wrong, until their sum
 * reaches the most. One number for each call, in order. That nothing is ever above 0 is what keeps a policy from farming steps.
 */
export function stepRewards(steps: readonly TrajectoryStep[], penalties: Penalties): readonly number[] {
  let left = penalties.most;
  const rewards: number[] = [];
  for (const step of steps) {
    const penalty = penaltyOf(step, penalties);
    if (penalty === null) continue;
    const taken = Math.min(penalty, left);
    left -= taken;
    rewards.push(taken === 0 ? 0 : -taken);
  }
  return rewards;
}

/** Null for a step that is no call's end. */
function penaltyOf(step: TrajectoryStep, { invalidAction, error }: Penalties): number | null {
  if (step.type === 'withheld_call') return invalidAction;
  if (step.type !== 'observation') return null;
  if (step.status === 'ok') return 0;
  return INVALID.includes(step.error?.type) ? invalidAction : error;
}
