import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import type { Environment, Policy, ToolChoice } from '../../environments/index.js';
import type { Budget, ModelSource } from '../../models/index.js';
import { MODEL } from '../../models/internal.js';
import type { Task } from '../../records/index.js';
import type { TaskInWorld } from '../tasks/task-in-world.js';
import type { OfflinePolicy } from './offline-policy.js';
import type { TrajectoryMode } from './trajectory-mode.js';

/** What a generator makes trajectories from: the user's own words, a task, or a task with its world. */
export type GenerationInput = string | Task | TaskInWorld;

/** What {@link AgentTrajectoryGenerator} takes. */
export interface TrajectoryGeneratorOptions {
  /** The model that plays. Default: the one that `METTLE_MODEL` names. A provider's key alone never chooses one. */
  readonly model?: ModelSource;
  /** A policy that plays in place of a model. */
  readonly policy?: Policy;
  /**
   * Makes another policy of the one that would play an episode, such as one that tries skills first. Default: it plays as it is. Which
   * policy comes out must depend on the one given alone.
   */
  readonly decorate?: (policy: Policy) => Policy;
  /** Who plays without a model, by chance and weight among those that know the task. Default: `standardOfflinePolicies`. */
  readonly offlinePolicies?: readonly OfflinePolicy[];
  /** The world of queries and tasks that bring none. Default: that of a made-up shop, with SQL and, where possible, Python. */
  readonly environment?: Environment;
  /** Tools of the environment that agents see. Default: all. */
  readonly tools?: readonly ToolChoice[];
  /** Of every choice by chance, and of the worlds of queries. Default 0. */
  readonly seed?: number;
  /** Tool calls in one episode. Default 20. */
  readonly maxSteps?: number;
  /** Tokens of one reply of the model. Default 1,536. */
  readonly maxTokens?: number;
  /** Default 0.7. */
  readonly temperature?: number;
  /** How often the critic of `multi_agent` can send the work back. Default 2. */
  readonly maxRevisions?: number;
  /**
   * `auto`: offline policies, with a warning, if neither `model` nor `METTLE_MODEL` names a model · true: always offline
   * policies · false: a model, or an error. Default `auto`.
   */
  readonly useMock?: 'auto' | boolean;
  /**
   * A model that writes thoughts for the runs of oracles that passed. They are kept if the same model, given the task and the
   * thoughts without the oracle's calls, makes calls that lead to the same states and gives an answer that passes; `rationales` of
   * `task.metadata.generation` says what came of it. Only where no model plays. Default: none, and no thought is made up.
   */
  readonly rationales?: ModelSource;
  /** Whether each trajectory is replayed in a fresh world and says so. Default false. */
  readonly verify?: boolean;
  /** Told of each warning when it arises. Default: nobody; see `warnings`. */
  readonly onWarning?: (line: string) => void;
  /** Holds `METTLE_MODEL` and the key of its provider. Default: the process's variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** Checks {@link TrajectoryGeneratorOptions}. */
export const checkGeneratorOptions: OptionsCheck = defineOptions<TrajectoryGeneratorOptions>()(
  'AgentTrajectoryGenerator',
  {
    model: MODEL,
    policy: option.object,
    decorate: option.callback,
    offlinePolicies: option.list(option.object),
    environment: option.object,
    tools: option.list(),
    seed: option.integer,
    maxSteps: option.wholeNumber(1),
    maxTokens: option.wholeNumber(1),
    temperature: option.amount,
    maxRevisions: option.wholeNumber(0),
    useMock: option.oneOf(['auto', true, false]),
    rationales: MODEL,
    verify: option.boolean,
    onWarning: option.callback,
    variables: option.record,
  },
);

/** What {@link AgentTrajectoryGenerator.generate} takes beside its input. */
export interface GenerateOptions {
  /** Which variation of the same input, from 0. Default 0. */
  readonly index?: number;
  /** Default `single_agent`. */
  readonly mode?: TrajectoryMode;
  /** Kept in the record. Default: none. */
  readonly domain?: string | null;
  /** In place of the generator's. */
  readonly tools?: readonly ToolChoice[];
  /** What model calls may use; shared by all who hold it. */
  readonly budget?: Budget;
  /**
   * A folder where the replies of models are kept by episode and request: an episode that is played again asks nothing twice. What is
   * taken from it counts for no budget. Default: none.
   */
  readonly replies?: string;
  /** Gives the episode up. */
  readonly signal?: AbortSignal;
}

/** Checks {@link GenerateOptions}. */
export const checkGenerateOptions: OptionsCheck = defineOptions<GenerateOptions>()('generate', {
  index: option.wholeNumber(0),
  mode: option.string,
  domain: option.any,
  tools: option.list(),
  budget: option.object,
  replies: option.text,
  signal: option.signal,
});
