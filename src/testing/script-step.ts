import type { Json } from '../core/index.js';
import type { ModelUsage } from '../models/index.js';

/** A tool call that a scripted model asks for. */
export interface ScriptedToolCall {
  readonly name: string;
  /** The arguments. Default `{}`. */
  readonly input?: Json;
  /** The text of the arguments in place of `input`, for arguments that are no JSON. */
  readonly inputText?: string;
  /** Default `call_1`, `call_2`, … over the whole script. */
  readonly id?: string;
}

/** What every step may say. */
interface StepSettings {
  /** The step answers only once this settles: a delay without a clock. See `gate`. */
  readonly after?: PromiseLike<unknown>;
}

/** A reply of a scripted model. */
export interface ScriptedReply extends StepSettings {
  /** The text; a list is streamed piece by piece, a string word by word. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Default `tool-calls` where there are any, else `stop`. */
  readonly finishReason?: 'stop' | 'length' | 'content-filter' | 'tool-calls';
  /** Counts that the provider tells. Default: none, as with a provider that does not. */
  readonly usage?: Partial<ModelUsage>;
}

/**
 * How a scripted call goes wrong: the provider asks to wait (429) · it fails (500) · it refuses (400) · no answer comes
 * because the connection breaks · the answer is garbage · the stream breaks off in mid-reply · no answer comes, ever.
 */
export type ScriptedFaultKind =
  | 'rate_limited'
  | 'server_failed'
  | 'refused'
  | 'unreachable'
  | 'invalid_response'
  | 'cut_off'
  | 'never';

/** A call that goes wrong. */
export interface ScriptedFault extends StepSettings {
  readonly fault: ScriptedFaultKind;
  /** What comes before the stream breaks off. */
  readonly text?: string | readonly string[];
  /** Seconds the provider asks to wait, with `rate_limited` and `server_failed`. */
  readonly retryAfterSeconds?: number;
}

/** One answer: a text, a reply, or a fault. */
export type ScriptedAnswer = string | ScriptedReply | ScriptedFault;

/** One step of a script: an answer, an answer to calls of some kind only, or a function that makes one. */
export type ScriptStep<Request> =
  | ScriptedAnswer
  | ((request: Request) => ScriptedAnswer | PromiseLike<ScriptedAnswer>)
  | {
      /** Which calls the step is for; others take a later step. For calls whose order is not fixed. */
      readonly when: (request: Request) => boolean;
      readonly answer: ScriptedAnswer | ((request: Request) => ScriptedAnswer | PromiseLike<ScriptedAnswer>);
    };

/** Whether an answer is a fault. */
export function isFault(answer: ScriptedAnswer): answer is ScriptedFault {
  return typeof answer === 'object' && 'fault' in answer;
}

/** An answer that is no fault, with the words of a bare text in their place. */
export function asReply(answer: string | ScriptedReply): ScriptedReply {
  return typeof answer === 'string' ? { text: answer } : answer;
}

/** The pieces in which a text is streamed. */
export function piecesOf(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? (text.match(/\S+|\s+\S*/g) ?? []) : text;
}

/** The whole text. */
export function textOf(text: string | readonly string[] | undefined): string {
  if (text === undefined) return '';
  return typeof text === 'string' ? text : text.join('');
}
