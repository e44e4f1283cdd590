import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { requirementError } from '../error-codes.js';
import type { Message, Reply } from '../message.js';
import type { Checker } from '../pipeline/checker.js';
import type { Report } from '../pipeline/report.js';
import type { RequirementResult } from '../verdict.js';
import { askAgain, type FailedCall } from './ask-again.js';
import { askModel, type EarlyFailure } from './ask-model.js';
import type { Attempt, LaneState } from './attempt.js';
import { type AutoFix, fencePython } from './auto-fix.js';
import type { BudgetMeter } from './budget.js';
import type { Generate } from './generate.js';
import type { AskModel, NextTurn, Strategy } from './strategy.js';

/** What all lanes of a loop share. */
export interface LoopSetting {
  readonly generate: Generate;
  readonly checker: Checker;
  readonly strategy: Strategy;
  /** The conversation, the contract included. */
  readonly task: readonly Message[];
  readonly fixes: readonly AutoFix[];
  readonly meter: BudgetMeter;
  readonly attempts: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onAttempt: (attempt: Attempt) => void;
  /** How often a call that fails is made again. */
  readonly retries: number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onFailedCall: (call: FailedCall) => void;
}

/** How a lane ended; `good` when its last attempt met everything. */
export interface LaneEnd {
  readonly status: 'good' | 'unmet' | 'budget_exhausted' | 'stuck' | 'infra_error';
  readonly reason: string;
}

/** Runs one lane to its end: ask, fix, judge, and again. Rejects only when the setting's signal is aborted. */
export async function runLane(lane: number, setting: LoopSetting): Promise<LaneEnd> {
  const { strategy, meter } = setting;
  const attempts: Attempt[] = [];
  const state: LaneState = { lane, task: setting.task, attempts };
  while (true) {
    setting.signal.throwIfAborted();
    const turn = strategy.repair(state);
    if (turn === null) return { status: 'unmet', reason: 'The strategy has nothing more to try.' };
    if (attempts.length >= setting.attempts) {
      return {
        status: 'budget_exhausted',
        reason: `${setting.attempts === 1 ? 'The only attempt' : `All ${setting.attempts} attempts`} failed.`,
      };
    }
    const exhausted = meter.exhausted();
    if (exhausted !== null) return { status: 'budget_exhausted', reason: exhausted };
    let attempt: Attempt;
    try {
      attempt = await makeAttempt(turn, state, setting);
    } catch (error) {
      setting.signal.throwIfAborted();
      if (isOverBudget(error)) {
        return { status: 'budget_exhausted', reason: error.message };
      }
      return { status: 'infra_error', reason: `The attempt could not be made: ${errorMessage(error)}` };
    }
    attempts.push(attempt);
    setting.onAttempt(attempt);
    if (attempt.report.ok) return { status: 'good', reason: 'All requirements are met.' };
    const broken = brokenMachine(attempt.report);
    if (broken !== null) return { status: 'infra_error', reason: broken };
    const stop = strategy.stop(state);
    if (stop !== null) return { status: 'stuck', reason: stop };
  }
}

/** Whether no more calls may be made: the loop's budget or the model's own is used up. */
function isOverBudget(error: unknown): error is MettleError {
  return MettleError.isInstance(error) && (error.code === 'models/budget_exhausted' || isCallsUsedUp(error));
}

function isCallsUsedUp(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code === 'requirements/calls_used_up';
}

async function makeAttempt(turn: NextTurn, state: LaneState, setting: LoopSetting): Promise<Attempt> {
  const { strategy, checker, meter, signal } = setting;
  const round = state.attempts.length + 1;
  const number = (round - 1) * strategy.lanes + state.lane + 1;
  let early: EarlyFailure | null = null;
  const model = turn.model?.name ?? 'primary';
  const askOnce: AskModel = async (messages, options = {}) => {
    const exhausted = meter.exhausted();
    if (exhausted !== null) throw requirementError('calls_used_up', exhausted);
    meter.countCall();
    const watched = await askModel(
      turn.model?.generate ?? setting.generate,
      messages,
      {
        signal,
        attempt: number,
        seed: setting.seed + number - 1,
        maxTokens: options.maxTokens ?? null,
        stop: options.stop ?? [],
      },
      checker.requirements,
    );
    meter.countReply(watched.reply.usage);
    early = watched.early;
    return watched.reply;
  };
  const onFailure = (error: unknown, message: string): void => {
    if (isCallsUsedUp(error)) return;
    setting.onFailedCall({ attempt: number, lane: state.lane, model, message, error });
  };
  const { retries, wait } = setting;
  const reply = await strategy.generate(turn.messages, (messages, options) =>
    askAgain(() => askOnce(messages, options), { retries, wait, signal, onFailure }),
  );
  const report = await judge(reply, early, turn.messages, setting);
  const fixed = report.ok || early !== null ? null : await applyFixes(report, turn.messages, setting);
  return {
    number,
    lane: state.lane,
    round,
    model,
    messages: turn.messages,
    reply: fixed?.reply ?? reply,
    report: fixed?.report ?? report,
    fixes: fixed?.names ?? [],
    original: fixed === null ? null : { reply, report },
    endedEarly: early !== null,
  };
}

async function judge(
  reply: Reply,
  early: EarlyFailure | null,
  messages: readonly Message[],
  { checker, signal }: LoopSetting,
): Promise<Report> {
  if (early !== null) return checker.reportEarlyFailure(reply, early.key, early.judgement);
  const report = await checker.check(reply, { signal, messages });
  // A check that broke is tried once more before the machine is blamed; what was judged is remembered.
  return brokenMachine(report) === null ? report : checker.check(reply, { signal, messages });
}

/**
 * Why nothing can be learned from a report: checks broke, this machine's engine lacks what they need, or tests need the
 * code in their own process, and no requirement failed that a model could repair.
 */
function brokenMachine({ results }: Report): string | null {
  const must = results.filter(({ severity }) => severity === 'must');
  if (must.some(({ verdict }) => verdict === 'fail')) return null;
  const nobodysFault = ({ verdict, cause }: RequirementResult): boolean =>
    verdict === 'error' || cause === 'engine' || cause === 'namespace';
  return must.find(nobodysFault)?.reason ?? null;
}

/** Applies fixes one after another, each kept only when the reply got better by it. */
async function applyFixes(
  report: Report,
  messages: readonly Message[],
  { checker, fixes, signal }: LoopSetting,
): Promise<{ readonly reply: Reply; readonly report: Report; readonly names: readonly string[] } | null> {
  let best = report;
  let reply: Reply | null = null;
  const names: string[] = [];
  for (const fix of fixes) {
    if (best.ok) break;
    const code = fix.apply(best);
    if (code === null || code === best.code) continue;
    const candidate: Reply = { text: fencePython(code) };
    const judged = await checker.check(candidate, { signal, messages });
    if (!judged.ok && judged.score <= best.score) continue;
    best = judged;
    reply = candidate;
    names.push(fix.name);
  }
  return reply === null ? null : { reply, report: best, names };
}
