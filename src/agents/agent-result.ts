import type { Json, JsonObject } from '../core/index.js';
import type { FinishReason, ModelMessage, ModelTool, ModelUsage, ToolChoice } from '../models/index.js';
import type { AgentError } from './agent-error.js';
import type { AgentStopReason } from './agent-event.js';

/** One request to the model, and what came back. */
export interface Exchange {
  /** How many of the record's messages were sent, after its system message. */
  readonly messageCount: number;
  readonly toolChoice: ToolChoice;
  /** The reply, which is the next message of the record; null when there was none. */
  readonly response: {
    readonly finishReason: FinishReason;
    readonly usage: ModelUsage;
    readonly reasoning: string;
    /** The exact model that answered, as far as the provider says. */
    readonly model: string;
    readonly warnings: readonly string[];
  } | null;
  /** Why there was no reply. */
  readonly error: AgentError | null;
}

/** Everything that was asked and answered in one call: plain JSON, from which every request can be made again. */
export interface AgentRecord {
  readonly version: 1;
  /** The agent's name. */
  readonly agent: string;
  /** `provider/model`. */
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ModelTool[];
  /** Temperature and so on, as they were sent. */
  readonly settings: JsonObject;
  /** The conversation, without the system message. */
  readonly messages: readonly ModelMessage[];
  readonly exchanges: readonly Exchange[];
}

/** What one call used, without its subagents. */
export interface AgentUsage {
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** Tokens as far as the provider counts them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How a call ended. */
export interface AgentResult {
  readonly stopReason: AgentStopReason;
  /**
   * The text of the answer, or the value that was submitted where there is a schema; null when there is none. For
   * `iteration_limit`, what the model could say at the end, without a tool to check it.
   */
  readonly answer: Json;
  /** The last text of the model; empty when there is none. */
  readonly text: string;
  /** The conversation, or only its end: see `returnInputsWithTrajectory`. Hand it back as `{messages}` to go on. */
  readonly messages: readonly ModelMessage[];
  readonly record: AgentRecord;
  readonly usage: AgentUsage;
  /** Why, for the stop reasons `model_error`, `budget` and `aborted`; else null. */
  readonly error: AgentError | null;
}
