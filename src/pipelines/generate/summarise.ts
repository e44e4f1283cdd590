import { isJsonObject, type JsonObject } from '../../core/index.js';
import {
  type FailureReport,
  mineFailures,
  type RateInterval,
  wilsonInterval,
} from '../../evaluation/index.js';
import { type Diversity, diversityRecord, measureDiversity } from '../../evaluation/internal.js';
import type { Trajectory } from '../../records/index.js';

/** How often one policy played and passed. */
export interface PolicySummary {
  readonly name: string;
  readonly runs: number;
  readonly passed: number;
}

/** What a set of trajectories came to. */
export interface GenerationSummary {
  readonly total: number;
  /** Of those that could be checked: passed ÷ passed and failed. Null where none could be. */
  readonly pass: RateInterval | null;
  readonly notChecked: number;
  /** Episodes that the machine or the policy broke off. */
  readonly errors: number;
  /** Why the first of those with an error was broken off; null where there is none. */
  readonly firstError: string | null;
  /** Those that a replay gave again ÷ all that were replayed. Null where none was. */
  readonly verified: RateInterval | null;
  /** Those that a replay did not give again. One without a call isn't: there is nothing to replay. */
  readonly refuted: number;
  /** Those whose verification an error of the machine ended, which says nothing about them. */
  readonly unverified: number;
  readonly toolCalls: number;
  /** Runs of oracles for which a model wrote thoughts: kept, dropped by the check, and those where the model failed. */
  readonly rationales: Readonly<Record<'kept' | 'dropped' | 'failed', number>>;
  /** Why the model failed the first time that it was to write thoughts; null where it didn't. */
  readonly rationaleFailure: string | null;
  readonly failures: FailureReport;
  /** By name. */
  readonly policies: readonly PolicySummary[];
  /** Tasks of each category that were played, and how many passed. */
  readonly categories: readonly PolicySummary[];
  /** How many different prompts, ways to act and worlds there are, and how many prompts nearly repeat. */
  readonly diversity: Diversity;
}

/** Counts the results of a set of trajectories. */
export function summarise(trajectories: readonly Trajectory[]): GenerationSummary {
  const withVerdict = (wanted: string): number =>
    trajectories.filter(({ outcome }) => (outcome?.verdict ?? 'not_checked') === wanted).length;
  const [passed, failed] = [withVerdict('pass'), withVerdict('fail')];
  const replayed = trajectories.filter(({ verification }) => verification !== null);
  const same = replayed.filter(({ verification }) => verification?.verdict === 'pass').length;
  return {
    total: trajectories.length,
    pass: passed + failed === 0 ? null : wilsonInterval(passed, passed + failed),
    notChecked: withVerdict('not_checked'),
    errors: withVerdict('error'),
    firstError: trajectories.find(({ outcome }) => outcome?.verdict === 'error')?.outcome?.reason ?? null,
    verified: replayed.length === 0 ? null : wilsonInterval(same, replayed.length),
    refuted: replayed.filter(({ verification }) => verification?.verdict === 'fail').length,
    unverified: replayed.filter(({ verification }) => verification?.verdict === 'error').length,
    toolCalls: trajectories.reduce(
      (sum, { steps }) => sum + steps.filter(({ type }) => type === 'observation').length,
      0,
    ),
    rationales: countRationales(trajectories),
    rationaleFailure: firstRationaleFailure(trajectories),
    failures: mineFailures(trajectories),
    policies: grouped(trajectories, ({ policy }) => policy.name),
    categories: grouped(trajectories, ({ task }) => task.category),
    diversity: measureDiversity(trajectories),
  };
}

/** The summary as its file holds it. */
export function summaryDocument(summary: GenerationSummary): JsonObject {
  const {
    total,
    pass,
    verified,
    refuted,
    unverified,
    notChecked,
    errors,
    toolCalls,
    rationales,
    rationaleFailure,
    failures,
    policies,
    categories,
    diversity,
  } = summary;
  return {
    version: 1,
    trajectories: total,
    pass_rate: pass?.rate ?? null,
    pass_interval: pass === null ? null : [pass.low, pass.high],
    not_checked: notChecked,
    errors,
    verified_rate: verified?.rate ?? null,
    refuted,
    unverified,
    tool_calls: toolCalls,
    rationales,
    rationale_failure: rationaleFailure,
    failures: failures.byKind.map(({ kind, count }) => ({ kind, count })),
    policies: policies.map((policy) => ({ ...policy })),
    categories: categories.map((category) => ({ ...category })),
    diversity: diversityRecord(diversity),
  };
}

function countRationales(trajectories: readonly Trajectory[]): GenerationSummary['rationales'] {
  const counts = { kept: 0, dropped: 0, failed: 0 };
  for (const trajectory of trajectories) {
    const { verdict } = rationalesOf(trajectory);
    if (verdict === 'kept' || verdict === 'dropped' || verdict === 'failed') counts[verdict] += 1;
  }
  return counts;
}

function firstRationaleFailure(trajectories: readonly Trajectory[]): string | null {
  for (const trajectory of trajectories) {
    const { verdict, reason } = rationalesOf(trajectory);
    if (verdict === 'failed' && typeof reason === 'string') return reason;
  }
  return null;
}

function rationalesOf({ task }: Trajectory): JsonObject {
  const { generation } = task.metadata;
  const noted = isJsonObject(generation) ? generation.rationales : null;
  return isJsonObject(noted) ? noted : {};
}

function grouped(
  trajectories: readonly Trajectory[],
  nameOf: (trajectory: Trajectory) => string,
): readonly PolicySummary[] {
  const groups = new Map<string, { runs: number; passed: number }>();
  for (const trajectory of trajectories) {
    const group = groups.get(nameOf(trajectory)) ?? { runs: 0, passed: 0 };
    group.runs += 1;
    if (trajectory.outcome?.verdict === 'pass') group.passed += 1;
    groups.set(nameOf(trajectory), group);
  }
  return [...groups]
    .map(([name, group]) => ({ name, ...group }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
