import type { Json } from '../core/index.js';
import type { EnvironmentConfig } from './environment-config.js';
import type { Outcome, RequirementFinding, Verification } from './judgement.js';
import type { ModelTurn } from './model-turn.js';
import type { Task } from './task.js';
import type { ToolDefinition } from './tool-definition.js';
import type { TrajectoryStep } from './trajectory-step.js';
import type { EpisodeUsage } from './usage.js';

/** Version of the record that this code writes. */
export const TRAJECTORY_VERSION = 3;

/** A version of the record that this code reads. */
export type TrajectoryVersion = 1 | 2 | typeof TRAJECTORY_VERSION;

/** Why an episode ended: the agent answered or gave up; it ran out of calls; it threw; the world broke. */
export type StopReason = 'answered' | 'no_answer' | 'call_limit' | 'policy_error' | 'world_error';

/** What happened in one episode: enough to run it again and compare. */
export interface Episode {
  readonly task: Task;
  readonly environment: { readonly name: string; readonly fingerprint: string };
  readonly policy: { readonly name: string; readonly version: string };
  /** The seed that the world was opened with. */
  readonly seed: number;
  /** The tools as the agent saw them. */
  readonly tools: readonly ToolDefinition[];
  readonly steps: readonly TrajectoryStep[];
  /** The answer as data; null when there is none. */
  readonly finalAnswer: Json;
  readonly initialStateDigest: string;
  readonly finalStateDigest: string;
  readonly stopReason: StopReason;
  /** What was thrown, for the stop reasons that end in `_error`; else null. */
  readonly stopDetail: string | null;
}

/** What made a record. */
export interface Provenance {
  /** The version of Mettle. */
  readonly mettle: string;
  /** The model behind the policy, as `provider/model`; null where there is none or it is not known. */
  readonly model: string | null;
  /** How its environment is opened again, by `openTaskEnvironment`; absent where that is said elsewhere. */
  readonly world?: EnvironmentConfig;
}

/** An episode with its identity and what was found out about it. */
export interface Trajectory extends Episode {
  /** The version it was recorded with, and is written in again. */
  readonly version: TrajectoryVersion;
  /** Content hash of the episode: equal runs have equal ids. What was found out about it is not part of it. */
  readonly id: string;
  /** What its models used; null where that is not known. Like all that follows, no part of the id. */
  readonly usage: EpisodeUsage | null;
  /** What its models were asked and how they replied; null where that is not known, and in records before version 3. */
  readonly turns: readonly ModelTurn[] | null;
  /** Seconds that each observed call took, in their order; null where they were not measured. */
  readonly callSeconds: readonly number[] | null;
  /** Null in records of version 1, and where it is not known. */
  readonly provenance: Provenance | null;
  /** How it did; null before it was scored. */
  readonly outcome: Outcome | null;
  /** What replaying it gave; null before it was verified. */
  readonly verification: Verification | null;
  /** What was found about the code it ran; null before it was checked. */
  readonly requirements: readonly RequirementFinding[] | null;
}
