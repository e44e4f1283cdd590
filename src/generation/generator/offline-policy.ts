import type { RandomStream } from '../../core/index.js';
import { coreError, quoted } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import { generationError } from '../error-codes.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';
import type { TrajectoryMode } from './trajectory-mode.js';

/** A way to play episodes without a model, and how often it is taken where it applies. */
export interface OfflinePolicy {
  readonly name: string;
  /** Its share against that of the others that apply; greater than 0. */
  readonly weight: number;
  /** The policy for a task, or null where it knows no way to do it. The same task and seed give the same policy. */
  policyFor(work: TaskInWorld, options: OfflinePolicyOptions): Policy | null;
}

/** What an offline policy is told beside the task. */
export interface OfflinePolicyOptions {
  readonly seed: number;
  readonly mode: TrajectoryMode;
  /** Whether the environment has tools that this episode does not offer. */
  readonly hidesTools: boolean;
}

/**
 * One of the offline policies that apply, by chance and weight.
 * @throws {MettleError} `generation/no_policy` where none applies: a trajectory is never invented.
 */
export function chooseOfflinePolicy(
  policies: readonly OfflinePolicy[],
  work: TaskInWorld,
  options: OfflinePolicyOptions,
  chance: RandomStream,
): Policy {
  const applying = policies.flatMap(({ weight, policyFor }) => {
    const policy = policyFor(work, options);
    return policy === null ? [] : [{ weight, policy }];
  });
  let left = chance.next() * applying.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, policy } of applying) {
    left -= weight;
    if (left < 0) return policy;
  }
  const last = applying.at(-1);
  if (last !== undefined) return last.policy;
  throw generationError(
    'no_policy',
    `No offline policy can do ${quoted(work.task.prompt, 60)} in mode ${options.mode} (there are: ${policies.map(({ name }) => name).join(', ')}). Give a model, a policy, or a task with an oracle.`,
  );
}

/** Refuses weights that make no sense. */
export function checkOfflinePolicies(policies: readonly OfflinePolicy[]): void {
  for (const { name, weight } of policies) {
    if (Number.isFinite(weight) && weight > 0) continue;
    throw coreError(
      'invalid_option',
      `The weight of the offline policy ${name} is a number greater than 0; got ${weight}.`,
    );
  }
}

/** The oracle of tasks that have one, where all tools of its world are offered. */
export function oraclePolicy(weight = 1): OfflinePolicy {
  return {
    name: 'oracle',
    weight,
    policyFor: ({ oracle }, { hidesTools }) => (hidesTools ? null : (oracle ?? null)),
  };
}
