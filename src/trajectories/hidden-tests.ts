import { canonicalJson, errorMessage } from '../core/index.js';
import {
  type Checker,
  createChecker,
  type Requirement,
  TestsPass,
  type Verdict,
} from '../requirements/index.js';
import type { EngineChoice } from '../sandbox/index.js';
import { textOf } from './check-state.js';
import type { Outcome } from './judgement.js';
import { type EpisodeStates, scoreOutcome, type TestResults } from './score-outcome.js';
import type { StateCheck } from './task.js';
import type { Episode } from './trajectory.js';

/** Where hidden tests run. */
export interface HiddenTestOptions {
  /** Default `auto`. */
  readonly engine?: EngineChoice;
  /** Wall-clock seconds that loading the code and each test may take. Default 5. */
  readonly timeoutSeconds?: number;
}

/** Runs the tests that tasks hide from agents, and keeps sandboxes and results for the next episode. */
export interface HiddenTests extends AsyncDisposable {
  /** What the tests of an episode's task gave; empty where it has none. */
  run(episode: Episode, states: EpisodeStates | null): Promise<TestResults>;
  /** Ends the sandboxes. */
  close(): Promise<void>;
}

type TestsCheck = Extract<StateCheck, { kind: 'tests_pass' }>;

/** {@link HiddenTests} whose sandboxes start when first needed. */
export function createHiddenTests(options: HiddenTestOptions = {}): HiddenTests {
  const checkers = new Map<string, Checker>();
  const checkerOf = (check: TestsCheck): Checker => {
    const key = canonicalJson([check.tests, check.module ?? null]);
    let checker = checkers.get(key);
    if (checker === undefined) {
      const { tests, module: moduleName } = check;
      const requirement: Requirement = TestsPass({
        ...options,
        tests,
        ...(moduleName === undefined ? {} : { moduleName }),
      });
      checker = createChecker({ requirements: [requirement] });
      checkers.set(key, checker);
    }
    return checker;
  };
  const close = async (): Promise<void> => {
    await Promise.all([...checkers.values()].map((checker) => checker.close()));
    checkers.clear();
  };
  return {
    async run(episode, states) {
      const { goals = [], invariants = [] } = episode.task.expected;
      const results = new Map<StateCheck, { readonly verdict: Verdict; readonly detail: string }>();
      for (const check of [...goals, ...invariants]) {
        if (check.kind === 'tests_pass') results.set(check, await judge(check, episode, states, checkerOf));
      }
      return results;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function judge(
  check: TestsCheck,
  episode: Episode,
  states: EpisodeStates | null,
  checkerOf: (check: TestsCheck) => Checker,
): Promise<{ readonly verdict: Verdict; readonly detail: string }> {
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
  try {
    const checker = checkerOf(check);
    // An answer may be a model's reply with its code in a fence.
    const isReply = check.fact === null && /^ {0,3}(?:```|~~~)/m.test(code);
    const report = await (isReply ? checker.check(code) : checker.checkCode(code));
    const { verdict = 'error', reason = '' } = report.results[0] ?? {};
    return { verdict, detail: verdict === 'pass' ? '' : reason };
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
