import { type CodeModeOptions, codeModeTool } from '../agents/index.js';
import {
  type DataSchema,
  defineOptions,
  isJsonObject,
  type Json,
  type MettleError,
  option,
} from '../core/index.js';
import { coreError, isStandardSchema } from '../core/internal.js';
import type { Sandbox } from '../sandbox/index.js';
import { type Tool, tool } from '../tools/index.js';
import { type AiSdkTool, aiSdkTool } from './ai-sdk-tool.js';

/** A tool of the AI SDK that programs may call, by its shape. */
export interface CallableTool {
  readonly description?: unknown;
  /** Standard Schema, or what the SDK's own `jsonSchema()` gives. */
  readonly inputSchema?: unknown;
  /** Whether a person decides on each call. */
  readonly needsApproval?: unknown;
  readonly execute?: unknown;
}

/** What {@link pythonToolCaller} takes besides the sandbox. */
export interface PythonToolCallerOptions {
  /**
   * Decides on each call of a program before it is made: null lets it be made, a text refuses it. Needed where a tool has
   * `needsApproval`, which nobody could ask for in the middle of a program. Default: every call is made.
   */
  readonly approve?: CodeModeOptions['approve'];
}

const checkPythonToolCallerOptions = defineOptions<PythonToolCallerOptions>()('pythonToolCaller', {
  approve: option.any,
});

/** A tool whose programs call other tools: version 7 of the AI SDK gives it those that `experimental_toolCallers` names. */
export interface PythonToolCaller extends AiSdkTool {
  readonly experimental_toolCaller: {
    readonly type: 'local';
    readonly bind: (tools: Readonly<Record<string, CallableTool>>) => AiSdkTool;
  };
}

/**
 * Programmatic tool calling for version 7 of the AI SDK: a tool whose argument is a Python program, in which the tools that
 * `experimental_toolCallers` gives it are functions. The program runs in the sandbox, the tools where they always run.
 *
 *     const tools = { python: pythonToolCaller(sandbox), price };
 *     await generateText({ model, tools, experimental_toolCallers: { price: ['python'] }, prompt });
 *
 * @throws {MettleError} from the SDK's call: `core/invalid_option` for a tool that has no `execute` or no schema, that
 *   needs approval where there is no `approve`, or whose name is no name in Python.
 */
export function pythonToolCaller(sandbox: Sandbox, options: PythonToolCallerOptions = {}): PythonToolCaller {
  checkPythonToolCallerOptions(options);
  const withTools = (tools: readonly Tool[]): AiSdkTool =>
    aiSdkTool(codeModeTool({ sandbox, tools, ...options }));
  return {
    ...withTools([]),
    experimental_toolCaller: {
      type: 'local',
      bind: (tools) =>
        withTools(Object.entries(tools).map(([name, callable]) => toolOf(name, callable, options))),
    },
  };
}

/** What an `execute` of the SDK is told of its call. */
interface ExecuteOptions {
  readonly toolCallId: string;
  readonly messages: readonly [];
  readonly abortSignal: AbortSignal | undefined;
}

function toolOf(name: string, callable: CallableTool, { approve }: PythonToolCallerOptions): Tool {
  const { description, execute, inputSchema, needsApproval } = callable;
  if (typeof execute !== 'function') throw invalid(`${name} has no execute: no program can call it.`);
  if (needsApproval !== undefined && needsApproval !== false && approve === undefined) {
    throw invalid(`${name} needs approval: give pythonToolCaller an approve, which decides on its calls.`);
  }
  const run = execute as (args: unknown, options: ExecuteOptions) => unknown;
  let calls = 0;
  return tool({
    name,
    description: typeof description === 'string' ? description : name,
    parameters: schemaOf(name, inputSchema),
    timeoutSeconds: Number.POSITIVE_INFINITY,
    execute: async (args, { signal }) => {
      const toolCallId = `${name}_${++calls}`;
      return asJson(await lastOf(await run(args, { toolCallId, messages: [], abortSignal: signal })));
    },
  });
}

function schemaOf(name: string, given: unknown): DataSchema {
  const schema: unknown = typeof given === 'function' && !isStandardSchema(given) ? given() : given;
  if (isStandardSchema(schema)) return schema;
  const json: unknown = isObject(schema) && 'jsonSchema' in schema ? schema.jsonSchema : null;
  if (isJsonObject(json) && !('then' in json)) return json;
  throw invalid(`${name} has no inputSchema that is JSON Schema: no program can call it.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The last of the values that a tool gives one after another, or the one that it gives. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isObject(output) || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const value of output as AsyncIterable<unknown>) last = value;
  return last;
}

function asJson(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as Json);
}

function invalid(message: string): MettleError {
  return coreError('invalid_option', message);
}
