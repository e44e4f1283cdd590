import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import { allHold } from '../all-hold.js';
import type { ExecutionPlan } from '../execution/execution-plan.js';
import { treeOf } from '../python/code-of.js';
import { describeRunError } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { type JudgedFromOutside, judgeFromOutside } from '../subject/judge-process.js';
import { SUBJECT_MODULE } from '../subject/live-subject.js';
import { failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { judgeUnfinished } from './judge-unfinished.js';
import { AFTER_LOADING, SANDBOXED_OPTIONS, type SandboxedOptions, sandboxPlan } from './sandboxed.js';

/** What {@link DoctestsPass} takes. */
export interface DoctestsPassOptions extends SandboxedOptions {
  /** Whether code without a single example fails; else its verdict is `not_checked`. Default true. */
  readonly required?: boolean;
}

const checkDoctestsPassOptions = defineOptions<DoctestsPassOptions>()('DoctestsPass', {
  ...SANDBOXED_OPTIONS,
  required: option.boolean,
});

/**
 * The examples in the code's docstrings hold, as Python's own `doctest` has it, with all its options. It runs in a process
 * of its own, and each example in the process of the code; docstrings are read from the source. The score is the share
 * that holds.
 *
 * @throws {MettleError} what a sandbox is refused for.
 */
export function DoctestsPass(options: DoctestsPassOptions = {}): Requirement {
  checkDoctestsPassOptions(options);
  const plan = sandboxPlan(options);
  const required = options.required ?? true;
  return createRequirement({
    name: 'DoctestsPass',
    description: 'The functions have docstrings with `>>>` examples, and these hold.',
    how: "Python's doctest runs in one process, the examples in another",
    engine: plan.engine,
    ...AFTER_LOADING,
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = treeOf(artefact, 'the doctests');
      if ('missing' in found) return found.missing;
      const { code } = found;
      const none = (): Judgement =>
        required
          ? failWith('The code has no `>>>` examples in its docstrings.')
          : notChecked('There are no examples.');
      if (!code.includes('>>>')) return none();
      const { signal } = context;
      return context.python.use(
        plan,
        async (subject) => {
          if ((await subject.capabilities()).engine === 'monty') return NEEDS_CPYTHON;
          const judged = await judgeFromOutside({
            subject,
            python: context.python,
            code: { code, plan, signal },
            program: 'doctests',
            entry: 'judge_doctests',
            argumentsOf: () => [SUBJECT_MODULE, code],
            firstName: READING,
          });
          return judgementOf(judged, plan) ?? none();
        },
        { signal },
      );
    },
  });
}

/** What is at work before the first docstring is. */
const READING = 'reading the docstrings';

const NEEDS_CPYTHON: Judgement = notChecked(
  'Doctests need CPython: the real doctest module compares, and Monty has none. Choose the engine cpython or docker.',
  'engine',
);

/** Null where nothing was tried. */
function judgementOf(judged: JudgedFromOutside, plan: ExecutionPlan): Judgement | null {
  const unfinished = judgeUnfinished(judged, plan, 'The doctests');
  if (unfinished !== null) return unfinished;
  const { parts, broken } = judged;
  const words = broken.map(({ name, error }) => `${name}: ${describeRunError(error)}.`);
  let tried = broken.length;
  let failures = broken.length;
  for (const { details } of parts) {
    tried += Number(details[0]);
    failures += Number(details[1]);
    if (details[2] !== '') words.push(String(details[2]));
  }
  if (tried === 0) return null;
  const score = 1 - failures / tried;
  if (failures === 0) return passWith(allHold(tried), { score });
  const shown = `${failures} of ${counted(tried, 'example')} ${failures === 1 ? 'fails' : 'fail'}`;
  return failWith(`${shown}: ${words.slice(0, 3).join(' ')}`, { score });
}
