import type { JsonObject } from '../../core/index.js';
import type { Trajectory } from '../trajectory.js';
import { trajectoryLabels } from '../trajectory-labels.js';

/** What a record says beside its conversation, for the free members of foreign formats. */
export function recordFacts(trajectory: Trajectory): JsonObject {
  const { task, environment, policy, seed, stopReason, provenance } = trajectory;
  return {
    trajectory_id: trajectory.id,
    task_id: task.id,
    category: task.category,
    environment: environment.name,
    environment_fingerprint: environment.fingerprint,
    seed,
    policy: `${policy.name} ${policy.version}`,
    model: provenance?.model ?? null,
    stop_reason: stopReason,
    ...trajectoryLabels(trajectory),
  };
}

/** 1 for an episode that passed, 0 for one that failed; null where nobody can say, which is never 0. */
export function rewardOf({ outcome }: Pick<Trajectory, 'outcome'>): number | null {
  if (outcome?.verdict === 'pass') return 1;
  return outcome?.verdict === 'fail' ? 0 : null;
}
