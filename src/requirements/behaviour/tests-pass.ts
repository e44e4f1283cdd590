import { randomBytes } from 'node:crypto';
import { errorMessage, MettleError } from '../../core/index.js';
import {
  type HostFunction,
  isPythonName,
  PythonObject,
  type PythonValue,
  type RunError,
  type RunResult,
} from '../../sandbox/index.js';
import { checkNotBlank } from '../arguments.js';
import { executionOf } from '../execution/execution.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { describeRunError, judgeMachineError, judgeRunError } from '../python/python-execution-req.js';
import {
  commonOptions,
  defineRequirement,
  type Requirement,
  type ValidationContext,
} from '../requirement.js';
import { checkError, fail, type Judgement, notChecked, pass } from '../verdict.js';
import { codeSideSource, hostFunctionOf, packedFunctionOf, testsSideSource } from './bridge-source.js';
import { BUILTIN_EXCEPTIONS } from './builtin-exceptions.js';
import { callFunction } from './call-function.js';
import { LOOP_MARK, LOOP_MARK_SOURCE } from './loop-checks.js';
import {
  AFTER_LOADING,
  type LoadedCode,
  type SandboxedOptions,
  sandboxPlan,
  withLoadedCode,
} from './sandboxed.js';
import { readTestSteps, SOURCE_STEP, type TestStep } from './test-steps.js';

/** What {@link TestsPass} takes. */
export interface TestsPassOptions extends SandboxedOptions {
  /**
   * Python: statements with `assert`, and what is called after them: functions `test…` without parameters, plain or
   * async, and such methods of classes `Test…` and of `unittest.TestCase`. A test that could not be run is refused.
   */
  readonly tests: string;
  /**
   * Names of the functions under test. With them, the tests run in a sandbox of their own, another process, and
   * reach these functions by calls alone: plain data goes over and comes back. The code under test then never
   * shares a process with the tests. Numbers, text, bytes, lists, tuples, dicts and sets keep their types; an exception
   * of a class that the code defines arrives as the nearest of Python's own that it derives from, with its message.
   * Other objects, and changes of arguments in place, do not cross. Without this option the tests run after the code
   * in its namespace, and may use classes, methods and globals.
   */
  readonly functions?: readonly string[];
  /** What a model is told of the tests. Default: that there are some. */
  readonly description?: string;
}

/**
 * The user's tests pass. They have passed only when their last statement is reached, whose value is a secret drawn
 * anew for each check: whatever the code prints, raises or exits with cannot stand in for it. A test that checks
 * something in loops alone, none of which had anything to run over, leaves the verdict `not_checked`; a comprehension
 * over nothing is not noticed.
 *
 * @throws {MettleError} `requirements/blank`, `requirements/invalid_function`, `requirements/unreadable_tests`,
 *   `requirements/no_tests`, `requirements/test_not_run`, or what a sandbox is refused for.
 */
export function TestsPass(options: TestsPassOptions): Requirement {
  const tests = checkNotBlank('tests', options.tests);
  const functions = options.functions?.map(checkPlainName) ?? null;
  const plan = sandboxPlan(options);
  const steps = readTestSteps(tests);
  return defineRequirement({
    name: 'TestsPass',
    description: options.description ?? 'The code passes its tests.',
    how:
      functions === null
        ? 'the tests run after the code in a sandbox of its own; a secret value says that they were reached'
        : 'the tests run in a second process and call the code in the first; a secret value says that they were reached',
    tier: plan.tier,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    validate: (artefact, context) =>
      withLoadedCode(artefact, context, plan, 'the tests', (loaded) =>
        functions === null
          ? judgeTests(steps, plan, (source) => loaded.run(source))
          : testFromOutside(loaded, functions, steps, plan, context),
      ),
  });
}

/** Runs the steps one after another, each up to its secret. */
async function judgeTests(
  steps: readonly TestStep[],
  plan: ExecutionPlan,
  run: (source: string) => Promise<RunResult>,
): Promise<Judgement> {
  const failures: string[] = [];
  const empty: string[] = [];
  const { error: broken } = await run(LOOP_MARK_SOURCE);
  if (broken !== null) return judgeSetUp(broken, plan);
  for (const { name, source, checksOnlyInLoops } of steps) {
    const secret = randomBytes(16).toString('hex');
    const isSource = name === SOURCE_STEP;
    const before = isSource ? '' : `${LOOP_MARK} = 0\n`;
    const { error, value } = await run(`${before}${source}\n['${secret}', ${LOOP_MARK}]`);
    const machine = error === null ? null : judgeMachineError(error, plan, 'The tests');
    if (machine !== null) return machine;
    const [reached, ran] = Array.isArray(value) ? (value as readonly PythonValue[]) : [];
    if (error !== null) failures.push(`${name}: ${describeTestError(error, isSource)}`);
    else if (reached !== secret) failures.push(`${name}: ended before its last statement`);
    else if (checksOnlyInLoops && ran !== 1) empty.push(name);
  }
  const score = 1 - failures.length / steps.length;
  if (failures.length > 0) return fail(`Tests fail: ${failures.slice(0, 5).join('; ')}.`, { score });
  if (empty.length === 0) return pass('All tests pass.', { score });
  return notChecked(
    `Nothing was checked by ${empty.slice(0, 5).join(', ')}: all checks there stand in loops, and none of these had anything to run over.`,
    'limit',
  );
}

