import type { Json } from '../core/index.js';
import type { EpisodeStates } from '../environments/index.js';
import type { TaskInWorld, TaskSplit } from '../generation/index.js';
import type { Observation, Trajectory } from '../records/index.js';
import type { TerminalReward } from './terminal-reward.js';

/** Where the task of an episode is from. */
export interface EpisodePlace {
  /** Place in the list of tasks, or in a generator's sequence. */
  readonly index: number;
  /** The seed of the episode: it draws a generator's task, and opens the world of one that brings no seed. */
  readonly seed: number;
  /** A generator's level; null where it was free, or where there is none. */
  readonly level: number | null;
  /** Null where both parts were asked for, or where there is none. */
  readonly split: TaskSplit | null;
  /** Which of several episodes of the same task it is. */
  readonly sample: number;
}

/** An episode that has ended. */
export interface GymEpisode extends EpisodeStates {
  /** All that was done, wrong calls among it, scored. */
  readonly trajectory: Trajectory;
  /** What it earned in all; null where it couldn't be scored, which is never the agent's doing. */
  readonly reward: number | null;
  /** What each call earned, and at last the end. Their sum is `reward`. */
  readonly rewards: readonly (number | null)[];
  /** How the last of `rewards` came about. */
  readonly terminal: TerminalReward;
  /** Whether the calls were used up before an answer. */
  readonly truncated: boolean;
  readonly task: TaskInWorld;
  readonly place: EpisodePlace;
}

/** What a step brought. */
export interface GymStep {
  /** What the agent reads: what the tools answered, or what was wrong with the action; empty after an answer. */
  readonly observation: string;
  /** What the calls of the action gave, in their order. */
  readonly observations: readonly Observation[];
  /** Null at an end that couldn't be scored. */
  readonly reward: number | null;
  readonly done: boolean;
  /** Whether the episode ended since its calls were used up. */
  readonly truncated: boolean;
  /** Why the action was none, or was not done; null where it was. */
  readonly wrong: string | null;
  /** Calls that may still be made. */
  readonly stepsLeft: number;
  /** The episode, once it has ended; null before. */
  readonly episode: GymEpisode | null;
}

/** What an agent knows as an episode begins. */
export interface GymReset {
  /** What is asked, after the instructions of the task where it has some. */
  readonly observation: string;
  readonly state: GymState;
}

/** Where an episode stands, without anything that an agent must not know. */
export interface GymState {
  /** Counts the episodes of this gym, from 1; 0 before the first. */
  readonly episode: number;
  /** Null before the first episode. */
  readonly task: { readonly id: string; readonly category: string; readonly prompt: string } | null;
  /** The names of the tools. */
  readonly tools: readonly string[];
  readonly stepsTaken: number;
  readonly maxSteps: number;
  readonly done: boolean;
  /** The answer, once given. */
  readonly answer: Json;
  readonly place: EpisodePlace | null;
}
