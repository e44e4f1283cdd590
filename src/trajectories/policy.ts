import type { Json, JsonObject } from '../core/index.js';
import type { Observation, ToolDefinition } from '../environments/index.js';

/** What an agent is told about its task, and nothing more. */
export interface TaskBrief {
  readonly prompt: string;
  readonly tools: readonly ToolDefinition[];
}

/**
 * The one way an agent acts. Every method records a step; observations come back from the world alone. After the
 * answer, or when the calls are used up, every method throws.
 */
export interface Actor {
  /** Notes a thought. */
  think(content: string): void;
  /** Notes a plan. */
  plan(content: string): void;
  /** Notes a critique of what was done. */
  criticise(content: string): void;
  /** Calls a tool and gives what it answered. */
  call(tool: string, argumentValues: JsonObject): Promise<Observation>;
  /** Runs code by the tool `python`, or another that takes one argument `code`. */
  runCode(code: string, tool?: string): Promise<Observation>;
  /** Answers, as data or as words, and so ends the episode. */
  answer(value: Json): void;
}

/** Something that plays episodes: a program, a model, an outside process. It keeps nothing between episodes. */
export interface Policy {
  readonly name: string;
  /** Changes with the behaviour: a content hash of what it acts by, a model id, a release. */
  readonly version: string;
  /** Plays one episode; it returns when it has answered or gives up. */
  play(brief: TaskBrief, actor: Actor): Promise<void>;
}
