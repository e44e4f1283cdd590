import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../core/internal.js';
import {
  type HostFunction,
  PythonObject,
  type PythonValue,
  type RunError,
  type RunResult,
  type Sandbox,
} from '../../sandbox/index.js';
import { isPythonName } from '../../sandbox/internal.js';
import { executionOf } from '../execution/execution.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { BUILTIN_EXCEPTIONS } from '../program/builtin-exceptions.js';
import { describeRunError, judgeMachineError, judgeRunError } from '../python/python-execution-req.js';
import type { ValidationContext } from '../requirement.js';
import { ENDED_PROGRAM } from '../subject/ended-program.js';
import { checkError, failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { codeSideSource, hostFunctionOf, packedFunctionOf, testsSideSource } from './bridge-source.js';
import { LOOP_MARK, LOOP_MARK_SOURCE } from './loop-checks.js';
import { SOURCE_STEP, type TestStep } from './test-steps.js';

/** The code, run to its end in a sandbox. */
interface LoadedCode {
  run(source: string, inputs?: Parameters<Sandbox['run']>[1]): Promise<RunResult>;
}

/** What {@link judgeTestsInMonty} takes. */
export interface MontyTestsOptions {
  readonly code: string;
  /** An empty sandbox for the code. */
  readonly sandbox: Sandbox;
  /** Names of the functions that the tests call. */
  readonly functions: readonly string[];
  readonly steps: readonly TestStep[];
  readonly plan: ExecutionPlan;
  readonly context: ValidationContext;
}

/**
 * Judges by tests where Monty runs the code: it is called by the names of its functions alone, and only data cross. The
 * tests run in a second worker.
 */
export async function judgeTestsInMonty(options: MontyTestsOptions): Promise<Judgement> {
  const { code, sandbox, functions, steps, plan, context } = options;
  const loaded: LoadedCode = {
    async run(source, given = {}) {
      const result = await sandbox.run(source, { ...given, limits: plan.limits, signal: context.signal });
      context.signal.throwIfAborted();
      return result;
    },
  };
  const result = await loaded.run(code);
  if (result.error !== null) return judgeRunError(result.error, executionOf(result, plan), plan);
  return testFromOutside(loaded, functions, steps, plan, context);
}

/** Calls a function of the code with packed arguments. */
async function callPacked(
  loaded: LoadedCode,
  name: string,
  args: readonly PythonValue[],
): Promise<RunResult> {
  const result = await loaded.run(`[${name}(*mettle_arguments)]`, {
    inputs: { mettle_arguments: [...args] },
  });
  if (!result.ok) return result;
  const values = Array.isArray(result.value) ? (result.value as readonly PythonValue[]) : [];
  if (values.length === 1) return { ...result, value: values[0] ?? null };
  return { ...result, ok: false, value: null, error: ENDED_PROGRAM };
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
    const missing = isSource && error !== null ? missingModule(error, source) : null;
    if (missing !== null) return judgeMissingInMonty(missing);
    const [reached, ran] = Array.isArray(value) ? (value as readonly PythonValue[]) : [];
    if (error !== null) failures.push(`${name}: ${describeTestError(error, isSource)}`);
    else if (reached !== secret) failures.push(`${name}: ended before its last statement`);
    else if (checksOnlyInLoops && ran !== 1) empty.push(name);
  }
  const counted = steps.filter(
    ({ counts, name }) => counts || failures.some((words) => words.startsWith(`${name}: `)),
  );
  const score = counted.length === 0 ? 0 : 1 - failures.length / counted.length;
  if (failures.length > 0) return failWith(`Tests fail: ${failures.slice(0, 5).join('; ')}.`, { score });
  if (empty.length > 0) return nothingChecked(empty);
  if (counted.length === 0) return NO_TEST_RAN;
  return passWith('All tests pass.', { score });
}

/** The judgement where no test was run, so that nothing is known. */
export const NO_TEST_RAN: Judgement<never> = notChecked('The tests contain no test that ran.', 'limit');

function nothingChecked(empty: readonly string[]): Judgement<never> {
  return notChecked(
    `Nothing was checked by ${empty.slice(0, 5).join(', ')}: all of its checks are in loops that never ran.`,
    'limit',
  );
}

/** The module that an import of the tests themselves did not find; null for any other error. */
function missingModule({ message }: RunError, source: string): string | null {
  const name = /No module named '([\w.]+)'|Monty has no module ([\w.]+)/
    .exec(message)
    ?.slice(1)
    .find(Boolean);
  if (name === undefined) return null;
  const isImported = source
    .split('\n')
    .some(
      (line) =>
        /^\s*(?:import|from)\s/.test(line) && new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`).test(line),
    );
  return isImported ? name : null;
}

/** The judgement on tests that Monty cannot run: the code is not at fault. */
function judgeMissingInMonty(module: string): Judgement<never> {
  return notChecked(
    `The tests import ${module}, which Monty does not have. Choose the engine cpython or docker, or write plain assert statements.`,
    'engine',
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
    { signal: context.signal, judges: true },
  );
}

/**
 * The verdict where a call into the code ended in neither a return nor an exception: the tests see an exception, which
 * they may catch, so what they make of it counts for nothing.
 */
function judgeEnded(ended: Judgement | undefined, judgement: Judgement): Judgement {
  if (ended === undefined || ended.verdict !== 'fail') return ended ?? judgement;
  const score = judgement.verdict === 'fail' ? (judgement.score ?? 0) : 0;
  return { ...ended, reason: `A call from the tests failed: ${ended.reason}`, score };
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
      result = await callPacked(loaded, packed, args);
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
  if (attributes !== null) return failWith(`${words}: return numbers, text, lists, tuples, dicts or sets.`);
  return checkError(`${words}: leave "functions" out to judge it.`);
}
