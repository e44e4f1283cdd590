import type { Json, JsonObject } from '../core/index.js';

/** Settings of one provider, by its name: `{anthropic: {…}}`. Handed on as they are. */
export type ProviderOptions = Readonly<Record<string, JsonObject>>;

/** Text. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** A file or an image. */
export interface FilePart {
  readonly type: 'file';
  /** For example `image/png`. */
  readonly mediaType: string;
  /** The bytes as base64, or an address that begins with `https:` or `http:`. */
  readonly data: string;
  readonly filename?: string;
  readonly providerOptions?: ProviderOptions;
}

/** What a model thought, given back so that it can go on from there. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** A call of a tool that a model asked for. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  /** Names this call; its result carries the same. */
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments. An empty object where the model wrote no JSON; {@link invalidInput} then has its text. */
  readonly input: Json;
  /** What the model wrote, where that is no JSON: such a call must not be run. */
  readonly invalidInput?: string;
  /** The provider ran the tool itself; its result follows in the same message. */
  readonly providerExecuted?: boolean;
  readonly providerOptions?: ProviderOptions;
}

/** What a tool answered. */
export type ToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json'; readonly value: Json }
  | { readonly type: 'content'; readonly value: readonly (TextPart | FilePart)[] };

/** The result of a tool call. */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ToolOutput;
  readonly providerOptions?: ProviderOptions;
}

/** What a message of a model holds. */
export type AssistantPart = TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart;

/** A turn of the model. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | readonly AssistantPart[];
  readonly providerOptions?: ProviderOptions;
}

/**
 * One turn of a conversation. Plain JSON in the words of the AI SDK, so that it can be kept, hashed and handed on.
 */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string; readonly providerOptions?: ProviderOptions }
  | {
      readonly role: 'user';
      readonly content: string | readonly (TextPart | FilePart)[];
      readonly providerOptions?: ProviderOptions;
    }
  | AssistantMessage
  | {
      readonly role: 'tool';
      readonly content: readonly ToolResultPart[];
      readonly providerOptions?: ProviderOptions;
    };
