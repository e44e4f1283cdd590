import {
  defineOptions,
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  MettleError,
  option,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import { coreError, errorMessage, linkSignals } from '../core/internal.js';
import {
  DEFAULT_SANDBOX_LIMITS,
  type Engine,
  type EngineChoice,
  type PythonValue,
  type RunResult,
  type Sandbox,
  type SandboxLimits,
} from '../sandbox/index.js';
import { runPatiently, sandboxError } from '../sandbox/internal.js';
import type { Tool } from '../tools/index.js';
import { pythonToJson } from '../training/internal.js';
import { synthesisError } from './error-codes.js';
import { entryPointProblem, RESULT, resultExpression } from './result-expression.js';
import { failureOfRun, invalidResult, missingResult, type ScriptFailure } from './script-failure.js';
import { scriptTools } from './script-tools.js';
import { withWarmSandbox } from './warm-sandboxes.js';

/** How a script is run. */
export interface ExecuteScriptOptions {
  /** JSON schema that the result must keep. Default: any object. */
  readonly schema?: JsonObject;
  /**
   * The caller's sandbox: what scripts define in it lasts from call to call, and nothing else is done to it. Default: a
   * clean one for each call.
   */
  readonly sandbox?: Sandbox | undefined;
  /** The engine of the clean sandbox. Default `auto`. */
  readonly engine?: EngineChoice | Engine | undefined;
  /** Tools that the script can call by their names. */
  readonly tools?: readonly Tool[];
  /**
   * Limits of the run, over {@link SCRIPT_LIMITS}. `timeoutSeconds`, 5 by default, are those of the script, calls of tools
   * not counted; over 60, the deadline is a minute later.
   */
  readonly limits?: Partial<SandboxLimits> | undefined;
  /** The function that gives the result, called with `inputs`. Default: `result`, else `transform(inputs)` if defined. */
  readonly entryPoint?: string | null;
  /** Whether the clock stands still and chance is seeded in the clean sandbox. Default false. */
  readonly deterministic?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const checkExecuteScriptOptions = defineOptions<ExecuteScriptOptions>()('executeScript', {
  schema: option.record,
  sandbox: option.object,
  engine: option.either(option.oneOf(['monty', 'cpython', 'docker', 'auto']), option.object),
  tools: option.list(),
  limits: option.object,
  entryPoint: option.any,
  deterministic: option.boolean,
  signal: option.signal,
});

/** What became of a script. */
export interface ScriptExecution {
  /** What the script gave; null when it failed. */
  readonly result: JsonObject | null;
  readonly stdout: string;
  /** What the script wrote, and the failure as its last line. */
  readonly stderr: string;
  /** Null when there is a result. */
  readonly failure: ScriptFailure | null;
}

/** Limits of a script that are narrower than those of a sandbox: its output and its result are kept in records. */
export const SCRIPT_LIMITS: Pick<SandboxLimits, 'maxOutputChars' | 'maxValueBytes'> = {
  maxOutputChars: 100_000,
  maxValueBytes: 8_388_608,
};

/** A statement that can't continue a last line which ends in a backslash, so that a script that is cut there doesn't compile. */
const END = 'pass';

/** What `result` holds in a caller's sandbox until the script assigns it: a result of the call before is no result. */
const NOT_ASSIGNED = '<mettle: no result was assigned>';

/**
 * Runs a Python script on a JSON object. The script finds it as the dict `inputs` and leaves a dict in `result`, or
 * defines `transform(inputs)`, or the function that `entryPoint` names.
 *
 * Errors of the script are in the result. Rejects with the signal's reason, with `sandbox/infrastructure` when the
 * machine failed, and for wrong options.
 *
 * @example
 * ```ts
 * import { executeScript } from 'mettle/synthesis';
 *
 * const { result } = await executeScript({ a: 2 }, 'result = {"b": inputs["a"] * 2}');
 * console.log(result); // → { b: 4 }
 *
 * const { stderr } = await executeScript({ a: 0 }, 'result = {"b": 1 / inputs["a"]}');
 * console.log(stderr); // → Runtime Error: ZeroDivisionError: division by zero (line 1)
 * ```
 */
export async function executeScript(
  inputs: JsonObject,
  script: string,
  options: ExecuteScriptOptions = {},
): Promise<ScriptExecution> {
  checkExecuteScriptOptions(options);
  const { signal, sandbox, engine = 'auto', deterministic = false, entryPoint = null } = options;
  signal?.throwIfAborted();

  checkScript(script, entryPoint);
  const validator = options.schema === undefined ? null : validatorOf(options.schema);
  const expression = resultExpression(script, entryPoint);
  // Tools that still work when the run has ended are told so.
  const ended = new AbortController();
  const either = linkSignals(signal, ended.signal);
  try {
    const tools = scriptTools(options.tools ?? [], either.signal);
    const common = {
      limits: limitsOf(options),
      functions: tools.functions,
      ...(signal === undefined ? {} : { signal }),
    };
    const run = async (target: Sandbox, limits: Partial<SandboxLimits> = {}): Promise<RunResult> => {
      if (tools.definitions !== '') {
        const defined = await target.run(tools.definitions, common);
        if (!defined.ok) return defined;
      }
      const bound = target === sandbox ? { inputs, [RESULT]: NOT_ASSIGNED } : { inputs };
      return target.run(`${script}\n${END}\n${expression}\n`, {
        ...common,
        limits: { ...common.limits, ...limits },
        inputs: bound as Readonly<Record<string, PythonValue>>,
      });
    };
    const runAlone = (limits: Partial<SandboxLimits>): Promise<RunResult> =>
      withWarmSandbox({ engine, deterministic, signal }, (target) => run(target, limits));
    // What a tool has done, or the script in a sandbox of the caller's, is not done twice.
    const isRepeatable = sandbox === undefined && tools.definitions === '';
    const outcome = isRepeatable
      ? await runPatiently(runAlone)
      : await (sandbox === undefined ? runAlone({}) : run(sandbox));
    return read(outcome, { script, expression, validator, signal });
  } catch (error) {
    signal?.throwIfAborted();
    const refused = refusedInput(error);
    if (refused === null) throw error;
    return failed({ stdout: '', stderr: '' }, refused);
  } finally {
    ended.abort();
    either.release();
  }
}

function checkScript(script: unknown, entryPoint: string | null): void {
  const problem =
    typeof script !== 'string'
      ? `the script is Python, as a text; got ${script === null ? 'null' : typeof script}`
      : entryPointProblem(entryPoint);
  if (problem === null) return;
  throw coreError('invalid_option', `executeScript: ${problem}.`);
}

/** A timeout over the usual deadline moves that too: the script may take all of its time, and its tools a minute. */
function limitsOf({ limits = {} }: ExecuteScriptOptions): Partial<SandboxLimits> {
  const { timeoutSeconds = 0 } = limits;
  const usual = DEFAULT_SANDBOX_LIMITS.deadlineSeconds;
  const deadline = timeoutSeconds > usual ? { deadlineSeconds: timeoutSeconds + usual } : {};
  return { ...SCRIPT_LIMITS, ...deadline, ...limits };
}

interface Reading {
  readonly script: string;
  readonly expression: string;
  readonly validator: SchemaValidator | null;
  readonly signal: AbortSignal | undefined;
}

function read(outcome: RunResult, { script, expression, validator, signal }: Reading): ScriptExecution {
  const { error, value, stdout, stderr } = outcome;
  if (error?.kind === 'aborted') {
    signal?.throwIfAborted();
    throw synthesisError('aborted', 'The script was stopped before it ended.');
  }
  if (error?.kind === 'infrastructure') {
    throw sandboxError(
      'infrastructure',
      `The sandbox failed, so nothing is known about the script: ${error.message}`,
    );
  }
  if (error !== null) {
    const failure = failureOfRun(error, script.split(/\r\n|\r|\n/).length);
    return failed(failure.kind === 'syntax' ? { stdout: '', stderr: '' } : { stdout, stderr }, failure);
  }
  if (value === NOT_ASSIGNED) return failed({ stdout, stderr }, missingResult(RESULT));
  const checked = checkResult(value, expression, validator);
  if (!checked.ok) return failed({ stdout, stderr }, checked.failure);
  return { result: checked.value, stdout, stderr, failure: null };
}

type Checked =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly failure: ScriptFailure };

function checkResult(value: PythonValue, expression: string, validator: SchemaValidator | null): Checked {
  const where = expression === RESULT ? '`result`' : `what ${expression.replace(/^await /, '')} returned`;
  const converted = pythonToJson(value);
  if (!converted.ok) {
    return { ok: false, failure: invalidResult('validation', `${where} is not JSON: ${converted.reason}.`) };
  }
  const json = converted.value;
  if (isEmpty(json)) {
    const failure = invalidResult(
      'empty',
      `${where} is empty (${pythonText(json)}); the script must give a dict with at least one key.`,
    );
    return { ok: false, failure };
  }
  if (!isJsonObject(json)) {
    const failure = invalidResult('validation', `${where} must be a dict, not ${typeName(json)}.`);
    return { ok: false, failure };
  }
  const problems = validator?.check(json) ?? [];
  if (problems.length === 0) return { ok: true, value: json };
  const lines = problems.map((problem) => describeProblem(problem, RESULT));
  return { ok: false, failure: invalidResult('validation', lines.join('; ')) };
}

function isEmpty(value: Json): boolean {
  if (typeof value === 'object' && value !== null) {
    return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
  }
  return value === null || value === false || value === 0 || value === '';
}

function pythonText(value: Json): string {
  if (value === null) return 'None';
  if (value === false) return 'False';
  return JSON.stringify(value);
}

function typeName(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a str';
  return typeof value === 'boolean' ? 'a bool' : 'a number';
}

function failed(
  logs: { readonly stdout: string; readonly stderr: string },
  failure: ScriptFailure,
): ScriptExecution {
  const { stdout, stderr } = logs;
  const before = stderr === '' || stderr.endsWith('\n') ? stderr : `${stderr}\n`;
  return { result: null, stdout, stderr: `${before}${failure.message}`, failure };
}

/** Inputs that no sandbox takes (nested too deep, too large) are the sample's fault, not the program's. */
function refusedInput(error: unknown): ScriptFailure | null {
  if (!MettleError.isInstance(error)) return null;
  if (error.code !== 'sandbox/invalid_value' && error.code !== 'sandbox/value_too_large') return null;
  return {
    kind: 'limit',
    message: `Runtime Error: ValueError: inputs: ${errorMessage(error)}`,
    type: 'ValueError',
    line: null,
  };
}

const validators = new WeakMap<JsonObject, SchemaValidator>();

function validatorOf(schema: JsonObject): SchemaValidator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = schemaValidator(schema);
    validators.set(schema, validator);
  }
  return validator;
}
