import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import type { OpenAIMessage } from './openai-message.js';
import type { ToolDefinition } from './tool-definition.js';

/** Tokens of one turn, as the provider counts them. */
export interface TurnUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Of those read: taken from the provider's cache. */
  readonly cachedInputTokens?: number;
  /** Of those read: written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Of those written: thinking. */
  readonly reasoningTokens?: number;
}

/** Why there was no reply to a request. */
export interface TurnFailure {
  /** Who was asked, where that isn't the turn's model. */
  readonly model?: string;
  /** The stable code of the error, where it has one. */
  readonly code?: string;
  readonly message: string;
}

/**
 * A part of a reply: thinking, words, or the call at this place among its calls, from 0. A call's `arguments` are the text exactly as it was
 * written, such as `{"price": 5.0}`, where that isn't their canonical JSON.
 */
export type TurnPart =
  | { readonly reasoning: string }
  | { readonly text: string }
  | { readonly call: number; readonly arguments?: string };

/** Why a reply ended, in one word of the model seam, with `_` for `-`. */
export type TurnFinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'error' | 'other';

/**
 * One request to a model and its reply: what it takes, beside the steps, to make the request again and to train on the reply
 * exactly. The reply's calls, refused ones among them, and its reasoning are the steps from `step` up to the agent's next
 * turn. A member is absent where it isn't known, or where there is none.
 */
export interface ModelTurn {
  /** Who of several agents asked. */
  readonly agent?: string;
  /** Index of the first step of the reply. */
  readonly step: number;
  /** Who answered, or was asked last, `provider/model`. */
  readonly model: string;
  /** The exact model that the provider says it used. */
  readonly servedModel?: string;
  /**
   * Whether it goes on with the conversation of the agent's turn before: that request, its reply and the results of the
   * reply's calls come first. `settings` and `tools` are then the same unless they are given.
   */
  readonly continues?: true;
  /** The other messages that were sent: in the first turn the system message and the task. Results of tools only where they differ from the steps. */
  readonly sent?: readonly OpenAIMessage[];
  /** Temperature, seed, most tokens of a reply and so on, in snake_case; what is left out was the provider's. */
  readonly settings?: JsonObject;
  /** What the model could call: names of the record's tools, and other tools as they were declared. */
  readonly tools?: readonly (string | ToolDefinition)[];
  /** The text of the reply exactly as it was written, thinking in tags included. Absent: there was no reply. */
  readonly text?: string;
  /** The parts of the reply as they came. Absent: its reasoning, then its text, then its calls. */
  readonly parts?: readonly TurnPart[];
  /** Where in `text` the answer begins, after thinking in tags. Absent: at its start. */
  readonly answerStart?: number;
  readonly finishReason?: TurnFinishReason;
  /** The provider's own word for it, where it is another. */
  readonly rawFinishReason?: string;
  readonly usage?: TurnUsage;
  /** Attempts that failed before the last one: retries, and models that another one stood in for. */
  readonly failures?: readonly TurnFailure[];
  /** Why there was no reply in the end. */
  readonly error?: TurnFailure;
}

const USAGE = [
  ['inputTokens', 'input_tokens'],
  ['outputTokens', 'output_tokens'],
  ['cachedInputTokens', 'cached_input_tokens'],
  ['cacheWriteTokens', 'cache_write_tokens'],
  ['reasoningTokens', 'reasoning_tokens'],
] as const;

const RENAMED = [
  ['servedModel', 'served_model'],
  ['answerStart', 'answer_start'],
  ['finishReason', 'finish_reason'],
  ['rawFinishReason', 'raw_finish_reason'],
] as const;

/** A turn as files have it. */
export function turnRecord(turn: ModelTurn): JsonObject {
  return renamed(turn as unknown as JsonObject, RENAMED, USAGE);
}

/** The turn of a record that fits the schema. */
export function turnFromRecord(record: JsonObject): ModelTurn {
  return renamed(record, RENAMED.map(swapped), USAGE.map(swapped)) as unknown as ModelTurn;
}

type Names = readonly (readonly [string, string])[];

function renamed(turn: JsonObject, names: Names, usageNames: Names): JsonObject {
  const { usage, ...rest } = turn;
  const members = rename(rest, names);
  return isJsonObject(usage) ? { ...members, usage: rename(usage, usageNames) } : members;
}

function rename(members: JsonObject, names: Names): JsonObject {
  const to = new Map(names);
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, Json] => [to.get(name) ?? name, value as Json]),
  );
}

function swapped([left, right]: readonly [string, string]): readonly [string, string] {
  return [right, left];
}

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

function optional(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

const failure = optional({ model: text, code: text, message: text }, ['message']);

const toolCalls: JsonObject = {
  type: 'array',
  items: optional(
    {
      id: text,
      type: { const: 'function' },
      function: optional({ name: text, arguments: text }, ['name', 'arguments']),
    },
    ['id', 'type', 'function'],
  ),
};

const message: JsonObject = {
  oneOf: [
    optional({ role: { enum: ['system', 'user'] }, content: text }, ['role', 'content']),
    optional(
      {
        role: { const: 'assistant' },
        content: { type: ['string', 'null'] },
        reasoning_content: text,
        tool_calls: toolCalls,
      },
      ['role', 'content'],
    ),
    optional({ role: { const: 'tool' }, tool_call_id: text, content: text }, [
      'role',
      'tool_call_id',
      'content',
    ]),
  ],
};

/** JSON Schema of a turn as files have it. */
export const turnSchema: JsonObject = optional(
  {
    agent: text,
    step: count,
    model: text,
    served_model: text,
    continues: { const: true },
    sent: { type: 'array', items: message },
    settings: { type: 'object' },
    tools: {
      type: 'array',
      items: {
        oneOf: [
          text,
          optional({ name: text, description: text, parameters: { type: 'object' } }, [
            'name',
            'description',
            'parameters',
          ]),
        ],
      },
    },
    text,
    parts: {
      type: 'array',
      items: {
        oneOf: [
          optional({ reasoning: text }, ['reasoning']),
          optional({ text }, ['text']),
          optional({ call: count, arguments: text }, ['call']),
        ],
      },
    },
    answer_start: count,
    finish_reason: { enum: ['stop', 'length', 'content_filter', 'tool_calls', 'error', 'other'] },
    raw_finish_reason: text,
    usage: optional(Object.fromEntries(USAGE.map(([, name]) => [name, count]))),
    failures: { type: 'array', items: failure },
    error: failure,
  },
  ['step', 'model'],
);
