import { defineOptions, MettleError, option } from '../../core/index.js';
import type { Policy } from '../../environments/index.js';
import type { Trajectory } from '../../records/index.js';
import { askedCall, recordedCalls } from '../verifiers/recorded-calls.js';
import { alignCalls } from './align-calls.js';
import type { BlamedStep, FailureAttribution } from './attribution.js';
import { BRANCHES_OPTIONS, type BranchesOptions } from './branch.js';
import { confirmBlame } from './confirm-blame.js';
import { continueFromAll } from './continue-from-all.js';
import { locateBlame } from './locate-blame.js';
import { Measurement, PlayBudget } from './measurement.js';
import { type ScoreEpisode, scoreByTask } from './score-episode.js';

/** What {@link attributeFailure} takes. */
export interface AttributeFailureOptions extends BranchesOptions {
  /** Solves the task: an oracle, or another policy that does. It plays on from the branches. */
  readonly reference: Policy;
  /**
   * The policy that made the record, where it plays the same again: each step that the reference does otherwise is then also set
   * right alone, and the policy plays on by itself.
   */
  readonly policy?: Policy;
  /** Default: `scoreOutcomeInSandbox`. */
  readonly score?: ScoreEpisode;
  /**
   * Most episodes that are played. With fewer than there are calls, the step is looked for by halving, and the others get no
   * credit. Default 1,000.
   */
  readonly maxBranches?: number;
}

const checkOptions = defineOptions<AttributeFailureOptions>()('attributeFailure', {
  ...BRANCHES_OPTIONS,
  reference: option.required(option.object),
  policy: option.object,
  score: option.callback,
  maxBranches: option.wholeNumber(1),
});

/**
 * Finds the step that caused a failure, by experiment: the reference plays on from before each step and from after it.
 * Before the step that lost the episode, it can still be won; after it, it can't. That is the continuation; with
 * `policy`, the blamed step is then set right alone, the policy of the record plays on, and if that fails too, what it
 * fails by is looked for next: the intervention.
 *
 * A reference that comes in half-way takes the kept calls for its own, so that a wrong observation misleads it as it
 * did the agent. A step that did no harm is not blamed.
 *
 * `not_checked`: the episode did not fail, the reference fails itself, or such worlds can't be rebuilt or have no
 * branches.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { attributeFailure } from 'mettle/evaluation';
 * import { faultyPolicy } from 'mettle/generation';
 *
 * const oracle = {
 *   name: 'oracle',
 *   version: '1',
 *   play: async (_, actor) => {
 *     await actor.call('sql_query', { sql: 'SELECT name FROM fruit' });
 *     const { data } = await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit WHERE cents > 40' });
 *     actor.answer(data.rows[0]?.[0] ?? null);
 *   },
 * };
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT, cents INTEGER', rows: [['fig', 40], ['kiwi', 50]] }] },
 * });
 * const policy = faultyPolicy(oracle, { fault: 'wrong_filter', seed: 0 });
 * const record = await recordTrajectory({
 *   environment,
 *   policy,
 *   task: { id: 'dear', category: 'count', prompt: 'How many cost more than 40?', expected: { answer: { value: 1, comparison: 'number' }, stateDigest: null }, metadata: {} },
 *   seed: 0,
 * });
 * const { blamed } = await attributeFailure(record, { environment, reference: oracle, policy });
 * console.log(blamed.map(({ step, kind, confirmed }) => `${step} ${kind} ${confirmed}`)); // → [ '2 wrong_call true' ]
 * ```
 * @throws {MettleError} `core/invalid_option`; the signal's reason; whatever the world or the score throws.
 */
export async function attributeFailure(
  record: Trajectory,
  options: AttributeFailureOptions,
): Promise<FailureAttribution> {
  const { maxBranches = 1000 } = checkOptions(options);
  const budget = new PlayBudget(maxBranches);
  try {
    return await attribute(record, options, budget);
  } catch (error) {
    if (!MettleError.isInstance(error)) throw error;
    if (['evaluation/cannot_replay', 'environments/cannot_fork'].includes(error.code)) {
      return unlocated('not_checked', error.message, budget);
    }
    if (['evaluation/replay_differs', 'evaluation/damaged_record'].includes(error.code)) {
      return unlocated('error', error.message, budget);
    }
    throw error;
  }
}

/** Steps that are blamed at most for one failure. */
const MOST_BLAMED = 10;

async function attribute(
  record: Trajectory,
  options: AttributeFailureOptions,
  budget: PlayBudget,
  depth = 0,
): Promise<FailureAttribution> {
  const { reference, policy, score = scoreByTask } = options;
  const measurement = new Measurement(record, { ...options, score, budget });
  const recorded = await measurement.recorded();
  // A policy that threw failed by its own doing; whatever else is an error is not the agent's.
  if (recorded.verdict !== 'fail' && record.stopReason !== 'policy_error') {
    return unlocated('not_checked', `there is no failure to attribute: ${recorded.reason}`, budget);
  }
  const usual = await measurement.play(await measurement.at(0), reference);
  if (usual.outcome.verdict !== 'pass') {
    const reason = `the reference ${reference.name} does not solve the task itself: ${usual.outcome.reason}`;
    return unlocated('not_checked', reason, budget);
  }
  const alignment = alignCalls(callsOf(record), callsOf(usual.trajectory));
  const continued = await continueFromAll(measurement, { reference, alignment, usual, recorded });
  const first = await locateBlame(measurement, { reference, alignment, continued });
  const confirmation =
    policy === undefined ? null : await confirmBlame(measurement, { policy, alignment, continued, first });
  if (confirmation === null) {
    return located([first], continued.steps, budget, '');
  }
  const { correctedRecord, correctedPolicy, steps, toRecorded } = confirmation;
  const blamed: BlamedStep[] = [{ ...first, confirmed: confirmation.passes }];
  if (correctedRecord !== null && !confirmation.passes && budget.left > 0 && depth < MOST_BLAMED - 1) {
    const next = await attribute(correctedRecord, { ...options, policy: correctedPolicy }, budget, depth + 1);
    blamed.push(...next.blamed.map((each) => ({ ...each, step: toRecorded(each.step) })));
  }
  return located(blamed, steps, budget, confirmation.note);
}

function callsOf(record: Trajectory) {
  return recordedCalls(record).map(askedCall);
}

function located(
  blamed: readonly BlamedStep[],
  steps: FailureAttribution['steps'],
  { played }: PlayBudget,
  note: string,
): FailureAttribution {
  const words = blamed.map(({ step, kind }) => `${kind.replace('_', ' ')} at step ${step}`).join(', then ');
  return { status: 'located', reason: `failed by ${words}${note}`, blamed, steps, played };
}

function unlocated(
  status: 'not_checked' | 'error',
  reason: string,
  { played }: PlayBudget,
): FailureAttribution {
  return { status, reason, blamed: [], steps: [], played };
}
