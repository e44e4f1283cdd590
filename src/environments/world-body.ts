import type { Json, JsonObject } from '../core/index.js';
import type { Observation, ToolDefinition } from '../records/index.js';
import type { Environment } from './environment.js';
import type { WorldState } from './world-state.js';

/** A tool call as a world's body gets it: the tool exists and the arguments fit its schema. */
export interface CheckedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly signal: AbortSignal | undefined;
}

/**
 * The inside of a world, all that the author of one writes. Its methods are never called while another is at work,
 * and never after `close`.
 */
export interface WorldBody {
  /**
   * Runs a tool. What is wrong with the call is an observation; what is thrown means that the world is broken and has
   * to be reset.
   */
  run(call: CheckedCall): Promise<Observation>;
  /** The facts of the world now. The same map again where nothing changed spares a comparison. */
  state(): WorldState | Promise<WorldState>;
  /** A second body that begins as this one is now and shares nothing that either can change. */
  fork?(): Promise<WorldBody>;
  /** Frees what the body holds. */
  close(): Promise<void>;
}

/** What `defineEnvironment` makes an environment from. */
export interface EnvironmentDefinition {
  /** snake_case. */
  readonly name: string;
  /** Raise it when the tools answer differently, so that old records are not replayed by new rules. */
  readonly version: number;
  readonly tools: readonly ToolDefinition[];
  /** Whatever else decides how a world begins and how its tools answer: contents, limits, the version of an engine. */
  readonly identity: Json;
  /** The body of a fresh world. */
  readonly begin: (options: {
    readonly seed: number;
    readonly signal: AbortSignal | undefined;
  }) => Promise<WorldBody>;
  /** Why worlds can't fork; absent where their bodies have `fork`. */
  readonly cannotFork?: string;
  /** Why a replay may answer differently; absent where the seed and the calls decide everything. */
  readonly cannotReplay?: string;
  /** As {@link Environment.volatile}. */
  readonly volatile?: Environment['volatile'];
  readonly sampleArguments?: Environment['sampleArguments'];
  /** Characters of an observation's content; what is beyond is cut off and said to be. Default 100,000. */
  readonly maxContentChars?: number;
  /** Characters of an observation's data as JSON; a longer answer is an error `limit`. Default 4,000,000. */
  readonly maxDataChars?: number;
  /** Frees what all worlds share. */
  readonly close?: () => Promise<void>;
}
