import { setTimeout as delay } from 'node:timers/promises';
import { defineOptions, type OptionKinds, option } from '../../core/index.js';
import { counted, linkSignals, timerMilliseconds } from '../../core/internal.js';
import { requirementError } from '../error-codes.js';
import type { PythonRunnerOptions } from '../execution/create-python-runner.js';
import type { Message } from '../message.js';
import { type Checker, createChecker } from '../pipeline/checker.js';
import type { Requirement } from '../requirement.js';
import { checkRequirementList } from '../requirement-list.js';
import type { FailedCall } from './ask-again.js';
import type { Attempt } from './attempt.js';
import type { AutoFix } from './auto-fix.js';
import { checkRepairBudget, type RepairBudget, type RepairUsage, startBudget } from './budget.js';
import { withContract } from './contract.js';
import { defaultFixes } from './fixes/default-fixes.js';
import type { Generate } from './generate.js';
import { bestByScore } from './policies/select-policies.js';
import { modelFriendlyRepair } from './presets/model-friendly-repair.js';
import { type LaneEnd, type LoopSetting, runLane } from './run-lane.js';
import type { Strategy } from './strategy.js';

/** What {@link repairLoop} takes. */
export interface RepairLoopOptions {
  /** The model. */
  readonly generate: Generate;
  /** What is asked: the words of the user, or a conversation. */
  readonly task: string | readonly Message[];
  /** What the answer must meet; merged with the strategy's own. */
  readonly requirements?: readonly Requirement[];
  /** Default: {@link modelFriendlyRepair}. */
  readonly strategy?: Strategy;
  readonly budget?: RepairBudget;
  /** Mechanical fixes that are tried before the model is asked again. Default: {@link defaultFixes}. */
  readonly fixes?: readonly AutoFix[];
  /** Whether the requirements are stated on the first attempt. Default true. */
  readonly stateContract?: boolean;
  /** What code finds when requirements execute it. */
  readonly python?: PythonRunnerOptions;
  /** A checker of one's own, for warm sandboxes and shared memory; its requirements are the ones checked. */
  readonly checker?: Checker;
  /** Seed of the first attempt; later ones count on from it. Default 0. */
  readonly seed?: number;
  /** Gives the loop up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each attempt. It must not throw. */
  readonly onAttempt?: (attempt: Attempt) => void;
  /** Milliseconds of a clock that never goes back. Default: the process's. */
  readonly now?: () => number;
  /**
   * Waits some milliseconds before a call that failed is made again; must reject when the signal is aborted. Default: a
   * timer of the process.
   */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The kinds of {@link RepairLoopOptions}. */
export const REPAIR_LOOP_OPTIONS: OptionKinds<RepairLoopOptions> = {
  generate: option.required(option.callback),
  task: option.required(option.either(option.string, option.list())),
  requirements: option.list(),
  strategy: option.object,
  budget: option.object,
  fixes: option.list(),
  stateContract: option.boolean,
  python: option.object,
  checker: option.object,
  seed: option.integer,
  signal: option.signal,
  onAttempt: option.callback,
  now: option.callback,
  wait: option.callback,
};

const checkRepairLoopOptions = defineOptions<RepairLoopOptions>()('repairLoop', REPAIR_LOOP_OPTIONS);

/**
 * How a loop ended: `ok` everything is met · `unmet` the strategy had nothing more to try · `budget_exhausted` ·
 * `stuck` the model repeats itself · `infra_error` the model or a check could not be reached.
 */
export type RepairStatus = 'ok' | 'unmet' | 'budget_exhausted' | 'stuck' | 'infra_error';

/** What every outcome of a repair loop tells. */
interface OutcomeFacts {
  /** Why it ended, one line. */
  readonly reason: string;
  /** Every attempt, by number. */
  readonly attempts: readonly Attempt[];
  /** Every call of a model that failed, in the order of time, whether it was made again or not. */
  readonly failedCalls: readonly FailedCall[];
  readonly usage: RepairUsage;
  /** The answer where there is one, else the failed attempt with the highest score; null without attempts. */
  bestEffort(): Attempt | null;
}

/** An outcome with an answer that meets everything. */
interface GoodOutcome extends OutcomeFacts {
  readonly ok: true;
  readonly status: 'ok';
  /** The answer. */
  readonly text: string;
  /** The Python code of the answer; null where it has none. */
  readonly code: string | null;
  /** The attempt with the answer. */
  readonly attempt: Attempt;
}

/** An outcome without an answer. */
interface FailedOutcome extends OutcomeFacts {
  readonly ok: false;
  readonly status: Exclude<RepairStatus, 'ok'>;
  readonly text: null;
  readonly code: null;
  readonly attempt: null;
}

/**
 * What a repair loop came to. `ok` tells whether there is an answer: `if (outcome.ok) use(outcome.text)`. Failing output
 * is never handed back as if it were good.
 */
export type RepairOutcome = GoodOutcome | FailedOutcome;

/**
 * Asks a model until its answer meets the requirements, telling it what failed, within a budget.
 *
 * @example
 * ```ts
 * import { pythonCodeGenerationRequirements, repairLoop } from 'mettle';
 *
 * const answers = ['~~~python\nimport os\n~~~', '~~~python\nprint("hello")\n~~~'];
 * const outcome = await repairLoop({
 *   task: 'Print hello.',
 *   requirements: pythonCodeGenerationRequirements({ allowedImports: [] }),
 *   generate: (messages, { attempt }) => answers[attempt - 1] ?? '', // ask your model here
 * });
 * console.log(outcome.status, outcome.code); // → ok print("hello")
 * ```
 * @throws {MettleError} `requirements/duplicate_key` when strategy and call bring requirements with the same key,
 *   `core/invalid_option`, `requirements/empty_task`, `requirements/invalid_task`,
 *   `requirements/invalid_requirements`, `requirements/none`,
 *   `requirements/conflicting_options` for a checker beside requirements; and the signal's reason.
 */
export async function repairLoop(options: RepairLoopOptions): Promise<RepairOutcome> {
  checkRepairLoopOptions(options);
  if (options.budget !== undefined) checkRepairBudget(options.budget);
  if (options.requirements?.length) checkRequirementList('repairLoop', options.requirements);
  const task = checkTask(options);
  const strategy = options.strategy ?? modelFriendlyRepair();
  const budget = options.budget ?? {};
  const meter = startBudget(budget, options.now ?? (() => performance.now()));
  const requirements = checkRequirements(
    [...strategy.requirements, ...(options.requirements ?? [])],
    options,
  );
  const checker = options.checker ?? createChecker({ ...options.python, requirements });
  const run = new AbortController();
  const either = linkSignals(options.signal, run.signal);
  const attempts: Attempt[] = [];
  const failedCalls: FailedCall[] = [];
  const setting: LoopSetting = {
    generate: options.generate,
    checker,
    strategy,
    task: options.stateContract === false ? task : withContract(task, checker.requirements),
    fixes: options.fixes ?? defaultFixes,
    meter,
    attempts: budget.attempts ?? strategy.attempts,
    seed: options.seed ?? 0,
    signal: either.signal,
    onAttempt(attempt) {
      attempts.push(attempt);
      attempts.sort((left, right) => left.number - right.number);
      options.onAttempt?.(attempt);
    },
    retries: budget.generateRetries ?? DEFAULT_RETRIES,
    wait: options.wait ?? waitByTimer,
    onFailedCall: (call) => void failedCalls.push(call),
  };
  const limit =
    budget.seconds === undefined
      ? undefined
      : setTimeout(() => run.abort(OUT_OF_TIME), timerMilliseconds(budget.seconds));
  try {
    const ends = await runLanes(setting, attempts, run, budget.concurrency ?? strategy.concurrency);
    options.signal?.throwIfAborted();
    const outOfTime = run.signal.reason === OUT_OF_TIME;
    return conclude(strategy, attempts, ends, outOfTime, budget, { failedCalls, usage: meter.usage() });
  } finally {
    clearTimeout(limit);
    either.release();
    if (options.checker === undefined) await checker.close();
  }
}

const DEFAULT_RETRIES = 2;

async function waitByTimer(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal });
}

