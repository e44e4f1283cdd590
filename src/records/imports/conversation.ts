import type { JsonObject } from '../../core/index.js';
import type { TurnFinishReason, TurnUsage } from '../model-turn.js';
import type { ToolDefinition } from '../tool-definition.js';

/** A call as a log has it. */
export interface LoggedCall {
  readonly type: 'call';
  /** Null where the log gives the call no id. */
  readonly id: string | null;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The arguments exactly as they were written; absent where that isn't known. */
  readonly text?: string;
  /** What was written in place of arguments, where that is no JSON object that a record can hold. */
  readonly invalid?: string;
  /** Why it was never made, where the log says that it wasn't. */
  readonly withheld?: string;
}

/** A part of a logged reply, in its place. */
export type ReplyPart = { readonly type: 'text' | 'reasoning'; readonly text: string } | LoggedCall;

/** A reply of a model. */
export interface LoggedReply {
  readonly role: 'assistant';
  readonly parts: readonly ReplyPart[];
  /** Who of several agents wrote it. Default: the only one. */
  readonly agent?: string;
  readonly model?: string;
  readonly finishReason?: TurnFinishReason;
  readonly rawFinishReason?: string;
  readonly usage?: TurnUsage;
}

/** What a tool answered, as the log has it. */
export interface LoggedResult {
  readonly role: 'tool';
  /** Null where the log doesn't say which call it answers. */
  readonly callId: string | null;
  readonly tool?: string;
  readonly content: string;
  readonly failed?: boolean;
}

/** A message that was sent to a model. */
export interface SentMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
  readonly agent?: string;
  /** That a new conversation begins here: what came before is no longer sent. */
  readonly isFresh?: true;
  /** That the client wrote it, and no person asked it. */
  readonly isContext?: true;
}

/** A message of a logged conversation. */
export type LoggedMessage = SentMessage | LoggedReply | LoggedResult;

/** A run as a foreign log has it, before it is a record. */
export interface Conversation {
  readonly messages: readonly LoggedMessage[];
  /** The tools that were declared; of others the names are known. */
  readonly tools: readonly ToolDefinition[];
  /** The model where a reply doesn't name its own. */
  readonly model?: string;
  /** How the log names the run. */
  readonly sourceId?: string;
  /** What else the log says of the run and a record has no place for: scores, folders, versions. */
  readonly metadata?: JsonObject;
  /** The tokens of all replies, where the log counts them together. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** What the log has and the record won't. */
  readonly losses: readonly string[];
}

/** Why a part of a log is no run. */
export interface UnusableRecord {
  readonly reason: string;
}
