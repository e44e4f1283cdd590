import { errorMessage } from '../../core/internal.js';
import type { EpisodeStates } from '../../environments/index.js';
import { worldStateDigest } from '../../environments/internal.js';
import type { Episode, Outcome, OutcomeCheck, ProcessCheck, StateCheck } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import { checkedCalls, checkProcess } from './check-process.js';
import { checkState } from './check-state.js';
import { compareAnswers } from './compare-answers.js';

/** What running hidden tests gave. */
export interface TestResult {
  readonly verdict: Verdict;
  readonly detail: string;
  /** With `not_checked`: that the code is why. */
  readonly fault?: 'code';
  /** Whether the code that the world began with passes them too. Absent where that was not looked at. */
  readonly heldBefore?: boolean;
}

/** What running hidden tests gave, by the check that asks for them. */
export type TestResults = ReadonlyMap<StateCheck, TestResult>;

/**
 * The outcome of an episode: it passes if the answer, the end state of the world and the calls are all right. There is
 * no partial credit. An episode that the machine cut short is an `error`, which is neither pass nor fail.
 *
 * Goals and invariants are about the states; without them, and for hidden tests that were not run, the verdict is
 * `not_checked` unless something else failed. It is `not_checked` too where all goals hold before anything was done, and
 * where an agent that did nothing is asked for nothing but what it must not do.
 *
 * @param states - the states that `playEpisode` gave, or those of a replay. States of another episode are an `error`.
 * @param tests - what the hidden tests gave; `scoreOutcomeInSandbox` runs them.
 */
export function scoreOutcome(
  episode: Episode,
  states: EpisodeStates | null = null,
  tests: TestResults = new Map(),
): Outcome {
  if (episode.stopReason === 'world_error' || episode.stopReason === 'policy_error') {
    return { verdict: 'error', reason: episode.stopDetail ?? episode.stopReason, checks: [] };
  }
  if (states !== null && !areStatesOf(episode, states)) {
    return { verdict: 'error', reason: 'the states are not those of this episode', checks: [] };
  }
  const { goals = [], invariants = [], process = [] } = episode.task.expected;
  const checks: OutcomeCheck[] = [
    ...checkAnswer(episode),
    ...checkDigest(episode),
    ...checkGoals(goals, states, tests),
    ...invariants.map((check) => checkStates('invariant', check, states, tests)),
    ...checkCalls(process, episode),
  ];
  if (checks.length > 0 && !asksForAnAct(episode) && !hasActed(episode)) checks.push(IDLE);
  if (checks.length === 0) {
    return { verdict: 'not_checked', reason: 'the task expects nothing that can be checked', checks };
  }
  for (const verdict of ['fail', 'error', 'not_checked'] as const) {
    const found = checks.find((check) => check.verdict === verdict);
    if (found === undefined) continue;
    const isOfCode = checks.some((check) => check.verdict === verdict && check.fault === 'code');
    return { verdict, reason: found.detail, checks, ...(isOfCode ? { fault: 'code' } : {}) };
  }
  return { verdict: 'pass', reason: 'every expectation holds', checks };
}

/** The check that is added where nothing was done and nothing had to be. */
const IDLE: OutcomeCheck = {
  name: 'process',
  verdict: 'not_checked',
  detail: 'nothing was done, and the task asks only for what must not be done',
};

/** The check that is added where all goals are reached before anything is done. */
const HELD: OutcomeCheck = {
  name: 'goal',
  verdict: 'not_checked',
  detail: 'every goal holds from the start',
};

/** Whether an outcome is of an agent that did nothing where nothing had to be done, which proves nothing about it. */
export function isIdle({ checks }: Outcome): boolean {
  return checks.some(({ name, verdict }) => name === IDLE.name && verdict === IDLE.verdict);
}

/** Whether all that a task demands held before anything was done in its world, so that its episodes prove nothing. */
export function heldFromTheStart({ verdict, checks }: Outcome): boolean {
  const isNoFault = (check: OutcomeCheck): boolean =>
    check.verdict === 'pass' ||
    (check.verdict === 'not_checked' && [IDLE.detail, HELD.detail].includes(check.detail));
  return verdict === 'not_checked' && checks.length > 0 && checks.every(isNoFault);
}

/** Whether an agent that does nothing would fail. Goals that hold from the start have a rule of their own. */
function asksForAnAct({ task, initialStateDigest }: Episode): boolean {
  const { answer, stateDigest, goals = [], process = [] } = task.expected;
  return (
    answer !== null ||
    (stateDigest !== null && stateDigest !== initialStateDigest) ||
    goals.length > 0 ||
    process.some(({ kind }) => kind === 'called' || kind === 'observed')
  );
}

/** Whether a call did what it was to do. One that was refused did nothing. */
function hasActed({ steps }: Episode): boolean {
  return steps.some(
    (step) => step.type === 'observation' && (step.status === 'ok' || step.changes.length > 0),
  );
}

function areStatesOf(episode: Episode, { initial, final }: EpisodeStates): boolean {
  return (
    worldStateDigest(initial) === episode.initialStateDigest &&
    worldStateDigest(final) === episode.finalStateDigest
  );
}

function checkAnswer(episode: Episode): readonly OutcomeCheck[] {
  const { answer } = episode.task.expected;
  if (answer === null) return [];
  if (episode.stopReason !== 'answered') return [checkOf('answer', 'there is no answer')];
  try {
    return [checkOf('answer', compareAnswers(answer, episode.finalAnswer))];
  } catch (error) {
    return [{ name: 'answer', verdict: 'error', detail: errorMessage(error) }];
  }
}

function checkDigest(episode: Episode): readonly OutcomeCheck[] {
  const { stateDigest } = episode.task.expected;
  if (stateDigest === null) return [];
  const reached = episode.finalStateDigest === stateDigest;
  return [checkOf('final_state', reached ? null : 'the world did not end in the expected state')];
}

function checkGoals(
  goals: readonly StateCheck[],
  states: EpisodeStates | null,
  tests: TestResults,
): readonly OutcomeCheck[] {
  const checks = goals.map((check) => checkStates('goal', check, states, tests));
  const heldBefore =
    states !== null &&
    goals.length > 0 &&
    goals.every((goal) =>
      goal.kind === 'tests_pass'
        ? tests.get(goal)?.heldBefore === true
        : checkState(goal, states.initial, states.initial) === null,
    );
  if (!heldBefore) return checks;
  return [...checks, HELD];
}

const NOT_RUN: TestResult = { verdict: 'not_checked', detail: 'the hidden tests were not run' };

function checkStates(
  name: 'goal' | 'invariant',
  check: StateCheck,
  states: EpisodeStates | null,
  tests: TestResults,
): OutcomeCheck {
  if (check.kind === 'tests_pass') {
    const { heldBefore: _, ...result } = tests.get(check) ?? NOT_RUN;
    return { name, ...result };
  }
  if (states === null) {
    return { name, verdict: 'not_checked', detail: 'the states of the world are not known' };
  }
  return checkOf(name, checkState(check, states.initial, states.final));
}

function checkCalls(process: readonly ProcessCheck[], { steps }: Episode): readonly OutcomeCheck[] {
  const calls = process.length === 0 ? [] : checkedCalls(steps);
  return process.map((check) => checkOf('process', checkProcess(check, steps, calls)));
}

function checkOf(name: OutcomeCheck['name'], difference: string | null): OutcomeCheck {
  const verdict: Verdict = difference === null ? 'pass' : 'fail';
  return { name, verdict, detail: difference ?? '' };
}
