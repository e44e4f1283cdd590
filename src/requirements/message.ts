/** One turn of a conversation with a model. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A call of a tool that a model asked for in its reply. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
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
