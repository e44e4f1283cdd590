/** One turn of a conversation with a model. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A call of a tool that a model asked for in its reply. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the model wrote for its arguments where that is no JSON object; `arguments` is empty then. */
  readonly invalidArguments?: string;
  /** The tool's description, when known: it may say that the tool runs Python. */
  readonly description?: string;
  /** JSON Schema of the arguments, when known: it may say which of them holds Python. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** What a reply cost, as far as it is known. */
export interface ReplyUsage {
  /** Tokens read and written. */
  readonly tokens?: number;
  /** Money, in the currency of the budget. */
  readonly cost?: number;
}

/** A whole reply of a model: its text and the tool calls it asked for. */
export interface Reply {
  readonly text: string;
  /** Default: none. */
  readonly toolCalls?: readonly ToolCall[];
  readonly usage?: ReplyUsage;
}

/** A part of a message's content, as the APIs of OpenAI and Anthropic write it: text, a refusal, a thought, a tool call. */
export interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly name?: string;
  readonly input?: unknown;
}

/** A tool call as OpenAI's API writes it. */
export interface MessageToolCall {
  readonly id?: string;
  readonly type?: string;
  readonly function?: {
    readonly name: string;
    /** JSON. */
    readonly arguments: string;
  };
}

/** An assistant's message as OpenAI's API and those made like it write it. */
export interface AssistantMessage {
  readonly role?: 'assistant';
  /** The text, parts of it, or null where the message only calls tools. */
  readonly content?: string | readonly ContentPart[] | null;
  readonly tool_calls?: readonly MessageToolCall[] | null;
  readonly refusal?: string | null;
}

/** A model's answer, in any of the shapes that are understood. */
export type ModelAnswer = string | Reply | AssistantMessage;
