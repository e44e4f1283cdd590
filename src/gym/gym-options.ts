import { defineOptions, option } from '../core/index.js';
import { invalidOption } from '../core/internal.js';
import type { Environment } from '../environments/index.js';
import type { Evaluator, HiddenTests, Verifier } from '../evaluation/index.js';
import type { TaskGenerator, TaskInWorld, TaskSplit } from '../generation/index.js';
import type { Task } from '../records/index.js';
import type { Curriculum } from './curriculum.js';
import { type GymTasks, generatedTasks, listedTasks, tasksIn } from './gym-tasks.js';
import type { Penalties } from './step-rewards.js';

/** What an `AgentGym` takes: `environment` with `task`, or `tasks`, or `generator`. */
export interface AgentGymOptions {
  /** Where `task` is played; the caller closes it. */
  readonly environment?: Environment;
  /** What is to be done, or several things, one episode each in turn. Default: what `reset` is given. */
  readonly task?: Task | readonly Task[];
  /** Tasks that bring their worlds, played in turn. */
  readonly tasks?: readonly TaskInWorld[];
  /** Draws a task for each episode. */
  readonly generator?: TaskGenerator;
  /** Which of a generator's tasks. Default: both parts. */
  readonly split?: TaskSplit;
  /** Chooses the level of a generator's next task. Default: levels mixed. */
  readonly curriculum?: Curriculum;
  /** Checks that a record has to pass besides its outcome. Default: none, the outcome alone decides. */
  readonly verifiers?: readonly Verifier[];
  /** Asked where `judgeWeight` is above 0, and only about episodes whose outcome is right. */
  readonly judge?: Evaluator;
  /** What a right outcome earns. Default 1. */
  readonly verifyWeight?: number;
  /** What the judge's best score adds to it. Default 0. */
  readonly judgeWeight?: number;
  /** Whether an outcome earns only where a call was answered. Default true. */
  readonly requireGrounding?: boolean;
  /** Calls of an episode, wrong actions among them; the answer is not counted. Default 20. */
  readonly maxSteps?: number;
  /** Whether wrong steps cost something. Default true. */
  readonly shaping?: boolean;
  /** What a call costs that is of no tool or doesn't fit its schema. Default 0.05. */
  readonly invalidActionPenalty?: number;
  /** What a call costs that a tool answers with an error. Default 0.02. All penalties together come to half of `verifyWeight` at most. */
  readonly errorPenalty?: number;
  /** Draws tasks, opens the worlds of `task`, and feeds `gym.random`. Default 0. */
  readonly seed?: number;
  /** Who acts, for the records. Default: name `gym`, version `1`. */
  readonly actor?: { readonly name: string; readonly version: string; readonly model?: string };
  /** Runs the tests that tasks hide. Default: sandboxes of the gym's own, which `close` ends. */
  readonly hiddenTests?: HiddenTests;
}

const checkOptions = defineOptions<AgentGymOptions>()(
  'AgentGym',
  {
    environment: option.object,
    task: option.either(option.object, option.list(option.object, 1)),
    tasks: option.list(option.object, 1),
    generator: option.object,
    split: option.oneOf(['train', 'held_out']),
    curriculum: option.object,
    verifiers: option.list(option.object),
    judge: option.object,
    verifyWeight: option.positive,
    judgeWeight: option.amount,
    requireGrounding: option.boolean,
    maxSteps: option.wholeNumber(1),
    shaping: option.boolean,
    invalidActionPenalty: option.amount,
    errorPenalty: option.amount,
    seed: option.integer,
    actor: option.object,
    hiddenTests: option.object,
  },
  {
    conflicts: [
      ['environment', 'tasks'],
      ['environment', 'generator'],
      ['tasks', 'generator'],
      ['tasks', 'split'],
      ['environment', 'split'],
      ['tasks', 'curriculum'],
      ['environment', 'curriculum'],
    ],
  },
);

/** Options with their defaults. */
export interface ResolvedGymOptions {
  readonly given: AgentGymOptions;
  readonly tasks: GymTasks;
  readonly maxSteps: number;
  readonly penalties: Penalties;
  readonly verifyWeight: number;
  readonly judgeWeight: number;
  readonly requireGrounding: boolean;
  readonly seed: number;
}

/** @throws {MettleError} `core/invalid_option` */
export function resolveGymOptions(given: AgentGymOptions): ResolvedGymOptions {
  checkOptions(given);
  const { judge, judgeWeight = 0, verifyWeight = 1, shaping = true, task, environment } = given;
  if (judgeWeight > 0 && judge === undefined) {
    throw invalidOption('AgentGym', 'judge', 'given where judgeWeight is above 0', undefined);
  }
  if (judge !== undefined && judgeWeight === 0) {
    throw invalidOption('AgentGym', 'judgeWeight', 'above 0 where a judge is given', judgeWeight);
  }
  if (task !== undefined && environment === undefined) {
    throw invalidOption('AgentGym', 'environment', 'given with task', undefined);
  }
  const { invalidActionPenalty = 0.05, errorPenalty = 0.02 } = given;
  return {
    given,
    tasks: tasksOf(given),
    maxSteps: given.maxSteps ?? 20,
    penalties: shaping
      ? { invalidAction: invalidActionPenalty, error: errorPenalty, most: verifyWeight / 2 }
      : { invalidAction: 0, error: 0, most: 0 },
    verifyWeight,
    judgeWeight,
    requireGrounding: given.requireGrounding ?? true,
    seed: given.seed ?? 0,
  };
}

function tasksOf({ environment, task, tasks, generator }: AgentGymOptions): GymTasks {
  if (generator !== undefined) return generatedTasks(generator);
  if (tasks !== undefined) return listedTasks(tasks);
  if (environment === undefined || task === undefined) return listedTasks([]);
  return tasksIn(environment, Array.isArray(task) ? (task as readonly Task[]) : [task as Task]);
}
