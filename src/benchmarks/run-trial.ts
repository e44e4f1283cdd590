import { canonicalJson, MettleError, RandomStream } from '../core/index.js';
import { errorMessage, startOf } from '../core/internal.js';
import { type Environment, type Policy, playEpisode } from '../environments/index.js';
import { type HiddenTests, mineFailures, scoreOutcomeInSandbox } from '../evaluation/index.js';
import type { Outcome, Trajectory } from '../records/index.js';
import type { Verdict } from '../requirements/index.js';
import type { AnswerJudge, AnswerScore } from './answers/judge-answers.js';
import { scoreBfcl } from './bfcl/score-bfcl.js';
import {
  type AnswerCase,
  type BenchmarkCase,
  type BfclCase,
  type CallCase,
  categoryOf,
  isAnswerCase,
  isTaskCase,
  type TaskCase,
} from './cases/benchmark-case.js';
import type { PredictedCall } from './cases/expected-call.js';
import { benchmarkError } from './error-codes.js';
import type { Player } from './players/open-player.js';
import { SubjectFailure } from './players/subject-failure.js';
import type { TrialResult } from './results/trial-result.js';
import { type CallScore, wrongTools } from './scoring/call-score.js';
import { scoreCalls } from './scoring/score-calls.js';

/** What every trial of a run shares. */
export interface TrialContext {
  readonly player: Player;
  readonly seed: number;
  readonly maxSteps: number;
  readonly hiddenTests: HiddenTests;
  readonly answerWorld: Environment;
  readonly answerJudge: AnswerJudge;
  readonly signal: AbortSignal | undefined;
}

/** One trial, and the record of its episode if it was one. */
export interface PlayedTrial {
  readonly result: TrialResult;
  readonly trajectory: Trajectory | null;
}

/** The seed of a trial. No two trials of a run share one, but by chance. */
function trialSeed(seed: number, caseId: string, trial: number): number {
  return new RandomStream(seed, canonicalJson(['benchmark', caseId, trial])).integer(0, 2 ** 31 - 1);
}

/**
 * Plays one trial.
 * @throws the signal's reason, and `models/budget_exhausted`; any other error is the trial's verdict.
 */
export async function runTrial(
  item: BenchmarkCase,
  trial: number,
  context: TrialContext,
): Promise<PlayedTrial> {
  const seed = trialSeed(context.seed, item.id, trial);
  const base = { caseId: item.id, trial, seed };
  try {
    if (isTaskCase(item)) return await playTask(item, base, context);
    if (isAnswerCase(item)) return await askForAnswer(item, base, context);
    return { result: await askForCalls(item, base, context), trajectory: null };
  } catch (error) {
    context.signal?.throwIfAborted();
    if (isBudgetExhausted(error)) throw error;
    return {
      result: { ...base, ...UNSCORED, verdict: 'error', reason: errorMessage(error) },
      trajectory: null,
    };
  }
}

type TrialBase = Pick<TrialResult, 'caseId' | 'trial' | 'seed'>;

const UNSCORED = {
  prompt: null,
  credit: null,
  toolsRight: null,
  argumentsRight: null,
  kind: null,
  calls: [],
  trajectoryId: null,
  usage: null,
} as const;

async function askForCalls(
  item: CallCase | BfclCase,
  base: TrialBase,
  { player, signal }: TrialContext,
): Promise<TrialResult> {
  const scored = (score: CallScore, calls: readonly PredictedCall[]) => {
    const { passed, credit, toolsRight, argumentsRight, kind, reason } = score;
    const verdict = passed ? ('pass' as const) : ('fail' as const);
    return {
      ...base,
      ...UNSCORED,
      verdict,
      credit,
      toolsRight,
      argumentsRight,
      kind,
      reason,
      calls: calls.map(kept),
    };
  };
  try {
    const { calls, usage } = await player.firstCalls(item, {
      caseId: item.id,
      seed: base.seed,
      work: null,
      signal,
    });
    const score = 'functions' in item ? scoreBfcl(item, calls) : scoreCalls(item, calls);
    return { ...scored(score, calls), usage };
  } catch (error) {
    if (!(error instanceof SubjectFailure)) throw error;
    return scored(wrongTools('no_call', error.message), []);
  }
}

/** Characters of a call's arguments that a report keeps. */
const KEPT_CHARACTERS = 4_000;

function kept(call: PredictedCall): PredictedCall {
  const isLong = (JSON.stringify(call) ?? '').length > KEPT_CHARACTERS;
  return isLong
    ? { tool: startOf(call.tool, 100), arguments: {}, invalidArguments: '(left out: too long)' }
    : call;
}

