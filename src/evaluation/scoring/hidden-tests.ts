import { canonicalJson, contentHash, defineOptions, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { EpisodeStates } from '../../environments/index.js';
import type { Episode, Outcome, StateCheck } from '../../records/index.js';
import { type Checker, createChecker, type Requirement, TestsPass } from '../../requirements/index.js';
import type { EngineChoice } from '../../sandbox/index.js';
import { textOf } from './check-state.js';
import { scoreOutcome, type TestResult, type TestResults } from './score-outcome.js';

/** Where hidden tests run. */
export interface HiddenTestOptions {
  /** Default `auto`. */
  readonly engine?: EngineChoice;
  /** Wall-clock seconds that loading the code and each test may take. Default 5. */
  readonly timeoutSeconds?: number;
}

const checkOptions = defineOptions<HiddenTestOptions>()('createHiddenTests', {
  engine: option.string,
  timeoutSeconds: option.seconds,
});

/** Runs the tests that tasks hide from agents, and keeps sandboxes and results for the next episode. */
export interface HiddenTests extends AsyncDisposable {
  /** What the tests of an episode's task gave; empty where it has none. */
  run(episode: Episode, states: EpisodeStates | null): Promise<TestResults>;
  /** Ends the sandboxes. */
  close(): Promise<void>;
}

type TestsCheck = Extract<StateCheck, { kind: 'tests_pass' }>;

/** Results for the code that worlds begin with are kept for so many tests: all runs of a task begin with the same. */
const MOST_BEGINNINGS = 256;

/** Sandboxes of so many sets of tests are kept; every task may have a set of its own. */
const MOST_CHECKERS = 4;

interface KeptChecker {
  readonly checker: Checker;
  uses: number;
}

type UseChecker = <T>(check: TestsCheck, work: (checker: Checker) => Promise<T>) => Promise<T>;

function checkerOf({ tests, module: moduleName }: TestsCheck, options: HiddenTestOptions): Checker {
  const requirement: Requirement = TestsPass({
    ...options,
    tests,
    ...(moduleName === undefined ? {} : { moduleName }),
  });
  return createChecker({ requirements: [requirement] });
}

/** {@link HiddenTests} whose sandboxes start when first needed. */
export function createHiddenTests(options: HiddenTestOptions = {}): HiddenTests {
  checkOptions(options);
  const kept = new Map<string, KeptChecker>();
  const beginnings = new Map<string, Promise<boolean>>();
  const use: UseChecker = async (check, work) => {
    const key = canonicalJson([check.tests, check.module ?? null]);
    const entry = kept.get(key) ?? { checker: checkerOf(check, options), uses: 0 };
    // The one used last comes last, so that the first are given up first.
    kept.delete(key);
    kept.set(key, entry);
    entry.uses++;
    try {
      return await work(entry.checker);
    } finally {
      entry.uses--;
      const idle = [...kept].filter(([, { uses }]) => uses === 0);
      for (const [old, { checker }] of idle.slice(0, Math.max(0, kept.size - MOST_CHECKERS))) {
        kept.delete(old);
        await checker.close();
      }
    }
  };
  const close = async (): Promise<void> => {
    const all = [...kept.values()];
    kept.clear();
    await Promise.all(all.map(({ checker }) => checker.close()));
  };
  return {
    async run(episode, states) {
      const { goals = [], invariants = [] } = episode.task.expected;
      const results = new Map<StateCheck, TestResult>();
      for (const check of [...goals, ...invariants]) {
        if (check.kind !== 'tests_pass') continue;
        results.set(check, results.size < MOST_TESTS ? await judge(check, episode, states, use) : TOO_MANY);
      }
      for (const goal of goals) {
        const result = results.get(goal);
        if (goal.kind !== 'tests_pass' || result?.verdict !== 'pass') continue;
        results.set(goal, { ...result, heldBefore: await heldBefore(goal, states, { use, beginnings }) });
      }
      return results;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Sets of hidden tests that one task may have: a record of somebody else's must not keep a machine busy for hours. */
const MOST_TESTS = 50;

const TOO_MANY: TestResult = {
  verdict: 'error',
  detail: `a task has at most ${MOST_TESTS} sets of hidden tests`,
};

/** Whether the code that passes was there from the start, or other code that passes too. */
async function heldBefore(
  check: TestsCheck,
  states: EpisodeStates | null,
  { use, beginnings }: { readonly use: UseChecker; readonly beginnings: Map<string, Promise<boolean>> },
): Promise<boolean> {
  if (check.fact === null || states === null) return false;
  const code = textOf(states.initial.get(check.fact));
  if (code === null || code === textOf(states.final.get(check.fact))) return code !== null;
  const key = contentHash({ tests: check.tests, module: check.module ?? null, code });
  const held = beginnings.get(key) ?? judgeCode(check, code, use).then(({ verdict }) => verdict === 'pass');
  beginnings.set(key, held);
  const [oldest] = beginnings.keys();
  if (beginnings.size > MOST_BEGINNINGS && oldest !== undefined) beginnings.delete(oldest);
  return held;
}

async function judge(
  check: TestsCheck,
  episode: Episode,
  states: EpisodeStates | null,
  use: UseChecker,
): Promise<TestResult> {
  if (check.fact !== null && states === null) {
    return { verdict: 'not_checked', detail: 'the states of the world are not known' };
  }
  const code = check.fact === null ? textOf(episode.finalAnswer) : textOf(states?.final.get(check.fact));
  if (code === null || code.trim() === '') {
    return {
      verdict: 'fail',
      detail: `there is no code ${check.fact === null ? 'in the answer' : `in ${check.fact}`}`,
    };
  }
  return judgeCode(check, code, use);
}

async function judgeCode(check: TestsCheck, code: string, use: UseChecker): Promise<TestResult> {
  try {
    // An answer may be a model's reply with its code in a fence.
    const isReply = check.fact === null && /^ {0,3}(?:```|~~~)/m.test(code);
    const report = await use(check, (checker) => (isReply ? checker.check(code) : checker.checkCode(code)));
    const { verdict = 'error', reason = '', fault = null } = report.results[0] ?? {};
    const detail = verdict === 'pass' ? '' : reason;
    return fault === 'code' ? { verdict, detail, fault: 'code' } : { verdict, detail };
  } catch (error) {
    return { verdict: 'error', detail: `the hidden tests can't run: ${errorMessage(error)}` };
  }
}

/**
 * As `scoreOutcome`, after the task's hidden tests were run on what the agent left. The code is loaded in one process
 * and the tests run in another, so that nothing the code does decides how they end.
 *
 * @param tests - runs the tests; default: sandboxes for this one episode.
 */
export async function scoreOutcomeInSandbox(
  episode: Episode,
  states: EpisodeStates | null,
  tests?: HiddenTests,
): Promise<Outcome> {
  const { goals = [], invariants = [] } = episode.task.expected;
  if (![...goals, ...invariants].some(({ kind }) => kind === 'tests_pass'))
    return scoreOutcome(episode, states);
  if (tests !== undefined) return scoreOutcome(episode, states, await tests.run(episode, states));
  await using own = createHiddenTests();
  return scoreOutcome(episode, states, await own.run(episode, states));
}
