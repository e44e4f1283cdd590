import { defineOptions, option } from '../../core/index.js';
import { analysePython } from '../../python/index.js';
import { namesMissingIn } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { codeOf } from '../python/code-of.js';
import { describeRunError } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { type JudgedFromOutside, judgeFromOutside } from '../subject/judge-process.js';
import { SUBJECT_MODULE } from '../subject/live-subject.js';
import { failWith, type Judgement, type NotCheckedCause, notChecked, passWith } from '../verdict.js';
import { judgeUnfinished } from './judge-unfinished.js';
import {
  AFTER_LOADING,
  PYTHON_NAME,
  SANDBOXED_OPTIONS,
  type SandboxedOptions,
  sandboxPlan,
} from './sandboxed.js';
import { readTestSteps, SOURCE_STEP, type TestStep } from './test-steps.js';
import { judgeTestsInMonty, NO_TEST_RAN } from './tests-in-monty.js';

/** What {@link TestsPass} takes. */
export interface TestsPassOptions extends SandboxedOptions {
  /**
   * Python: statements with `assert`, and tests in the style of pytest or unittest. They name what they test directly,
   * or import it from the module `solution`. A test that could not be run is refused.
   */
  readonly tests: string;
  /**
   * Names of functions that the tests call and that would else mean something else: those that the code names like a
   * built-in function of Python. In Monty: the functions that the tests may call (default: all at the top level).
   */
  readonly functions?: readonly string[];
  /**
   * Names of classes that the tests compare with data and that don't look like names of classes, such as `stack`, or
   * whose objects equal several values, such as numbers modulo 7. What tests call by any other name that begins with a
   * small letter is a function, and compared with data its result must be data.
   */
  readonly classes?: readonly string[];
  /** The name under which the tests import the code. Default `solution`. */
  readonly moduleName?: string;
  /** What a model is told of the tests. Default: that there are some. */
  readonly description?: string;
}

const checkTestsPassOptions = defineOptions<TestsPassOptions>()('TestsPass', {
  ...SANDBOXED_OPTIONS,
  tests: option.required(option.words),
  functions: option.list(PYTHON_NAME),
  classes: option.list(PYTHON_NAME),
  moduleName: PYTHON_NAME,
  description: option.string,
});

/**
 * The user's tests pass. The code is loaded as a module in one process, the tests run in another, and only values and
 * calls cross, so nothing that the code redefines decides anything. A test that can only be run beside the code, and one
 * that checks something in loops alone, none of which had anything to run over, leaves the verdict `not_checked`. The
 * score is the share of the tests that pass.
 *
 * @throws {MettleError} `core/invalid_option`, `requirements/unreadable_tests`, `requirements/no_tests`,
 *   `requirements/test_not_run`, or what a sandbox is refused for.
 */
export function TestsPass(options: TestsPassOptions): Requirement {
  checkTestsPassOptions(options);
  const { tests, functions = null, classes = [], moduleName = SUBJECT_MODULE } = options;
  const plan = sandboxPlan(options);
  const steps = readTestSteps(tests);
  const followed = followedBy(tests);
  return createRequirement({
    name: 'TestsPass',
    description: options.description ?? 'The code passes its tests.',
    names: namesTested(tests, moduleName),
    how: 'the tests run in one process and reach the code in another by values and calls',
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = codeOf(artefact, 'the tests');
      if ('missing' in found) return found.missing;
      const { code } = found;
      const { signal } = context;
      return context.python.use(
        plan,
        async (subject) => {
          if ((await subject.capabilities()).engine === 'monty') {
            const called = functions ?? topLevelFunctions(artefact, tests);
            return judgeTestsInMonty({ code, sandbox: subject, functions: called, steps, plan, context });
          }
          const judged = await judgeFromOutside({
            subject,
            python: context.python,
            code: { code, plan, signal, moduleName, isFollowed: followed.length > 0 },
            program: followed.length > 0 || USES_PYTEST.test(tests) ? 'pytest' : 'tests',
            entry: 'judge_tests',
            argumentsOf: (isFirst) => [
              steps[0]?.source ?? '',
              moduleName,
              code,
              functions ?? [],
              classes,
              followed,
              isFirst,
            ],
            firstName: SOURCE_STEP,
          });
          return judgementOf(judged, steps, plan);
        },
        { signal },
      );
    },
  });
}