/** The judgement where what stands around the tests could not be run. */
function judgeSetUp(error: RunError, plan: ExecutionPlan): Judgement {
  const machine = judgeMachineError(error, plan, 'The tests');
  return machine ?? checkError(`The tests could not be set up: ${error.message}`);
}

function describeTestError(error: NonNullable<RunResult['error']>, ownLine: boolean): string {
  return describeRunError(ownLine ? error : { ...error, line: null });
}

/** Runs the tests in a second sandbox, where the functions under test are calls into the first. */
function testFromOutside(
  loaded: LoadedCode,
  functions: readonly string[],
  steps: readonly TestStep[],
  plan: ExecutionPlan,
  context: ValidationContext,
): Promise<Judgement> {
  const ended: Judgement[] = [];
  const bridges = Object.fromEntries(
    functions.map((name, at) => [
      hostFunctionOf(at),
      callInto(loaded, name, packedFunctionOf(at), plan, (judgement) => ended.push(judgement)),
    ]),
  );
  return context.python.use(
    plan,
    async (sandbox) => {
      const ready = [
        await loaded.run(codeSideSource(functions)),
        await sandbox.run(testsSideSource(functions), { limits: plan.limits, signal: context.signal }),
      ];
      const broken = ready.find(({ error }) => error !== null)?.error ?? null;
      if (broken !== null) return judgeSetUp(broken, plan);
      const judgement = await judgeTests(steps, plan, (source) =>
        sandbox.run(source, { functions: bridges, limits: plan.limits, signal: context.signal }),
      );
      return judgeEnded(ended[0], judgement);
    },
    { signal: context.signal, nested: true },
  );
}

/**
 * The verdict where a call into the code ended in neither a return nor an exception: the tests see an exception, which
 * they may catch, so what they make of it counts for nothing.
 */
function judgeEnded(ended: Judgement | undefined, judgement: Judgement): Judgement {
  if (ended === undefined || ended.verdict !== 'fail') return ended ?? judgement;
  const score = judgement.verdict === 'fail' ? (judgement.score ?? 0) : 0;
  return { ...ended, reason: `A call from the tests came to nothing: ${ended.reason}`, score };
}

/** The name, given back. @throws {MettleError} `requirements/invalid_function` for what is no name of a function. */
function checkPlainName(name: string): string {
  if (typeof name === 'string' && isPythonName(name)) return name;
  throw new MettleError({
    code: 'requirements/invalid_function',
    message: `functions has ${JSON.stringify(name)}; give names of functions at the top level of the code. For methods and classes leave "functions" out.`,
  });
}

/** The function of the code, for the tests; what ends a call but is no exception of the code goes to `ended` too. */
function callInto(
  loaded: LoadedCode,
  name: string,
  packed: string,
  plan: ExecutionPlan,
  ended: (judgement: Judgement) => void,
): HostFunction {
  return async (...args: PythonValue[]): Promise<PythonValue> => {
    let result: RunResult;
    try {
      result = await callFunction(loaded, packed, { arguments: args });
    } catch (error) {
      ended(checkError(`The tests could not call ${name}: ${errorMessage(error)}`));
      throw error;
    }
    const { error } = result;
    if (error === null) {
      const object = objectIn(result.value);
      if (object !== null) ended(judgeObject(name, object));
      return result.value;
    }
    if (error.kind !== 'runtime' && error.kind !== 'syntax') {
      ended(judgeRunError(error, executionOf(result, plan), plan));
    }
    throw Object.assign(new Error(error.message), { name: await builtinNameOf(error.type, loaded) });
  };
}

/**
 * The exception of Python's own by which the tests see one that the code raised: itself, or the nearest of its base
 * classes. `Exception` for a class that the code does not define at its top level.
 */
async function builtinNameOf(type: string, loaded: LoadedCode): Promise<string> {
  if (BUILTIN_EXCEPTIONS.has(type)) return type;
  if (!isPythonName(type)) return 'Exception';
  const { value } = await loaded.run(
    `[base.__name__ for base in ${type}.__mro__ if base.__module__ == 'builtins']`,
  );
  const [nearest] = Array.isArray(value) ? (value as readonly PythonValue[]) : [];
  return typeof nearest === 'string' && BUILTIN_EXCEPTIONS.has(nearest) ? nearest : 'Exception';
}

/** The first object in a packed value, which is made of arrays; null where all of it is data. */
function objectIn(value: PythonValue): PythonObject | null {
  if (value instanceof PythonObject) return value;
  if (!Array.isArray(value)) return null;
  for (const part of value) {
    const object = objectIn(part);
    if (object !== null) return object;
  }
  return null;
}

/** An object of the code's own class is the code's doing; one of Python's may be right, and cannot be judged. */
function judgeObject(name: string, { type, attributes }: PythonObject): Judgement {
  const words = `${name} returned an object of type ${type}, and only plain data reach tests in a second process`;
  if (attributes !== null) return fail(`${words}: return numbers, text, lists, tuples, dicts or sets.`);
  return checkError(`${words}: leave "functions" out to judge it.`);
}
