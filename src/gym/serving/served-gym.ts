import type { JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';

/** A part of the tasks: what a model trains on, or what it is tried on. */
export interface ServedSplit {
  readonly name: string;
  readonly type: 'train' | 'validation' | 'test';
  readonly count: number;
}

/** Which episode to begin. */
export interface EpisodePlan {
  readonly split: string;
  /** Place of the task within its split. */
  readonly index: number;
  /** Decides what is left to chance. Default: what the gym decides by. */
  readonly seed?: number;
}

/** What an agent does: it calls a tool of its world, or the one to answer by. */
export interface ServedAction {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What came of an action. */
export interface ServedStep {
  /** What the agent reads. */
  readonly content: string;
  /** Null where the action did what it was to do, as far as the world is concerned. */
  readonly error: { readonly kind: ServedError; readonly message: string } | null;
  /** Null where nothing can be said of it, at the end: the episode could not be scored. That is no zero. */
  readonly reward: number | null;
  readonly done: boolean;
  /** What the whole episode earned: all its rewards together. Null before the end, and where it could not be scored. */
  readonly earned: number | null;
  /** Facts for programs. */
  readonly info: JsonObject;
}

/** Why an action failed. */
export type ServedError = 'tool_not_found' | 'invalid_args' | 'execution_error';

/** An episode that is being played. Actions are done one after another, by whoever holds it. */
export interface ServedEpisode {
  readonly task: ServedTask;
  /** What the agent reads first. */
  readonly prompt: string;
  /** What it has to go by beside the prompt; '' for nothing. */
  readonly instructions: string;
  /** Those of its world, and the one to answer by. */
  readonly tools: readonly ToolDefinition[];
  readonly steps: number;
  readonly done: boolean;
  /** @throws where the episode is over, and where the world broke. */
  act(action: ServedAction, signal: AbortSignal): Promise<ServedStep>;
  /** A second episode that goes on from here. */
  fork(): Promise<ServedEpisode>;
  /** Frees its world. Twice is fine. */
  close(): Promise<void>;
}

/** What a client learns of a task: nothing that answers it. Equal keys in all tasks, of equal types. */
export interface ServedTask extends JsonObject {
  readonly id: string;
  readonly category: string;
  readonly prompt: string;
  /** Null where the tasks have no levels. */
  readonly level: number | null;
  readonly split: string;
  readonly index: number;
}

/** A gym as servers offer it. */
export interface ServedGym {
  /** snake_case. */
  readonly name: string;
  readonly description: string;
  /** Those of its worlds, and the one to answer by. */
  readonly tools: readonly ToolDefinition[];
  readonly splits: readonly ServedSplit[];
  /** @throws {RangeError} where there is no such task. */
  task(plan: EpisodePlan): Promise<ServedTask>;
  /** @throws {RangeError} where there is no such task; whatever opening a world throws. */
  begin(plan: EpisodePlan, signal: AbortSignal): Promise<ServedEpisode>;
}