const OUT_OF_TIME = new DOMException('The time of the budget is used up.', 'TimeoutError');
const SETTLED = new DOMException('The choice is made.', 'AbortError');

/** Runs the lanes, some at a time, until the choice is made or all have ended. The losers are cancelled. */
async function runLanes(
  setting: LoopSetting,
  attempts: readonly Attempt[],
  run: AbortController,
  concurrency: number,
): Promise<readonly LaneEnd[]> {
  const { strategy } = setting;
  const ends: LaneEnd[] = [];
  let nextLane = 0;
  let lanesLeft = strategy.lanes;
  const work = async (): Promise<void> => {
    while (nextLane < strategy.lanes && !setting.signal.aborted) {
      const lane = nextLane++;
      try {
        ends[lane] = await runLane(lane, setting);
      } catch (error) {
        if (setting.signal.aborted) return;
        run.abort(error);
        throw error;
      }
      lanesLeft--;
      if (strategy.select.isSettled(attempts, lanesLeft)) run.abort(SETTLED);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, strategy.lanes) }, work));
  return ends.filter((end) => end !== undefined);
}

function conclude(
  strategy: Strategy,
  attempts: readonly Attempt[],
  ends: readonly LaneEnd[],
  outOfTime: boolean,
  budget: RepairBudget,
  facts: Pick<OutcomeFacts, 'failedCalls' | 'usage'>,
): RepairOutcome {
  const chosen = strategy.select.select(attempts);
  const shared = { ...facts, attempts, bestEffort: () => chosen ?? bestByScore(attempts) };
  if (chosen === null) {
    const end = failedEnd(ends, outOfTime, budget);
    return { ...shared, ...end, ok: false, text: null, code: null, attempt: null };
  }
  return {
    ...shared,
    ok: true,
    status: 'ok',
    reason: 'All requirements are met.',
    text: chosen.reply.text,
    code: chosen.report.code,
    attempt: chosen,
  };
}

