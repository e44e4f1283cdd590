import type { Task, Trajectory } from 'mettle/records';
import type { RoundComparison } from './compare-rounds.js';
import type { DemoDataset } from './dataset.js';
import type { SkillResult } from './judge-skills.js';
import type { RoundSummary } from './round-summary.js';
import type { TrainableFailures } from './trainable-failures.js';

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
  /** The agents with what they began with, and with every script that training offered. */
  readonly rounds: readonly [RoundSummary, RoundSummary];
  /** Each skill: what its training came to, whether the script is kept, and the negative controls. */
  readonly skills: readonly SkillResult[];
  readonly failures: TrainableFailures;
  /** Round 2 against round 1 on the unseen tasks of all skills, those without a script among them. */
  readonly comparison: RoundComparison;
  /** Whether at least one trained script is kept. */
  readonly improved: boolean;
  /** The runs of round 1 and of round 2. */
  readonly trajectories: readonly [readonly Trajectory[], readonly Trajectory[]];
  readonly dataset: DemoDataset;
  readonly timings: readonly StageTiming[];
}
