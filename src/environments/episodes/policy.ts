import type { Json, JsonObject } from '../../core/index.js';
import type { ModelAttempt, ModelRequest, ModelResponse } from '../../models/index.js';
import type { EpisodeUsage, Observation, SubmittedCall, ToolDefinition } from '../../records/index.js';

/** What an agent is told about its task, and nothing more. */
export interface TaskBrief {
  readonly prompt: string;
  /** What it has to go by, beside the prompt: for a system message. Absent: nothing. */
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition[];
  /** Aborted when the episode is given up; no part of the record. */
  readonly signal?: AbortSignal;
}

/** Who acts, where several agents play one episode. */
export interface ActingAgent {
  /** Recorded with the step. Default: no name. */
  readonly agent?: string;
}

/** How an answer is noted. */
export interface GivenAnswer extends ActingAgent {
  /** The call that gave it, where it was one, such as `submit`. */
  readonly submitted?: SubmittedCall;
}

/** How a thought is noted. */
export interface NotedThought extends ActingAgent {
  /** Whether a model had it before it wrote, apart from what it said. Default false. */
  readonly reasoning?: boolean;
}

/**
 * One of several calls that are made at once: of any tool, or of one that runs code. What a model wrote in place of arguments
 * is in `invalidArguments`, with empty `arguments`: the world refuses such a call, and the record holds it.
 */
export type PlannedCall =
  | { readonly tool: string; readonly arguments: JsonObject; readonly invalidArguments?: string }
  | { readonly tool: string; readonly code: string };

/** A request to a model in an episode, and what came of it. */
export interface ModelExchange {
  /** As it was sent in the last attempt. */
  readonly request: ModelRequest;
  /** All attempts, the last one included. */
  readonly attempts: readonly ModelAttempt[];
  /** Null where there was no reply in the end. */
  readonly response: ModelResponse | null;
  /** Why there was none; null where there was one. */
  readonly error: unknown;
}

/** Another agent that is asked to do a part of the work in the same world. */
export interface Subagent {
  /** Its name: every step of it is recorded with it. */
  readonly agent: string;
  /** What it is asked. */
  readonly prompt: string;
}

/**
 * The one way an agent acts. Every method records a step; observations come back from the world alone. After the
 * answer, or when the calls are used up, every method throws.
 */
export interface Actor {
  /** Notes a thought. */
  think(content: string, by?: NotedThought): void;
  /** Notes a plan. */
  plan(content: string, by?: ActingAgent): void;
  /** Notes a critique of what was done. */
  criticise(content: string, by?: ActingAgent): void;
  /** Calls a tool and gives what it answered. */
  call(tool: string, argumentValues: JsonObject, by?: ActingAgent): Promise<Observation>;
  /** Runs code by the tool `python`, or another that takes one argument `code`. */
  runCode(code: string, tool?: string, by?: ActingAgent): Promise<Observation>;
  /**
   * Makes calls that were decided on at once, before any was answered. The world takes them in this order, one after
   * another; the record holds all of them and then what each gave. Where not all fit into what is left of the
   * episode's calls, none is made.
   */
  callAll(calls: readonly PlannedCall[], by?: ActingAgent): Promise<readonly Observation[]>;
  /** Notes a call that is not made, and what the agent is told in place of an observation. The world doesn't see it. */
  withhold(call: PlannedCall, reason: string, by?: ActingAgent): void;
  /** Notes a request to a model and its reply, before what comes of the reply. {@link recordedModel} does so. No part of the record's id. */
  turn(exchange: ModelExchange, by?: ActingAgent): void;
  /**
   * Lets another agent play in the same world, and gives what it answered, null where it gave no answer. What it does
   * is a part of this episode, under its name.
   */
  subagent(subagent: Subagent, play: (actor: Actor) => Promise<void>): Promise<Json>;
  /** Adds to what the episode used. No part of the record's id. */
  spend(usage: Partial<EpisodeUsage>): void;
  /** Answers, as data or as words, and so ends the episode. */
  answer(value: Json, by?: GivenAnswer): void;
}

/** Something that plays episodes: a program, a model, an outside process. It keeps nothing between episodes. */
export interface Policy {
  readonly name: string;
  /** Changes with the behaviour: a content hash of what it acts by, a model id, a release. */
  readonly version: string;
  /** The model behind it, as `provider/model`; goes into the record's provenance. */
  readonly model?: string;
  /** Plays one episode; it returns when it has answered or gives up. */
  play(brief: TaskBrief, actor: Actor): Promise<void>;
}
