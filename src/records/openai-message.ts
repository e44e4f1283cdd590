/** A call of a function as OpenAI's chat format holds it. */
export interface OpenAIToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON text, or what the agent wrote in its place. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of OpenAI's chat format. */
export type OpenAIMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      /** What the model thought before it wrote this: no part of OpenAI's own format, but of those that follow it. */
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly OpenAIToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };
