import {
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonSchemaOf,
  MettleError,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import { DEFAULT_SANDBOX_LIMITS, isPythonName, type SandboxLimits } from '../sandbox/index.js';
import type { PythonSynthesisOptions } from './python-synthesis-options.js';
import { checkScriptTools } from './script-tools.js';

/**
 * The schema of the script's output, once all options are known to be good but the engine.
 *
 * @throws {MettleError} `synthesis/invalid_options`; for tools that scripts can't call, as `executeScript`.
 */
export function checkedSchema(options: PythonSynthesisOptions): JsonObject {
  const { pythonScript, seedScripts = [], tools = [], timeout = 5, entryPoint = null } = options;
  const schema = schemaOf(options);
  checkText(pythonScript, 'pythonScript');
  for (const [index, script] of seedScripts.entries()) checkText(script, `seedScripts[${index}]`);
  checkDefault(options.defaultReturnValue, schemaValidator(schema));
  if (entryPoint !== null && !isPythonName(entryPoint)) {
    throw invalidOption(`entryPoint is the name of a Python function; got ${JSON.stringify(entryPoint)}`);
  }
  if (!(typeof timeout === 'number' && timeout > 0))
    throw invalidOption(`timeout is a number of seconds above 0; got ${timeout}`);
  checkScriptTools(tools);
  return schema;
}

/** Limits of a file, which anyone may have written: they make the usual ones narrower, never wider. */
export function narrowedLimits(limits: Json): Partial<SandboxLimits> {
  if (!isJsonObject(limits)) throw invalidOption('limits has to be an object');
  const usual: Readonly<Record<string, number>> = { ...DEFAULT_SANDBOX_LIMITS };
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

function checkDefault(value: unknown, validator: SchemaValidator): void {
  if (!isJsonObject(value)) {
    throw invalidOption('defaultReturnValue is needed: the object that a call returns if the script fails');
  }
  const [problem] = validator.check(value);
  if (problem === undefined) return;
  throw invalidOption(
    `defaultReturnValue does not fit the schema: ${describeProblem(problem, 'defaultReturnValue')}`,
  );
}

/** The error for an option of `PythonSynthesis`. */
export function invalidOption(message: string): MettleError {
  return new MettleError({ code: 'synthesis/invalid_options', message: `PythonSynthesis: ${message}.` });
}
