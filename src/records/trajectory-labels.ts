import type { Verdict } from '../requirements/index.js';
import type { Trajectory } from './trajectory.js';

/** What is known about a record beside what happened in it: the columns of every format that has columns. */
export interface TrajectoryLabels {
  /** How the episode did; `not_checked` for a record that was never scored. */
  readonly outcome: Verdict;
  /** What verifying the record gave; `not_checked` for one that was never verified. */
  readonly verification: Verdict;
  /** The part of a split that the task is in, such as `train` or `held_out`; null where it names none. */
  readonly split: string | null;
  /** The faults that the policy was told to make, joined by `+`; null for a policy that does its best. */
  readonly fault: string | null;
}

/** `oracle+wrong_filter`, alone or in a team; what follows the first `+` are names of faults. */
const FAULTS_IN_NAME = /\+([a-z]+(?:_[a-z]+)*(?:\+[a-z]+(?:_[a-z]+)*)*)(?=[,)]|$)/g;

/** The labels of a record. A fault is told by the name that `faultyPolicy` gives its policy. */
export function trajectoryLabels({
  outcome,
  verification,
  task,
  policy,
}: Pick<Trajectory, 'outcome' | 'verification' | 'task' | 'policy'>): TrajectoryLabels {
  const { split } = task.metadata;
  const faults = Array.from(policy.name.matchAll(FAULTS_IN_NAME), ([, names]) => names);
  return {
    outcome: outcome?.verdict ?? 'not_checked',
    verification: verification?.verdict ?? 'not_checked',
    split: typeof split === 'string' ? split : null,
    fault: faults.length === 0 ? null : faults.join('+'),
  };
}
