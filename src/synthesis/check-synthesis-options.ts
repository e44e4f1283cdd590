import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type MettleError,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import { coreError, jsonProblem, jsonSchemaOf } from '../core/internal.js';
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxLimits } from '../sandbox/index.js';
import { MAX_TIMEOUT_SECONDS, resolveSandboxLimits } from '../sandbox/internal.js';
import { SCRIPT_LIMITS } from './execute-script.js';
import type { PythonSynthesisOptions } from './python-synthesis-options.js';
import { entryPointProblem } from './result-expression.js';
import { checkScriptTools } from './script-tools.js';

/**
 * The schema of the script's output, once all options are known to be good but the engine.
 *
 * @throws {MettleError} `core/invalid_option`; for tools that scripts can't call, as
 *   `executeScript`.
 */
export function checkedSchema(options: PythonSynthesisOptions): JsonObject {
  const { pythonScript, seedScripts = [], tools = [], timeout = 5, entryPoint = null } = options;
  const { limits, deterministic = 'training' } = options;
  const schema = schemaOf(options);
  checkText(pythonScript, 'pythonScript');
  checkList(seedScripts, 'seedScripts');
  checkList(tools, 'tools');
  for (const [index, script] of seedScripts.entries()) checkText(script, `seedScripts[${index}]`);
  checkDefault(options.defaultReturnValue, schemaValidator(schema));
  const problem = entryPointProblem(entryPoint);
  if (problem !== null) throw invalidOption(problem);
  if (!(typeof timeout === 'number' && timeout > 0 && timeout <= MAX_TIMEOUT_SECONDS)) {
    throw invalidOption(
      `timeout is a number of seconds above 0 and up to ${MAX_TIMEOUT_SECONDS}; got ${typeof timeout === 'string' ? JSON.stringify(timeout) : timeout}`,
    );
  }
  if (deterministic !== 'training' && typeof deterministic !== 'boolean') {
    throw invalidOption(`deterministic is true, false or 'training'; got ${JSON.stringify(deterministic)}`);
  }
  for (const name of ['returnPythonScript', 'trainable'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalidOption(`${name} is true or false; got ${JSON.stringify(value)}`);
    }
  }
  checkSandbox(options.sandbox);
  resolveSandboxLimits(limits);
  checkScriptTools(tools);
  return schema;
}

/** Limits of a file, which anyone may have written: they make the usual ones narrower, never wider. */
export function narrowedLimits(limits: Json): Partial<SandboxLimits> {
  if (!isJsonObject(limits)) throw invalidOption('limits has to be an object');
  const usual: Readonly<Record<string, number>> = { ...DEFAULT_SANDBOX_LIMITS, ...SCRIPT_LIMITS };
  const entries = Object.entries(limits).map(([name, value]) => [
    name,
    Math.min(Number(value), usual[name] ?? 0),
  ]);
  return Object.fromEntries(entries) as Partial<SandboxLimits>;
}

function schemaOf({ schema, dataModel }: PythonSynthesisOptions): JsonObject {
  if (schema !== undefined) return jsonSchemaOf(schema);
  if (dataModel !== undefined) return dataModel.getSchema();
  throw invalidOption('give schema or dataModel, so that the output is known');
}

function checkText(script: unknown, name: string): void {
  if (typeof script === 'string' && script.trim() !== '') return;
  throw invalidOption(`${name} is needed: a Python script that assigns a dict to \`result\``);
}

function checkSandbox(sandbox: unknown): void {
  const isSandbox = typeof (sandbox as Partial<Sandbox> | null | undefined)?.run === 'function';
  if (sandbox !== undefined && !isSandbox) throw invalidOption('sandbox is made with createSandbox');
}

function checkList(value: unknown, name: string): void {
  if (!Array.isArray(value)) throw invalidOption(`${name} is a list; got ${JSON.stringify(value)}`);
}

function checkDefault(value: unknown, validator: SchemaValidator): void {
  if (!isJsonObject(value)) {
    throw invalidOption('defaultReturnValue is needed: the object that a call returns if the script fails');
  }
  const unsaveable = jsonProblem(value);
  if (unsaveable !== undefined) throw invalidOption(`defaultReturnValue ${unsaveable}, which is not JSON`);
  const [problem] = validator.check(value);
  if (problem === undefined) return;
  throw invalidOption(
    `defaultReturnValue does not fit the schema: ${describeProblem(problem, 'defaultReturnValue')}`,
  );
}

/** The error for an option of `PythonSynthesis`. */
export function invalidOption(message: string): MettleError {
  return coreError('invalid_option', `PythonSynthesis: ${message}.`);
}
