import type { JsonObject } from '../core/index.js';
import type { ModelMessage, ProviderOptions } from './message.js';
import type { ModelResponse } from './response.js';

/** A tool that a model may ask for. */
export interface ModelTool {
  readonly name: string;
  /** What it does and when to use it. */
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly providerOptions?: ProviderOptions;
}

/** Whether the model must call tools: as it likes, never, at least one, or the one that is named. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

/** How the reply is written. A provider may take a schema as a wish: what comes back must be validated. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | {
      readonly type: 'json';
      readonly schema?: JsonObject;
      readonly name?: string;
      readonly description?: string;
    };

/** How much a model may think before it answers. Models round to what they know, or warn. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** What a model is asked: plain JSON, so that equal requests have equal hashes. What is left out is the provider's. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly toolChoice?: ToolChoice;
  readonly responseFormat?: ResponseFormat;
  readonly temperature?: number;
  readonly topP?: number;
  /** Only the so many most likely tokens are drawn from. */
  readonly topK?: number;
  /** Tokens the reply may have, thinking included. */
  readonly maxOutputTokens?: number;
  /** Texts at which the reply ends. */
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  readonly reasoningEffort?: ReasoningEffort;
  readonly providerOptions?: ProviderOptions;
}

/** One attempt at a model: what it was sent, and its reply or what it threw. */
export interface ModelAttempt {
  /** Who was asked, `provider/model`. */
  readonly model: string;
  /** With the settings that wrappers added. */
  readonly request: ModelRequest;
  /** Null if the attempt failed. */
  readonly response: ModelResponse | null;
  readonly error: unknown;
}

/** How a call is made; no part of what is asked. */
export interface ModelCallOptions {
  /** Gives the call up: it rejects with the signal's reason, at once, even if the provider does not listen. */
  readonly signal?: AbortSignal;
  /** Headers that are sent beside the provider's own. Never cached or recorded. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Told of each attempt at the model that is asked in the end, when it is over: retries and fallbacks make several of one
   * call. It must not throw.
   */
  readonly onAttempt?: (attempt: ModelAttempt) => void;
}
