import type { ToolCallPart } from './message.js';
import type { ModelResponse } from './response.js';

/** A piece of a reply that is being written. The last is always `finish`, with the whole reply. */
export type ModelStreamEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A piece of the arguments of a tool call, as the model writes them. */
  | {
      readonly type: 'tool-input';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly text: string;
    }
  /** A whole tool call. */
  | { readonly type: 'tool-call'; readonly call: ToolCallPart }
  | { readonly type: 'finish'; readonly response: ModelResponse };

/** A complete reply as a stream. */
export async function* streamOfResponse(response: ModelResponse): AsyncGenerator<ModelStreamEvent, void> {
  if (response.reasoning !== '') yield { type: 'reasoning', text: response.reasoning };
  if (response.text !== '') yield { type: 'text', text: response.text };
  for (const call of response.toolCalls) yield { type: 'tool-call', call };
  yield { type: 'finish', response };
}
