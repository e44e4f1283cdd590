import type { Json, JsonObject } from '../core/index.js';
import type { Observation, ToolDefinition } from '../environments/index.js';

/** What an agent is told about its task, and nothing more. */
export interface TaskBrief {
  readonly prompt: string;
  readonly tools: readonly ToolDefinition[];
  /** Aborted when the episode is given up; no part of the record. */
  readonly signal?: AbortSignal;
}

/** Who acts, where several agents play one episode. */
export interface ActingAgent {
  /** Recorded with the step. Default: no name. */
  readonly agent?: string;
}

/**
 * The one way an agent acts. Every method records a step; observations come back from the world alone. After the
 * answer, or when the calls are used up, every method throws.
 */
export interface Actor {
  /** Notes a thought. */
  think(content: string, by?: ActingAgent): void;
  /** Notes a plan. */
  plan(content: string, by?: ActingAgent): void;
  /** Notes a critique of what was done. */
  criticise(content: string, by?: ActingAgent): void;
  /** Calls a tool and gives what it answered. */
  call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation>;
  /** Runs code by the tool `python`, or another that takes one argument `code`. */
  runCode(code: string, tool?: string, by?: ActingAgent): Promise<Observation>;
  /** Answers, as data or as words, and so ends the episode. */
  answer(value: Json, by?: ActingAgent): void;
}

/** Something that plays episodes: a program, a model, an outside process. It keeps nothing between episodes. */
export interface Policy {
  readonly name: string;
  /** Changes with the behaviour: a content hash of what it acts by, a model id, a release. */
  readonly version: string;
  /** Plays one episode; it returns when it has answered or gives up. */
  play(brief: TaskBrief, actor: Actor): Promise<void>;
}