async function playTask(
  item: TaskCase,
  base: TrialBase,
  { player, maxSteps, hiddenTests, signal }: TrialContext,
): Promise<PlayedTrial> {
  const work = typeof item.task === 'function' ? await item.task(base.trial) : item.task;
  const { task, environment, seed } = work;
  if (player.policy === null) throw playsNoTasks();
  const played = watched(player.policy({ caseId: item.id, seed: base.seed, work, signal }));
  const { trajectory, ...states } = await playEpisode({
    environment,
    policy: played.policy,
    task,
    seed,
    maxCalls: maxSteps,
    ...(signal === undefined ? {} : { signal }),
  });
  const outcome = await scoreOutcomeInSandbox(trajectory, states, hiddenTests);
  const scored = { ...trajectory, outcome };
  const { verdict } = outcome;
  const [failure] = verdict === 'fail' ? mineFailures([scored]).failures : [];
  return {
    result: {
      ...base,
      ...UNSCORED,
      prompt: typeof item.task === 'function' ? task.prompt : null,
      verdict,
      credit: creditOf(verdict, outcome.fault),
      kind: failure?.kind ?? null,
      reason: verdict === 'pass' ? '' : (played.failure()?.message ?? outcome.reason),
      trajectoryId: trajectory.id,
      usage: trajectory.usage,
    },
    trajectory: scored,
  };
}

async function askForAnswer(
  { id, query, instructions, check, ...item }: AnswerCase,
  base: TrialBase,
  { player, answerWorld, answerJudge, signal }: TrialContext,
): Promise<PlayedTrial> {
  const played = watched(player.answers({ caseId: id, seed: base.seed, work: null, signal }));
  const { trajectory } = await playEpisode({
    environment: answerWorld,
    policy: played.policy,
    task: {
      id,
      category: categoryOf({ id, query, check, ...item }),
      prompt: query,
      ...(instructions === undefined ? {} : { instructions }),
      expected: { answer: null, stateDigest: null },
      metadata: {},
    },
    seed: base.seed,
    ...(signal === undefined ? {} : { signal }),
  });
  if (isBudgetExhausted(played.thrown())) throw played.thrown();
  const { verdict, fault, ...scored } = await scoreAnswer(trajectory, check, { answerJudge, signal });
  const reason = played.failure()?.message ?? scored.reason;
  const outcome: Outcome = {
    verdict,
    reason: reason === '' ? 'the answer passes' : reason,
    checks: [{ name: 'answer', verdict, detail: reason }],
  };
  const isAnswered = trajectory.stopReason === 'answered';
  return {
    result: {
      ...base,
      ...UNSCORED,
      verdict,
      credit: creditOf(verdict, fault),
      kind: verdict === 'fail' ? (isAnswered ? 'goal_missed' : 'no_answer') : null,
      reason,
      trajectoryId: trajectory.id,
      usage: trajectory.usage,
    },
    trajectory: { ...trajectory, outcome },
  };
}

/** A policy whose own failures end the episode without an answer, and with what it threw last. */
interface WatchedPolicy {
  readonly policy: Policy;
  readonly failure: () => SubjectFailure | null;
  readonly thrown: () => unknown;
}

function watched(policy: Policy): WatchedPolicy {
  let thrown: unknown = null;
  return {
    policy: {
      ...policy,
      play: async (brief, actor) => {
        try {
          await policy.play(brief, actor);
        } catch (error) {
          thrown = error;
          if (!(error instanceof SubjectFailure)) throw error;
          actor.think(error.message);
        }
      },
    },
    failure: () => (thrown instanceof SubjectFailure ? thrown : null),
    thrown: () => thrown,
  };
}

async function scoreAnswer(
  { stopReason, stopDetail, finalAnswer }: Trajectory,
  check: AnswerCase['check'],
  { answerJudge, signal }: Pick<TrialContext, 'answerJudge' | 'signal'>,
): Promise<AnswerScore> {
  switch (stopReason) {
    case 'answered':
      return answerJudge.judge(check, finalAnswer, signal);
    case 'policy_error':
    case 'world_error':
      return { verdict: 'error', reason: stopDetail ?? stopReason };
    default:
      return { verdict: 'fail', reason: 'There is no answer.' };
  }
}

/** Code that keeps itself from being checked earns nothing, though it isn't known to be wrong. */
function creditOf(verdict: Verdict, fault: 'code' | undefined): number | null {
  if (verdict === 'pass') return 1;
  return verdict === 'fail' || (verdict === 'not_checked' && fault === 'code') ? 0 : null;
}

/** Refuses a subject that has only calls for a case that needs an episode. */
export function playsNoTasks(): MettleError {
  return benchmarkError(
    'invalid_subject',
    'A function from a query to a call plays no tasks: give a model or a policy.',
  );
}

/** Whether a call was not made because the budget is used up. */
export function isBudgetExhausted(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code === 'models/budget_exhausted';
}
