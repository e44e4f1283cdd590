import { canonicalJson, defineOptions, MettleError, option } from '../../core/index.js';
import { errorMessage, orAborted, packageVersion } from '../../core/internal.js';
import type { StopReason, Task, Trajectory } from '../../records/index.js';
import { createTrajectory } from '../../records/index.js';
import type { Environment } from '../environment.js';
import { briefOf } from './brief-of.js';
import { EpisodeRecorder } from './episode-recorder.js';
import type { EpisodeStates } from './episode-states.js';
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

/** An episode, and what the world was at its start and at its end. */
export interface PlayedEpisode extends EpisodeStates {
  readonly trajectory: Trajectory;
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
  canonicalJson([task, policy.name, policy.version]);
  const world = await environment.open({ seed, ...(signal === undefined ? {} : { signal }) });
  try {
    const initial = world.state();
    const initialStateDigest = world.stateDigest();
    const recorder = new EpisodeRecorder(world, maxCalls, environment.tools, signal);
    const stop = await orAborted(play(policy, task, environment, recorder, signal), signal);
    signal?.throwIfAborted();
    const episode = createTrajectory({
      task,
      environment: { name: environment.name, fingerprint: environment.fingerprint },
      policy: { name: policy.name, version: policy.version },
      seed,
      tools: environment.tools,
      steps: recorder.steps,
      finalAnswer: recorder.finalAnswer,
      initialStateDigest,
      finalStateDigest: world.stateDigest(),
      stopReason: stop.reason,
      stopDetail: stop.detail,
    });
    const trajectory: Trajectory = {
      ...episode,
      usage: recorder.usage,
      turns: recorder.turns.length === 0 ? null : recorder.turns,
      callSeconds: timed ? recorder.callSeconds : null,
      provenance: { mettle: packageVersion(), model: policy.model ?? null },
    };
    return { trajectory, initial, final: world.state() };
  } finally {
    // What was played is not lost for what could not be freed.
    await world.close().catch((error: unknown) => process.emitWarning(errorMessage(error)));
  }
}

interface Stop {
  readonly reason: StopReason;
  readonly detail: string | null;
}

async function play(
  policy: Policy,
  task: Task,
  environment: Environment,
  recorder: EpisodeRecorder,
  signal: AbortSignal | undefined,
): Promise<Stop> {
  try {
    await policy.play(briefOf(task, environment.tools, signal), recorder);
  } catch (error) {
    await recorder.end();
    if (recorder.broken !== null) return { reason: 'world_error', detail: recorder.broken };
    if (!MettleError.isInstance(error) || !error.code.startsWith('environments/episode_')) {
      return { reason: 'policy_error', detail: errorMessage(error) };
    }
  }
  await recorder.end();
  if (recorder.broken !== null) return { reason: 'world_error', detail: recorder.broken };
  if (recorder.answered) return { reason: 'answered', detail: null };
  return { reason: recorder.outOfCalls ? 'call_limit' : 'no_answer', detail: null };
}
