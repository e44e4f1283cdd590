import { toolFunctions } from '../agents/internal.js';
import { isJsonObject, type MettleError } from '../core/index.js';
import { coreError } from '../core/internal.js';
import type { HostFunctions, PythonValue } from '../sandbox/index.js';
import { type Tool, toolSet } from '../tools/index.js';
import { INPUTS, RESULT } from './result-expression.js';
import { asTool } from './warm-sandboxes.js';

/** Tools, as a script gets them. */
export interface ScriptTools {
  /** Host functions, by the names the sandbox binds them under. */
  readonly functions: HostFunctions;
  /** Python that defines the asynchronous tools under their own names; empty when there are none. */
  readonly definitions: string;
}

/** What the host function behind an asynchronous tool is called in Python. */
const HOST_PREFIX = '_mettle_call_';

/**
 * Tools as global functions of a script, under their own names. A call gives a dict: what a tool answers that is no object
 * comes as `{"result": value}`. A tool made of an async function is async in Python as well: the call is a coroutine
 * until it is awaited. Any other may be called either way.
 */
export function scriptTools(tools: readonly Tool[], signal: AbortSignal): ScriptTools {
  checkScriptTools(tools);
  const calls = toolFunctions(tools, { signal });
  const functions: Record<string, HostFunctions[string]> = {};
  const definitions: string[] = [];
  for (const tool of tools) {
    const call = calls[tool.name] as HostFunctions[string];
    const asDict = async (...args: PythonValue[]): Promise<PythonValue> =>
      dictOf(await asTool(() => call(...args)));
    if (tool.isAsync !== true) {
      functions[tool.name] = asDict;
      continue;
    }
    const host = `${HOST_PREFIX}${tool.name}`;
    functions[host] = asDict;
    definitions.push(`async def ${tool.name}(*args, **kwargs):\n    return ${host}(*args, **kwargs)\n`);
  }
  return { functions, definitions: definitions.join('\n') };
}

/**
 * Refuses tools that a script could not call.
 *
 * @throws {MettleError} `tools/duplicate_name` for two of one name, `core/invalid_option` for a name that Python does
 *   not accept, `core/invalid_option` for the names of a script's own and for what is no tool.
 */
export function checkScriptTools(tools: readonly Tool[]): void {
  const other = tools.findIndex((each) => typeof each?.call !== 'function' || !isJsonObject(each.parameters));
  if (other >= 0)
    throw invalidTool(`tools[${other}] is no tool; make it with tool({ name, description, execute })`);
  toolSet(tools);
  toolFunctions(tools, {});
  const taken = tools.find(({ name }) => isTaken(name));
  if (taken === undefined) return;
  throw invalidTool(
    `a tool can't be named ${taken.name}: scripts, Python or Mettle use that name. Rename the tool`,
  );
}

function invalidTool(problem: string): MettleError {
  return coreError('invalid_option', `In the tools of a script, ${problem}.`);
}

/** Names of a script's own, those between double underscores, and those of the functions behind tools. */
function isTaken(name: string): boolean {
  return name === INPUTS || name === RESULT || /^__.*__$/.test(name) || name.startsWith(HOST_PREFIX);
}

function dictOf(value: PythonValue): PythonValue {
  return value !== null && Object.getPrototypeOf(value) === Object.prototype ? value : { result: value };
}
