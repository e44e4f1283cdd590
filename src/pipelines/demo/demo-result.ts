import type { Task, Trajectory } from '../../trajectories/index.js';
import type { RoundComparison } from './compare-rounds.js';
import type { DemoDataset } from './dataset.js';
import type { RoundSummary } from './round-summary.js';
import type { SkillTraining } from './train-skill.js';

/** How long a part of the run took. */
export interface StageTiming {
  readonly stage: string;
  readonly seconds: number;
}

/** All that a run of the demo found out. Everything but `timings` follows from the seed. */
export interface DemoResult {
  readonly seed: number;
  /** How many records of each kind the world holds. */
  readonly records: Readonly<Record<'continents' | 'countries' | 'currencies' | 'languages', number>>;
  readonly tasks: readonly Task[];
  /** The policy that knows how, as a check on the tasks. */
  readonly oracle: RoundSummary;
  /** The agents with what they began with, and with the trained script. */
  readonly rounds: readonly [RoundSummary, RoundSummary];
  /** The training that offered a script; where none did, the first; null when no skill failed. */
  readonly training: SkillTraining | null;
  /** The trainings that offered none. */
  readonly abstentions: readonly SkillTraining[];
  /** Round 2 against round 1 on the tasks that training never saw. */
  readonly comparison: RoundComparison;
  /** Whether the trained script is kept: it was offered, and round 2 is better beyond luck. */
  readonly improved: boolean;
  /** The runs of round 1 and of round 2. */
  readonly trajectories: readonly [readonly Trajectory[], readonly Trajectory[]];
  readonly dataset: DemoDataset;
  readonly timings: readonly StageTiming[];
}
