import type { Json, JsonObject } from '../core/index.js';

/** A call as OpenAI's chat format has it; `arguments` is a JSON text or the object itself, as TRL gives it. */
export interface OpenAICallAction {
  readonly id?: string | null;
  readonly type?: string;
  readonly function: { readonly name: string; readonly arguments?: string | JsonObject };
}

/** A call of a tool. Also `tool_name` for the name, and `args` for the arguments. */
export interface ToolAction {
  readonly tool: string;
  /** Default: none. */
  readonly arguments?: JsonObject | string;
}

/** The answer, which ends the episode, also when a tool is named beside it: that tool isn't called then. */
export interface AnswerAction {
  readonly answer: Json;
}

/** A reply of a model: its calls are made at once; one without calls is read as its text. */
export interface MessageAction {
  readonly role: 'assistant';
  readonly content?: string | null;
  readonly tool_calls?: readonly OpenAICallAction[] | null;
}

/**
 * What an agent does in one step: a call, calls made at once in a message, an answer, or a model's raw text. In a text,
 * `<tool_call>` tags hold calls; JSON with `tool`, `tool_name` or with `name` and `arguments` is a call, JSON with `answer` is an
 * answer, and anything else is the answer itself. An object that is none of these is a wrong action: the episode notes and
 * penalises it, and goes on.
 */
export type GymAction = string | ToolAction | AnswerAction | OpenAICallAction | MessageAction | JsonObject;
