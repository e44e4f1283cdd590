import { isJsonObject } from '../../core/index.js';
import { observations, type Trajectory, toolNamesUsed, trajectoryLabels } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import { type Diversity, DiversityTally } from '../diversity/diversity-tally.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import type { RubricScores } from '../evaluator/rubric.js';
import { ScoreTally } from '../evaluator/score-tally.js';
import { type RateInterval, wilsonInterval } from '../statistics/wilson-interval.js';

/** How often something is in a data set. */
export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** How many trajectories made so many calls. */
export interface CallCount {
  readonly calls: number;
  readonly trajectories: number;
}

/** What a set of trajectories holds, in numbers. A mean or a rate of nothing is null. */
export interface DatasetMetrics {
  readonly trajectories: number;
  /** Of those that could be checked: passed ÷ passed and failed. */
  readonly pass: RateInterval | null;
  readonly outcomes: Readonly<Record<Verdict, number>>;
  /** Those that a replay gave again ÷ all that were replayed. */
  readonly verified: RateInterval | null;
  readonly verifications: Readonly<Record<Verdict, number>>;
  /** Trajectories with an evaluation. */
  readonly evaluated: number;
  /** Means over the evaluations that have the score. */
  readonly meanOverall: number | null;
  readonly meanScores: RubricScores;
  /** How many overall scores are in each tenth from 0 to 1; 1 itself is in the last. */
  readonly overallScores: readonly number[];
  readonly meanSteps: number | null;
  /** Calls that the world answered. */
  readonly toolCalls: number;
  /** {@link toolCalls} ÷ trajectories. */
  readonly meanCalls: number | null;
  /** In the order of their calls. */
  readonly callCounts: readonly CallCount[];
  /** Calls of each tool, the most frequent first. */
  readonly toolUsage: readonly NamedCount[];
  /** Different tools that were offered. */
  readonly toolsOffered: number;
  /** Those of the tools offered that were called at least once ÷ offered. */
  readonly toolCoverage: number | null;
  /** By what they are counted, the most frequent first. */
  readonly modes: readonly NamedCount[];
  readonly domains: readonly NamedCount[];
  readonly categories: readonly NamedCount[];
  readonly environments: readonly NamedCount[];
  readonly stepTypes: readonly NamedCount[];
  readonly diversity: Diversity;
}

const BINS = 10;

/** Counts what trajectories hold that come one after another. Of each, hashes are held. */
export class DatasetTally {
  readonly #outcomes: Record<Verdict, number> = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  readonly #verifications: Record<Verdict, number> = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  readonly #scores = new ScoreTally();
  readonly #overallScores = Array.from({ length: BINS }, () => 0);
  readonly #callCounts = new Map<number, number>();
  readonly #toolUsage = new Map<string, number>();
  readonly #offered = new Set<string>();
  readonly #modes = new Map<string, number>();
  readonly #domains = new Map<string, number>();
  readonly #categories = new Map<string, number>();
  readonly #environments = new Map<string, number>();
  readonly #stepTypes = new Map<string, number>();
  readonly #diversity = new DiversityTally();
  #total = 0;
  #evaluated = 0;
  #steps = 0;
  #calls = 0;

  /** Counts a trajectory, with what a judge says of it. */
  add(trajectory: Trajectory, evaluation?: Pick<Evaluation, 'overall' | 'scores'>): void {
    const { task, environment, tools, steps, verification } = trajectory;
    const { outcome } = trajectoryLabels(trajectory);
    this.#total += 1;
    this.#outcomes[outcome] += 1;
    if (verification !== null) this.#verifications[verification.verdict] += 1;
    if (evaluation !== undefined) this.#addScores(evaluation);
    this.#steps += steps.length;
    const calls = observations(trajectory).length;
    this.#calls += calls;
    countUp(this.#callCounts, calls);
    for (const tool of toolNamesUsed(trajectory)) countUp(this.#toolUsage, tool);
    for (const { name } of tools) this.#offered.add(name);
    const { mode, domain } = playedAs(trajectory);
    if (mode !== null) countUp(this.#modes, mode);
    if (domain !== null) countUp(this.#domains, domain);
    countUp(this.#categories, task.category);
    countUp(this.#environments, environment.name);
    for (const { type } of steps) countUp(this.#stepTypes, type);
    this.#diversity.add(trajectory);
  }

  #addScores(evaluation: Pick<Evaluation, 'overall' | 'scores'>): void {
    this.#evaluated += 1;
    this.#scores.add(evaluation);
    if (evaluation.overall === null) return;
    const bin = Math.min(BINS - 1, Math.floor(evaluation.overall * BINS));
    this.#overallScores[bin] = (this.#overallScores[bin] ?? 0) + 1;
  }

  /** What was counted. Nothing can be added afterwards. */
  async result(): Promise<DatasetMetrics> {
    const { pass, fail } = this.#outcomes;
    const replayed = Object.values(this.#verifications).reduce((sum, count) => sum + count, 0);
    const each = (sum: number): number | null => (this.#total === 0 ? null : sum / this.#total);
    const called = [...this.#offered].filter((name) => this.#toolUsage.has(name)).length;
    return {
      trajectories: this.#total,
      pass: pass + fail === 0 ? null : wilsonInterval(pass, pass + fail),
      outcomes: { ...this.#outcomes },
      verified: replayed === 0 ? null : wilsonInterval(this.#verifications.pass, replayed),
      verifications: {
        ...this.#verifications,
        not_checked: this.#verifications.not_checked + this.#total - replayed,
      },
      evaluated: this.#evaluated,
      meanOverall: this.#scores.mean('overall'),
      meanScores: this.#scores.means(),
      overallScores: [...this.#overallScores],
      meanSteps: each(this.#steps),
      toolCalls: this.#calls,
      meanCalls: each(this.#calls),
      callCounts: [...this.#callCounts]
        .map(([calls, trajectories]) => ({ calls, trajectories }))
        .sort((one, other) => one.calls - other.calls),
      toolUsage: namedCounts(this.#toolUsage),
      toolsOffered: this.#offered.size,
      toolCoverage: this.#offered.size === 0 ? null : called / this.#offered.size,
      modes: namedCounts(this.#modes),
      domains: namedCounts(this.#domains),
      categories: namedCounts(this.#categories),
      environments: namedCounts(this.#environments),
      stepTypes: namedCounts(this.#stepTypes),
      diversity: await this.#diversity.result(),
    };
  }
}

/** How a generator says that it played an episode; null where the record doesn't say. */
export function playedAs({ task }: Pick<Trajectory, 'task'>): {
  readonly mode: string | null;
  readonly domain: string | null;
} {
  const { generation } = task.metadata;
  const { mode, domain } = isJsonObject(generation) ? generation : {};
  return {
    mode: typeof mode === 'string' ? mode : null,
    domain: typeof domain === 'string' ? domain : null,
  };
}

function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function namedCounts(counts: ReadonlyMap<string, number>): readonly NamedCount[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}
