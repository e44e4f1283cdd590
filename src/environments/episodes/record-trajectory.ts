import { canonicalJson, defineOptions, option } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import type { Task, Trajectory } from '../../records/index.js';
import type { Environment } from '../environment.js';
import type { PlayedEpisode } from './episode-states.js';
import { LiveEpisode } from './live-episode.js';
import type { Policy } from './policy.js';

/** What {@link recordTrajectory} needs. */
export interface RecordTrajectoryOptions {
  readonly environment: Environment;
  readonly policy: Policy;
  readonly task: Task;
  /** Opens the world; a replay opens it again with the same one. */
  readonly seed: number;
  /** Tool calls that the agent may make. Default 50. */
  readonly maxCalls?: number;
  /** Also records the seconds that each call took; equal runs then differ in them, though not in their ids. Default false. */
  readonly timed?: boolean;
  /** Gives the episode up: it then rejects with the signal's reason, and its world is closed. */
  readonly signal?: AbortSignal;
}

const checkEpisodeOptions = defineOptions<RecordTrajectoryOptions>()('playEpisode', {
  environment: option.required(option.object),
  policy: option.required(option.object),
  task: option.required(option.object),
  seed: option.required(option.number),
  maxCalls: option.number,
  timed: option.boolean,
  signal: option.signal,
});

/**
 * Plays one episode in a fresh world and records all of it. An error thrown by the agent or the world ends the episode
 * and is its stop reason. If the world can't be closed, that is a process warning.
 *
 * @example
 * ```ts untyped
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 *
 * const trajectory = await recordTrajectory({
 *   environment: await createSqlEnvironment({ content: { tables: [] } }),
 *   task: { id: 'sum', category: 'sum', prompt: 'What is 2 + 2?', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'by SQL',
 *     version: '1',
 *     play: async (_, actor) => {
 *       const { data } = await actor.call('sql_query', { sql: 'SELECT 2 + 2' });
 *       actor.answer(data.rows[0]?.[0] ?? null);
 *     },
 *   },
 *   seed: 0,
 * });
 * console.log(trajectory.finalAnswer, trajectory.steps.map(({ type }) => type).join(' ')); // → 4 tool_call observation final_answer
 * ```
 * @throws {MettleError} `core/not_representable` for a task that is no JSON; whatever opening the world throws, and the signal's reason.
 */
export async function recordTrajectory(options: RecordTrajectoryOptions): Promise<Trajectory> {
  return (await playEpisode(checkEpisodeOptions(options, 'recordTrajectory'))).trajectory;
}

/**
 * Plays and records an episode as {@link recordTrajectory} does, and gives the states with it: what `scoreOutcome`
 * needs for goals and invariants.
 *
 * @throws as {@link recordTrajectory}.
 */
export async function playEpisode(options: RecordTrajectoryOptions): Promise<PlayedEpisode> {
  const checked = checkEpisodeOptions(options);
  const { environment, policy, task, seed, maxCalls = 50, timed = false, signal } = checked;
  // What no record can hold is refused before anything is paid for.
  canonicalJson([policy.name, policy.version]);
  await using episode = await LiveEpisode.open({ environment, task, seed, maxCalls, signal });
  const stop = await orAborted(episode.play(policy, signal), signal);
  signal?.throwIfAborted();
  return episode.record(policy, stop, timed);
}
