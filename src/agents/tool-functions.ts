import type { Json, JsonObject } from '../core/index.js';
import { type HostFunctions, type PythonValue, pythonValueToJson, splitArguments } from '../sandbox/index.js';
import { isPythonName } from '../sandbox/internal.js';
import type { Tool } from '../tools/index.js';
import { checkCollisions, invalidOptions } from './agent-options.js';
import { type Approve, refusalOf } from './approval.js';

/** How tools are called from code. */
export interface ToolFunctionsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Decides on each call before it is made; a text refuses it, and the code is told so. Default: every call is made. */
  readonly approve?: Approve | undefined;
}

/**
 * Tools as functions of Python code. Arguments are given by position, in the order of the tool's parameters, or by
 * name. Errors of a call are raised in the code, as `TypeError` for wrong arguments and `RuntimeError` otherwise.
 *
 * @throws {MettleError} `core/invalid_option` for a tool whose name is no name in Python, and for two of one name.
 */
export function toolFunctions(tools: readonly Tool[], options: ToolFunctionsOptions): HostFunctions {
  checkCollisions(tools, []);
  return Object.fromEntries(
    tools.map((tool) => {
      if (!isPythonName(tool.name)) {
        throw invalidOptions(`The tool ${tool.name} can't be a function in Python: rename it.`);
      }
      return [tool.name, (...args: PythonValue[]) => callTool(tool, argumentsOf(tool, args), options)];
    }),
  );
}

async function callTool(
  tool: Tool,
  args: JsonObject,
  { signal, approve }: ToolFunctionsOptions,
): Promise<PythonValue> {
  const refusal = await refusalOf(approve, { tool: tool.name, arguments: args }, signal);
  if (refusal !== null) throw raised('PermissionError', refusal);
  const outcome = await tool.call(args, { signal });
  if (outcome.ok) return outcome.value as PythonValue;
  throw raised(outcome.fault === 'invalid_arguments' ? 'TypeError' : 'RuntimeError', outcome.error);
}

/** Arguments of a call by the names of the tool's parameters. */
function argumentsOf(tool: Tool, args: readonly PythonValue[]): JsonObject {
  const { positional, named } = splitArguments(args);
  const byName = Object.entries(named).map(([name, value]) => [name, pythonValueToJson(value)]);
  const bound = bindArguments(tool, positional.map(pythonValueToJson), Object.fromEntries(byName));
  if (!bound.ok) throw raised('TypeError', bound.problem);
  return bound.args;
}

/** Arguments of a call by their names, or why Python would refuse them: too many, or one that is given twice. */
export type BoundArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly problem: string };

/** Gives arguments by position the names of the tool's parameters, in their order, beside those given by name. */
export function bindArguments(tool: Tool, positional: readonly Json[], named: JsonObject): BoundArguments {
  const names = parametersOf(tool);
  const twice = names.slice(0, positional.length).find((name) => Object.hasOwn(named, name));
  if (twice !== undefined) {
    const problem = `${tool.name} got multiple values for ${twice}; give each argument by its name`;
    return { ok: false, problem };
  }
  if (positional.length > names.length) {
    const problem = `${tool.name} takes ${names.length} arguments (${names.join(', ')}), not ${positional.length}`;
    return { ok: false, problem };
  }
  const byPosition = Object.fromEntries(positional.map((value, index) => [names[index] as string, value]));
  return { ok: true, args: { ...byPosition, ...named } };
}

function parametersOf({ parameters }: Tool): readonly string[] {
  return Object.keys((parameters.properties ?? {}) as JsonObject);
}

function raised(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
