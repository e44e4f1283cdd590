import { defineOptions, type MettleError, option, type ProgressListener } from '../core/index.js';
import { errorMessage, inOrder, startOf } from '../core/internal.js';
import type { Environment, EpisodeStates } from '../environments/index.js';
import type { Outcome, Trajectory } from '../records/index.js';
import type { Verdict } from '../requirements/index.js';
import { type ScoreEpisode, scoreByTask } from './branching/score-episode.js';
import { beginWalk } from './branching/walk-record.js';
import { evaluationError } from './error-codes.js';

/** What {@link rescore} takes. */
export interface RescoreOptions {
  /** Where the records were made; or which of several for a record, null for none. If it rejects, the record is an `error`. */
  readonly environment:
    | Environment
    | ((record: Trajectory) => Environment | null | Promise<Environment | null>);
  /** The new checks. Default: `scoreOutcomeInSandbox`, what the task expects. */
  readonly score?: ScoreEpisode;
  /** What an episode earns. Default: 1 for a pass, 0 for a fail or what the agent's code kept from being checked, else null. */
  readonly reward?: (
    trajectory: Trajectory,
    outcome: Outcome,
    states: EpisodeStates,
  ) => number | null | Promise<number | null>;
  /** Worlds that are rebuilt at a time. Default 4. */
  readonly concurrency?: number;
  /** Ends the work, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told about each record. */
  readonly onProgress?: ProgressListener;
}

const checkOptions = defineOptions<RescoreOptions>()('rescore', {
  environment: option.required(option.either(option.object, option.callback)),
  score: option.callback,
  reward: option.callback,
  concurrency: option.wholeNumber(1),
  signal: option.signal,
  onProgress: option.callback,
});

/** A record with its new score. */
export interface Rescored {
  readonly record: Trajectory;
  /** `error` for a record whose world could not be rebuilt: what never happened earns nothing. */
  readonly outcome: Outcome;
  /** Null for what could not be scored. */
  readonly reward: number | null;
  /** Whether the record had another verdict before; false where it had none. */
  readonly changed: boolean;
}

/** What {@link rescore} gives. */
export interface RescoreResult {
  /** In the order of the records. */
  readonly rescored: readonly Rescored[];
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Records whose verdict is another than before. */
  readonly changed: number;
}

/**
 * New checks on old records: the world of each is rebuilt by replay, every answer compared with the record, and the episode is
 * scored by the states that it began and ended with. No policy plays and no model is asked. A record that does not replay is an
 * `error` and has no reward.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { rescore } from 'mettle/evaluation';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows: [['fig'], ['kiwi']] }] },
 * });
 * const record = await recordTrajectory({
 *   environment,
 *   task: { id: 'fig', category: 'write', prompt: 'Sell the fig.', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: { name: 'seller', version: '1', play: async (_, actor) => void (await actor.call('sql_execute', { sql: 'DELETE FROM fruit' })) },
 *   seed: 0,
 * });
 * // A check that nobody thought of when the record was made.
 * const { rescored } = await rescore([record], {
 *   environment,
 *   score: (_, { final }) => ({ verdict: final.has('fruit/kiwi') ? 'pass' : 'fail', reason: 'the kiwi must stay', checks: [] }),
 * });
 * console.log(rescored.map(({ outcome, reward }) => `${outcome.verdict} ${reward}`)); // → [ 'fail 0' ]
 * ```
 * @throws {MettleError} `core/invalid_option`, `evaluation/invalid_score`, `evaluation/invalid_reward`; the signal's reason; whatever the score or the reward throws.
 */
export async function rescore(
  records: readonly Trajectory[],
  options: RescoreOptions,
): Promise<RescoreResult> {
  const { concurrency = 4, signal, onProgress } = checkOptions(options);
  const rescored: Rescored[] = [];
  const verdicts = { pass: 0, fail: 0, not_checked: 0, error: 0 };
  for await (const each of inOrder(records, concurrency, (record) => rescoreOne(record, options))) {
    signal?.throwIfAborted();
    rescored.push(each);
    verdicts[each.outcome.verdict] += 1;
    onProgress?.({ stage: 'rescore', done: rescored.length, total: records.length });
  }
  return { rescored, verdicts, changed: rescored.filter(({ changed }) => changed).length };
}

async function rescoreOne(record: Trajectory, options: RescoreOptions): Promise<Rescored> {
  const { environment: environments, score = scoreByTask, signal } = options;
  const { reward: rewardOf = (_, { verdict, fault }) => (fault === 'code' ? 0 : REWARDS[verdict]) } = options;
  let states: EpisodeStates;
  try {
    const environment = typeof environments === 'function' ? await environments(record) : environments;
    if (environment === null) return unscored(record, 'there is no environment for this record');
    states = await rebuildStates(record, environment, signal);
  } catch (error) {
    signal?.throwIfAborted();
    return unscored(record, errorMessage(error));
  }
  const outcome = await score(record, states);
  if (!Object.hasOwn(REWARDS, outcome?.verdict ?? '')) {
    throw invalid(
      'score',
      record,
      `${JSON.stringify(outcome)}; it has to be an outcome with one of the four verdicts`,
    );
  }
  const reward = await rewardOf(record, outcome, states);
  if (reward !== null && !Number.isFinite(reward)) {
    throw invalid(
      'reward',
      record,
      `${reward}; it has to be a finite number, or null for what can't be scored`,
    );
  }
  return { record, outcome, reward, changed: isChanged(record, outcome) };
}

const REWARDS = { pass: 1, fail: 0, not_checked: null, error: null } as const;

function invalid(what: 'score' | 'reward', { id }: Trajectory, why: string): MettleError {
  return evaluationError(
    what === 'score' ? 'invalid_score' : 'invalid_reward',
    `The ${what} of record ${startOf(id, 12)} is ${why}.`,
  );
}

async function rebuildStates(
  record: Trajectory,
  environment: Environment,
  signal: AbortSignal | undefined,
): Promise<EpisodeStates> {
  const walk = await beginWalk(record, { environment, ...(signal === undefined ? {} : { signal }) });
  try {
    const initial = walk.world.state();
    for (const _ of walk.calls) await walk.next();
    walk.checkEnd();
    return { initial, final: walk.world.state() };
  } finally {
    await walk.world.close();
  }
}

function unscored(record: Trajectory, reason: string): Rescored {
  const outcome: Outcome = { verdict: 'error', reason, checks: [] };
  return { record, outcome, reward: null, changed: isChanged(record, outcome) };
}

function isChanged({ outcome }: Trajectory, { verdict }: Outcome): boolean {
  return outcome !== null && outcome.verdict !== verdict;
}