/** Why no lane succeeded: what most tells the caller what to do about it comes first. */
function failedEnd(
  ends: readonly LaneEnd[],
  outOfTime: boolean,
  budget: RepairBudget,
): { readonly status: Exclude<RepairStatus, 'ok'>; readonly reason: string } {
  if (outOfTime) {
    return {
      status: 'budget_exhausted',
      reason: `The budget of ${counted(budget.seconds ?? 0, 'second')} is used up.`,
    };
  }
  for (const status of ['budget_exhausted', 'stuck', 'unmet', 'infra_error'] as const) {
    const end = ends.find((candidate) => candidate.status === status);
    if (end !== undefined) return { status, reason: end.reason };
  }
  return { status: 'unmet', reason: 'No attempt was chosen.' };
}

function checkTask({ task }: RepairLoopOptions): readonly Message[] {
  const messages: readonly Message[] = typeof task === 'string' ? [{ role: 'user', content: task }] : task;
  if (messages.some((message) => typeof message?.content !== 'string')) {
    throw requirementError(
      'invalid_task',
      'The task of repairLoop must be a string or a list of messages { role, content }.',
    );
  }
  if (messages.some(({ content }) => content.trim() !== '')) return messages;
  throw requirementError(
    'empty_task',
    'repairLoop needs the option task: the words of the user, or messages.',
  );
}

function checkRequirements(
  requirements: readonly Requirement[],
  { checker }: RepairLoopOptions,
): readonly Requirement[] {
  if (checker === undefined && requirements.length === 0) {
    throw requirementError('none', 'repairLoop needs at least one requirement in the option requirements.');
  }
  if (checker !== undefined && requirements.length > 0) {
    throw requirementError(
      'conflicting_options',
      'repairLoop got a checker and requirements too. Create the checker with all of them.',
    );
  }
  return requirements;
}
