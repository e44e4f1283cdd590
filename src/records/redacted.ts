import type { Verification } from './judgement.js';
import type { Trajectory } from './trajectory.js';

/** What verifying a redacted record gives: a replay wouldn't give the texts that stand in it. */
export const REDACTED: Verification = {
  verdict: 'not_checked',
  reason: 'it was redacted: a replay gives other texts than it holds',
  replayedCalls: 0,
  mismatches: [],
  checks: [],
};

/** Whether texts of a record were replaced by `redactTrajectories`: no verification of it can pass. */
export function isRedacted({ task }: Pick<Trajectory, 'task'>): boolean {
  return task.metadata.redacted !== undefined;
}
