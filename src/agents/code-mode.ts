import { defineOptions, type JsonObject, option } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { runResultWithValue } from '../sandbox/internal.js';
import { type Tool, tool } from '../tools/index.js';
import { invalidOptions } from './agent-options.js';
import type { Approve } from './approval.js';
import { duringRun } from './during-run.js';
import { toolFunctions } from './tool-functions.js';

/** What code mode is given. */
export interface CodeModeOptions {
  /** Where programs run. Variables last from one to the next. */
  readonly sandbox: Sandbox;
  /** What programs can call. */
  readonly tools: readonly Tool[];
  /** Names of those of `tools` that programs may call. Default: all. */
  readonly allow?: readonly string[];
  /**
   * Decides on each call before it is made, while the program waits: null lets it be made, a text refuses it, and the
   * program is told so. Default: every call is made. To wait beyond the life of this process, see `startProgram`.
   */
  readonly approve?: Approve | undefined;
  /** Default `run_python_program`. */
  readonly name?: string;
}

const checkOptions = defineOptions<CodeModeOptions>()('codeModeTool', {
  sandbox: option.required(option.object),
  tools: option.required(option.list(option.object)),
  allow: option.list(option.string),
  approve: option.callback,
  name: option.string,
});

/**
 * One tool in place of many: it runs a Python program in which the others are functions, so that one reply of a model
 * makes any number of calls and only the program's output and last value come back.
 *
 * @throws {MettleError} `core/invalid_option` for a name in `allow` that no tool has, and for a tool whose name is no
 *   name in Python.
 * @example
 * ```ts
 * import { codeModeTool } from 'mettle/agents';
 * import { createSandbox } from 'mettle/sandbox';
 * import { tool } from 'mettle/tools';
 *
 * const price = tool({
 *   name: 'price',
 *   description: 'The price of an item.',
 *   parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
 *   execute: ({ item }) => String(item).length,
 * });
 * const sandbox = await createSandbox();
 * const outcome = await codeModeTool({ sandbox, tools: [price] }).call({
 *   code: 'sum(price(item) for item in ["pen", "book"])',
 * });
 * console.log(outcome.ok && outcome.value); // → { ok: true, error: null, value: 7, stdout: '', stderr: '' }
 * await sandbox.close();
 * ```
 */
export function codeModeTool(options: CodeModeOptions): Tool {
  const { sandbox, tools, allow, approve, name } = checkOptions(options);
  const callable = allowedTools(tools, allow);
  toolFunctions(callable, {});
  return tool({
    name: name ?? 'run_python_program',
    description: `Run a Python program. Variables last from one program to the next. Answers with what it prints and the value of its last expression. These functions are there, called with or without await:\n${callable.map(signatureOf).join('\n')}`,
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'the program' } },
      required: ['code'],
      additionalProperties: false,
    },
    timeoutSeconds: Number.POSITIVE_INFINITY,
    execute: ({ code }, { signal }) =>
      duringRun(signal, async (callSignal) => {
        const functions = toolFunctions(callable, { signal: callSignal, approve });
        const ran = await sandbox.run(String(code), { functions, signal });
        return runResultWithValue(ran, { files: sandbox.files, code: String(code) });
      }),
  });
}

/** The tools that programs may call. */
export function allowedTools(tools: readonly Tool[], allow: readonly string[] | undefined): readonly Tool[] {
  if (allow === undefined) return tools;
  const unknown = allow.find((name) => !tools.some((one) => one.name === name));
  if (unknown !== undefined)
    throw invalidOptions(`There is no tool ${unknown} that programs could be allowed.`);
  return tools.filter(({ name }) => allow.includes(name));
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
  null: 'None',
};

/** `search(query: str, limit: int = …): what it does` */
function signatureOf({ name, description, parameters }: Tool): string {
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const properties = Object.entries((parameters.properties ?? {}) as Readonly<Record<string, JsonObject>>);
  const params = properties.map(([param, { type }]) => {
    const hint = typeof type === 'string' && TYPES[type] !== undefined ? `: ${TYPES[type]}` : '';
    return `${param}${hint}${required.includes(param) ? '' : ' = …'}`;
  });
  return `- ${name}(${params.join(', ')}): ${description}`;
}
