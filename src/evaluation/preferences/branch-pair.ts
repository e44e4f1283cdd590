import type { PreferencePair, Trajectory } from '../../records/index.js';
import { type AttributeFailureOptions, attributeFailure } from '../branching/attribute-failure.js';
import type { BlamedStep } from '../branching/attribution.js';
import { branchAt } from '../branching/branch.js';
import { playOn } from '../branching/play-on.js';
import { scoreByTask } from '../branching/score-episode.js';

/** A pair whose runs part at the step that lost the episode. */
export interface BranchPair extends PreferencePair {
  /** The step of the rejected run that it failed by, as it was measured. */
  readonly blamed: BlamedStep;
}

/**
 * The pair at the step by which an episode failed: both runs have the same steps up to it; the record goes on with the step
 * that lost, and the reference from the same state to an end that the world proves right. What `attributeFailure` measures
 * decides, no judge.
 *
 * @returns the pair, or why there is none.
 * @throws {MettleError} as `attributeFailure`.
 */
export async function branchPair(
  record: Trajectory,
  options: AttributeFailureOptions,
): Promise<BranchPair | { readonly reason: string }> {
  const { status, reason, blamed } = await attributeFailure(record, options);
  const [first] = blamed;
  if (status !== 'located' || first === undefined) return { reason };
  const { environment, reference, signal, score = scoreByTask } = options;
  const branch = await branchAt(record, first.step, {
    environment,
    ...(signal === undefined ? {} : { signal }),
  });
  const { trajectory, ...states } = await playOn(branch, reference, signal === undefined ? {} : { signal });
  const outcome = await score(trajectory, states);
  if (outcome.verdict !== 'pass') {
    return { reason: `the reference doesn't pass from the step that is blamed: ${outcome.reason}` };
  }
  return {
    taskId: record.task.id,
    chosen: { ...trajectory, outcome },
    rejected: record,
    by: 'branch',
    margin: 1,
    blamed: first,
  };
}
