import type { Json } from '../core/index.js';
import type { ModelResponse, ToolCallPart, ToolOutput } from '../models/index.js';
import type { AgentError } from './agent-error.js';

/**
 * Why a call ended: the model answered · it was asked for one step and calls tools · it used up its rounds · it made the
 * same calls with the same results three times in a row · it gave neither answer nor tool call, twice · its reply grew
 * too long · the provider blocked it · a budget was used up · the caller's signal · the model failed.
 */
export type AgentStopReason =
  | 'answered'
  | 'step'
  | 'iteration_limit'
  | 'stuck'
  | 'no_answer'
  | 'length'
  | 'content_filter'
  | 'budget'
  | 'aborted'
  | 'model_error';

/** What happens in a call, as it happens. */
export type AgentEvent =
  /** The model is asked. Rounds count from 0. */
  | { readonly type: 'model-request'; readonly round: number }
  /** A piece of the reply, when streaming. */
  | { readonly type: 'text' | 'reasoning'; readonly round: number; readonly text: string }
  | { readonly type: 'model-reply'; readonly round: number; readonly response: ModelResponse }
  | { readonly type: 'tool-call'; readonly call: ToolCallPart }
  | {
      readonly type: 'tool-result';
      readonly call: ToolCallPart;
      readonly output: ToolOutput;
      readonly isError: boolean;
    }
  /** Something that happened in a subagent. */
  | { readonly type: 'subagent'; readonly handle: string; readonly task: string; readonly event: AgentEvent }
  /** The last event: the subagents have ended too. The error is why, for `model_error`, `budget` and `aborted`. */
  | {
      readonly type: 'end';
      readonly stopReason: AgentStopReason;
      readonly answer: Json;
      readonly error: AgentError | null;
    };

/** Told of every event at once. It must not throw. */
export type AgentEventListener = (event: AgentEvent) => void;
