import { isJsonObject, type JsonObject } from '../../core/index.js';
import {
  type Diversity,
  type FailureKind,
  type FailureReport,
  mineFailures,
  type RateInterval,
} from '../../evaluation/index.js';
import { DatasetTally, diversityRecord, FailureTally } from '../../evaluation/internal.js';
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

/** Failures that are held with what was asked and what went wrong. */
const MOST_FAILURES = 10_000;

/** Counts the results of trajectories that come one after another: a few hashes of each are held, and the first that failed. */
export class SummaryTally {
  readonly #dataset = new DatasetTally();
  readonly #policies = new Map<string, { runs: number; passed: number }>();
  readonly #categories = new Map<string, { runs: number; passed: number }>();
  readonly #failures = new FailureTally(MOST_FAILURES);
  readonly #rationales = { kept: 0, dropped: 0, failed: 0 };
  #scored = 0;
  #firstError: string | null = null;
  #rationaleFailure: string | null = null;

  /** Counts a run; gives the kind of its failure, null where it has none. */
  add(trajectory: Trajectory): FailureKind | null {
    const { outcome, policy, task } = trajectory;
    this.#dataset.add(trajectory);
    const verdict = outcome?.verdict ?? 'not_checked';
    if (verdict === 'error') this.#firstError ??= outcome?.reason ?? null;
    addToGroup(this.#policies, policy.name, verdict === 'pass');
    addToGroup(this.#categories, task.category, verdict === 'pass');
    const { verdict: rationale, reason } = rationalesOf(trajectory);
    if (rationale === 'kept' || rationale === 'dropped' || rationale === 'failed') {
      this.#rationales[rationale] += 1;
      if (rationale === 'failed' && typeof reason === 'string') this.#rationaleFailure ??= reason;
    }
    const mined = mineFailures([trajectory]);
    this.#scored += mined.scored;
    for (const failure of mined.failures) this.#failures.add(failure);
    return mined.failures[0]?.kind ?? null;
  }

  /** What was counted. Nothing can be added afterwards. */
  async result(): Promise<GenerationSummary> {
    const { trajectories, pass, outcomes, verified, verifications, toolCalls, diversity } =
      await this.#dataset.result();
    return {
      total: trajectories,
      pass,
      notChecked: outcomes.not_checked,
      errors: outcomes.error,
      firstError: this.#firstError,
      verified,
      refuted: verifications.fail,
      unverified: verifications.error,
      toolCalls,
      rationales: { ...this.#rationales },
      rationaleFailure: this.#rationaleFailure,
      failures: this.#failures.report(this.#scored),
      policies: sortedGroups(this.#policies),
      categories: sortedGroups(this.#categories),
      diversity,
    };
  }
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

function rationalesOf({ task }: Trajectory): JsonObject {
  const { generation } = task.metadata;
  const noted = isJsonObject(generation) ? generation.rationales : null;
  return isJsonObject(noted) ? noted : {};
}

function addToGroup(
  groups: Map<string, { runs: number; passed: number }>,
  name: string,
  hasPassed: boolean,
): void {
  const group = groups.get(name) ?? { runs: 0, passed: 0 };
  group.runs += 1;
  if (hasPassed) group.passed += 1;
  groups.set(name, group);
}

function sortedGroups(
  groups: ReadonlyMap<string, { readonly runs: number; readonly passed: number }>,
): readonly PolicySummary[] {
  return [...groups]
    .map(([name, group]) => ({ name, ...group }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
