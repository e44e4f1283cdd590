import type { ProgressListener } from 'mettle/core';
import { type Environment, type Policy, recordTrajectory } from 'mettle/environments';
import { scoreOutcome, verifyTrajectory } from 'mettle/evaluation';
import type { RequirementFinding, Task, Trajectory } from 'mettle/records';
import type { Checker } from 'mettle/requirements';

/** What {@link runRound} needs. */
export interface RoundOptions {
  /** What progress calls it: `round 1`. */
  readonly name: string;
  readonly environment: Environment;
  readonly policies: readonly Policy[];
  readonly tasks: readonly Task[];
  /** Opens every world. */
  readonly seed: number;
  /** Checks the Python of each run. */
  readonly checker: Checker;
  readonly onProgress?: ProgressListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every policy on every task, each run scored, checked and verified; by policy, then in the order of the tasks. */
export async function runRound(options: RoundOptions): Promise<readonly Trajectory[]> {
  const { name, policies, tasks, onProgress, signal } = options;
  const trajectories: Trajectory[] = [];
  for (const policy of policies) {
    for (const task of tasks) {
      signal?.throwIfAborted();
      trajectories.push(await runOnce(options, policy, task));
      onProgress?.({
        stage: `${name}: run, check and verify`,
        done: trajectories.length,
        total: policies.length * tasks.length,
        note: policy.name,
      });
    }
  }
  return trajectories;
}

async function runOnce(options: RoundOptions, policy: Policy, task: Task): Promise<Trajectory> {
  const { environment, seed, checker } = options;
  const trajectory = await recordTrajectory({ environment, policy, task, seed });
  return {
    ...trajectory,
    outcome: scoreOutcome(trajectory),
    requirements: await checkCode(trajectory, checker),
    verification: await verifyTrajectory(trajectory, environment),
  };
}

/** What the requirements say of each piece of Python that a run executed. */
async function checkCode({ steps }: Trajectory, checker: Checker): Promise<readonly RequirementFinding[]> {
  const findings: RequirementFinding[] = [];
  for (const [step, executed] of steps.entries()) {
    if (executed.type !== 'code_execution') continue;
    const { results } = await checker.checkCode(executed.code);
    for (const { requirement, verdict, reason } of results)
      findings.push({ step, requirement, verdict, reason });
  }
  return findings;
}
