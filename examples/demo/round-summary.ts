import { type FailureReport, mineFailures, type RateInterval, wilsonInterval } from 'mettle/evaluation';
import type { Trajectory } from 'mettle/records';

/** A round in numbers. */
export interface RoundSummary {
  readonly round: number;
  /** Different tasks. */
  readonly tasks: number;
  /** Runs of a policy on a task. */
  readonly runs: number;
  /** Runs that passed. */
  readonly pass: RateInterval;
  /** Runs whose replay in a fresh world gave the same, call by call. */
  readonly verified: RateInterval;
  /** Runs of Python whose code met every requirement that was checked. */
  readonly codeOk: RateInterval;
  /** Runs that passed, by policy. */
  readonly byPolicy: readonly { readonly policy: string; readonly pass: RateInterval }[];
  /** Runs that passed, by category of the task. */
  readonly byCategory: readonly { readonly category: string; readonly pass: RateInterval }[];
  readonly failures: FailureReport;
}

/** Sums a round up. Runs that could not be carried out count as runs, and as neither passed nor verified. */
export function summarizeRound(round: number, trajectories: readonly Trajectory[]): RoundSummary {
  const withCode = trajectories.filter(({ requirements }) => (requirements ?? []).length > 0);
  return {
    round,
    tasks: new Set(trajectories.map(({ task }) => task.id)).size,
    runs: trajectories.length,
    pass: passRate(trajectories),
    verified: share(trajectories, ({ verification }) => verification?.verdict === 'pass'),
    codeOk: share(
      withCode,
      ({ requirements }) => requirements?.every(({ verdict }) => verdict === 'pass') ?? false,
    ),
    byPolicy: groups(trajectories, ({ policy }) => policy.name).map(([policy, runs]) => ({
      policy,
      pass: passRate(runs),
    })),
    byCategory: groups(trajectories, ({ task }) => task.category).map(([category, runs]) => ({
      category,
      pass: passRate(runs),
    })),
    failures: mineFailures(trajectories),
  };
}

/** The share of runs that passed. */
export function passRate(trajectories: readonly Trajectory[]): RateInterval {
  return share(trajectories, ({ outcome }) => outcome?.verdict === 'pass');
}

function share(
  trajectories: readonly Trajectory[],
  holds: (trajectory: Trajectory) => boolean,
): RateInterval {
  return wilsonInterval(trajectories.filter(holds).length, trajectories.length);
}

function groups(
  trajectories: readonly Trajectory[],
  keyOf: (trajectory: Trajectory) => string,
): readonly (readonly [string, readonly Trajectory[]])[] {
  const found = new Map<string, Trajectory[]>();
  for (const trajectory of trajectories) {
    const key = keyOf(trajectory);
    const group = found.get(key);
    if (group === undefined) found.set(key, [trajectory]);
    else group.push(trajectory);
  }
  return [...found];
}
