import {
  type DataOf,
  type DataSchema,
  defineOptions,
  type JsonObject,
  MettleError,
  option,
} from '../core/index.js';
import { errorMessage, schemaReader } from '../core/internal.js';
import { deadline } from './deadline.js';
import { toolError } from './error-codes.js';
import { jsonResult } from './json-result.js';
import type { ToolOutcome } from './outcome.js';
import { readArguments } from './read-arguments.js';
import { isTransient, pauseBeforeRetry, RETRIES } from './transient.js';

/** A tool as a model sees it. */
export interface ToolDescription {
  /** 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does and when to use it, in words for a model. */
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the arguments: an object schema. */
  readonly parameters: JsonObject;
}

/** How a call is made. */
export interface ToolCallOptions {
  /** Ends the call: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Something a model can call. */
export interface Tool extends ToolDescription {
  /** Whether calling twice does no more than calling once: only then is a call repeated after a transient fault. */
  readonly idempotent: boolean;
  /** Seconds after which a call ends as a `timeout`; Infinity for none. */
  readonly timeoutSeconds: number;
  /** Whether code that calls it has to await the answer, as for a tool made of an async function. Default false. */
  readonly isAsync?: boolean;
  /**
   * Calls the tool. `args` is an object or its JSON text. Rejects only when `signal` aborts; whatever else goes wrong is
   * an outcome.
   */
  call(args: unknown, options?: ToolCallOptions): Promise<ToolOutcome>;
}

/** What a tool's function is given besides its arguments. */
export interface ToolContext {
  /** Aborts when the caller does, and when the time is up. Pass it on to whatever waits. */
  readonly signal: AbortSignal;
}

/** What {@link tool} makes a tool from. */
export interface ToolOptions<S extends DataSchema> {
  readonly name: string;
  readonly description: string;
  /** JSON Schema or Standard Schema (Zod, Valibot, ArkType, …) of the arguments. Default: no arguments. */
  readonly parameters?: S;
  /** Does the work, with arguments that fit `parameters`. Any JSON comes back; undefined is null. */
  readonly execute: (args: DataOf<S>, context: ToolContext) => unknown;
  /** Seconds. Default 60; Infinity for no limit. */
  readonly timeoutSeconds?: number;
  /** Default false. */
  readonly idempotent?: boolean;
  /**
   * What a pattern that no linear-time engine can run does in a JSON Schema: `refuse` the tool, or `ignore` the pattern,
   * where whoever executes the call checks again. Default `refuse`.
   */
  readonly patterns?: 'refuse' | 'ignore';
}

const checkToolOptions = defineOptions<ToolOptions<DataSchema>>()('tool', {
  name: option.required(option.string),
  description: option.required(option.string),
  parameters: option.any,
  execute: option.required(option.callback),
  timeoutSeconds: option.limit,
  idempotent: option.boolean,
  patterns: option.oneOf(['refuse', 'ignore']),
});

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
/**
 * Makes a tool. Arguments are checked before `execute` sees them; an error that it throws reaches the model as one
 * line. An idempotent tool is called again, twice at most, after a transient fault (a lost connection, HTTP 429 or
 * 503).
 *
 * @throws {MettleError} `core/invalid_option`, `tools/invalid_tool` for a name, and `core/invalid_schema` or `core/no_json_schema` for the parameters.
 * @example
 * ```ts
 * import { tool } from 'mettle/tools';
 *
 * const add = tool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   parameters: {
 *     type: 'object',
 *     properties: { a: { type: 'number' }, b: { type: 'number' } },
 *     required: ['a', 'b'],
 *     additionalProperties: false,
 *   },
 *   execute: ({ a, b }) => Number(a) + Number(b),
 * });
 * console.log(await add.call({ a: 1, b: 2 })); // → { ok: true, value: 3 }
 * const wrong = await add.call({ a: 1 });
 * console.log(wrong.ok ? '' : wrong.error); // → The arguments of add are wrong: arguments: needs "b". …
 * ```
 */
export function tool<const S extends DataSchema = JsonObject>(options: ToolOptions<S>): Tool {
  checkToolOptions(options);
  const {
    name,
    description,
    execute,
    timeoutSeconds = 60,
    idempotent = false,
    patterns = 'refuse',
  } = options;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw invalidTool(`The tool name ${JSON.stringify(name)} has to be 1 to 64 letters, digits, _ or -.`);
  }
  const reader = schemaReader((options.parameters ?? NO_PARAMETERS) as S, { patterns });
  return Object.freeze({
    name,
    description,
    parameters: reader.jsonSchema,
    idempotent,
    timeoutSeconds,
    isAsync: execute.constructor.name === 'AsyncFunction',
    async call(args: unknown, { signal }: ToolCallOptions = {}): Promise<ToolOutcome> {
      signal?.throwIfAborted();
      const read = await readArguments(name, reader, args);
      if (!read.ok) return { ok: false, fault: 'invalid_arguments', error: read.error };
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await callOnce(name, timeoutSeconds, signal, (context) =>
          execute(read.value, context),
        );
        if (outcome.ok || !idempotent || attempt >= RETRIES || !isTransient(outcome.cause)) return outcome;
        await pauseBeforeRetry(attempt, signal);
      }
    },
  });
}

async function callOnce(
  name: string,
  timeoutSeconds: number,
  signal: AbortSignal | undefined,
  execute: (context: ToolContext) => unknown,
): Promise<ToolOutcome> {
  const ended = await deadline(timeoutSeconds, signal, execute);
  switch (ended.how) {
    case 'returned':
      return jsonResult(name, ended.value);
    case 'timeout':
      return {
        ok: false,
        fault: 'timeout',
        error: `${name} took longer than ${timeoutSeconds} s and was stopped. Ask for less at once, or go another way.`,
      };
    case 'threw': {
      const { error } = ended;
      if (error instanceof ToolFailure)
        return { ok: false, fault: 'failed', error: error.message, cause: error.cause };
      const words = MettleError.isInstance(error) ? error.instructions() : errorMessage(error);
      return { ok: false, fault: 'failed', error: `${name} failed: ${words}`, cause: error };
    }
  }
}

/** Throw it in `execute` to choose the exact error text for the model; `cause` is for the program. */
export class ToolFailure extends Error {}

function invalidTool(message: string): MettleError {
  return toolError('invalid_tool', message);
}