/** What tests may use of their surroundings, which the process of the code is then kept in step with, by words in their source. */
const FOLLOWED: Readonly<Record<string, RegExp>> = {
  files:
    /tmp|tempfile|open|path|Path|shutil|glob|\bos\.|sqlite|zip|tarfile|shelve|dbm|fileinput|_csv|savetxt|loadtxt|lzma|bz2/,
  environment: /env|chdir|cwd|syspath/,
  logs: /log/i,
  warnings: /warn|deprecated/i,
  descriptors: /capfd/,
};

/** Names of pytest's and of its fixtures, and of mocks: without any of them, tests run in a smaller program. */
const USES_PYTEST = /pytest|mock|monkeypatch|cap(?:sys|fd|log)|recwarn|request/i;

function followedBy(tests: string): readonly string[] {
  return Object.keys(FOLLOWED).filter((name) => FOLLOWED[name]?.test(tests));
}

/** What the tests, as they ended, say of the code. */
function judgementOf(judged: JudgedFromOutside, steps: readonly TestStep[], plan: ExecutionPlan): Judgement {
  const unfinished = judgeUnfinished(judged, plan, 'The tests');
  if (unfinished !== null) return unfinished;
  const { parts, broken } = judged;
  const failures = broken.map(({ name, error }) => `${name}: ${describeRunError(error)}`);
  const open: string[] = [];
  const leftOut: string[] = [];
  let cause: NotCheckedCause = 'limit';
  let seed: string | null = null;
  let passed = 0;
  let counted = broken.length;
  for (const { name, details } of parts) {
    const [verdict, words, ran] = details;
    if (verdict === 'ended') continue;
    if (verdict === 'lacks') return judgeMissing(String(words));
    const step = steps.find((one) => one.name === name.split('[', 1)[0]);
    const counts = name !== SOURCE_STEP || verdict !== 'pass' || step?.counts === true;
    if (verdict === 'left') {
      leftOut.push(`${name} (${String(words)})`);
      continue;
    }
    if (counts) counted++;
    if (verdict === 'pass' && words !== '') seed = String(words);
    if (verdict === 'fail') failures.push(`${name}: ${String(words)}`);
    else if (verdict === 'need') {
      open.push(`${name} needs ${String(words)}`);
      if (cause !== 'crossing') cause = 'namespace';
    } else if (verdict === 'cross') {
      open.push(`${name}: can't cross between the processes of code and tests: ${String(words)}`);
      cause = 'crossing';
    } else if (verdict !== 'pass') open.push(`${name} was skipped`);
    else if (step?.checksOnlyInLoops === true && ran !== 1) {
      open.push(`${name}: all of its checks are in loops that never ran`);
    } else if (counts) passed++;
  }
  const score = counted === 0 ? 0 : passed / counted;
  if (failures.length > 0) return failWith(`Tests fail: ${failures.slice(0, 5).join('; ')}.`, { score });
  if (open.length > 0) return notChecked(`Not judged by the tests: ${open.slice(0, 5).join('; ')}.`, cause);
  if (counted === 0) return NO_TEST_RAN;
  const besides = leftOut.length === 0 ? '' : ` Left out: ${leftOut.slice(0, 5).join('; ')}.`;
  const decoys = seed === null ? '' : ` Operators of the code were asked about decoys too (seed ${seed}).`;
  return passWith(`All tests pass.${besides}${decoys}`, { score });
}

/** The judgement on tests that import what is not there: the code is not at fault. */
function judgeMissing(module: string): Judgement {
  return notChecked(
    `The tests import ${module}, which the sandbox does not have. Pass it with "packages"; if it is the code under test, set moduleName to ${JSON.stringify(module)}.`,
    'engine',
  );
}

/** The names of the code that the tests use: those that they import from it, and those that nothing in them binds. */
function namesTested(tests: string, moduleName: string): readonly string[] {
  const imported = analysePython(tests).imports.flatMap(({ module, name }) =>
    module === moduleName && name !== undefined && name !== '*' ? [name] : [],
  );
  return [...new Set([...imported, ...namesMissingIn(tests)])];
}

/** Names of the functions at the top level of the code that the tests mention. */
function topLevelFunctions(artefact: Artefact, tests: string): readonly string[] {
  const parse = artefact.parse();
  if (parse?.ok !== true) return [];
  const words = new Set(tests.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
  const names = parse.tree.module.body.flatMap((statement) =>
    statement.nodeType === 'FunctionDef' || statement.nodeType === 'AsyncFunctionDef' ? [statement.name] : [],
  );
  return [...new Set(names)].filter((name) => words.has(name));
}
