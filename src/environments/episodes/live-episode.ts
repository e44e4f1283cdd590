import { canonicalJson, type Json, MettleError } from '../../core/index.js';
import { errorMessage, packageVersion } from '../../core/internal.js';
import type { StopReason, Task } from '../../records/index.js';
import { createTrajectory } from '../../records/index.js';
import type { Environment, World } from '../environment.js';
import type { WorldState } from '../world-state.js';
import { briefOf } from './brief-of.js';
import { EpisodeRecorder } from './episode-recorder.js';
import type { PlayedEpisode } from './episode-states.js';
import type { Policy } from './policy.js';

/** What a {@link LiveEpisode} is opened with. */
export interface LiveEpisodeOptions {
  readonly environment: Environment;
  readonly task: Task;
  readonly seed: number;
  readonly maxCalls: number;
  readonly signal?: AbortSignal | undefined;
}

/** Why an episode ended. */
export interface EpisodeStop {
  readonly reason: StopReason;
  readonly detail: string | null;
}

/** An episode while it is played: its world, and what records each thing that is done in it. */
export class LiveEpisode implements AsyncDisposable {
  readonly world: World;
  readonly recorder: EpisodeRecorder;
  readonly initial: WorldState;
  readonly initialStateDigest: string;
  readonly options: LiveEpisodeOptions;

  private constructor(
    world: World,
    recorder: EpisodeRecorder,
    options: LiveEpisodeOptions,
    start: { readonly initial: WorldState; readonly initialStateDigest: string },
  ) {
    this.world = world;
    this.recorder = recorder;
    this.options = options;
    this.initial = start.initial;
    this.initialStateDigest = start.initialStateDigest;
  }

  /** @throws whatever opening the world throws; `core/not_representable` for a task that is no JSON. */
  static async open(options: LiveEpisodeOptions): Promise<LiveEpisode> {
    const { environment, task, seed, maxCalls, signal } = options;
    // What no record can hold is refused before anything is paid for.
    canonicalJson(task as unknown as Json);
    const world = await environment.open({ seed, ...(signal === undefined ? {} : { signal }) });
    try {
      const start = { initial: world.state(), initialStateDigest: world.stateDigest() };
      return new LiveEpisode(
        world,
        new EpisodeRecorder(world, maxCalls, environment.tools, signal),
        options,
        start,
      );
    } catch (error) {
      await closeQuietly(world);
      throw error;
    }
  }

  /**
   * A second episode that has gone as this one up to now, in a fork of its world. Rejects with `environments/cannot_fork`
   * where worlds can't fork.
   *
   * @param signal - ends its calls. Default: the signal of this episode.
   */
  async fork(signal: AbortSignal | undefined = this.options.signal): Promise<LiveEpisode> {
    const world = await this.world.fork();
    return new LiveEpisode(world, this.recorder.onto(world, signal), { ...this.options, signal }, this);
  }

  /** Lets a policy play on to the end, and says why it ended. Nothing more can be done in the episode then. */
  async play(policy: Policy, signal?: AbortSignal): Promise<EpisodeStop> {
    const { task, environment } = this.options;
    let thrown: { readonly error: unknown } | null = null;
    try {
      await policy.play(briefOf(task, environment.tools, signal), this.recorder);
    } catch (error) {
      thrown = { error };
    }
    await this.recorder.end();
    if (thrown === null || this.recorder.broken !== null || endsEpisode(thrown.error)) return this.stop();
    return { reason: 'policy_error', detail: errorMessage(thrown.error) };
  }

  /** All that was done until now, as a record that ended so, and the states with it. */
  record(
    policy: Pick<Policy, 'name' | 'version' | 'model'>,
    stop: EpisodeStop,
    timed = false,
  ): PlayedEpisode {
    const { environment, task, seed } = this.options;
    const { recorder, world, initial, initialStateDigest } = this;
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
    const trajectory = {
      ...episode,
      usage: recorder.usage,
      turns: recorder.turns.length === 0 ? null : recorder.turns,
      callSeconds: timed ? recorder.callSeconds : null,
      provenance: { mettle: packageVersion(), model: policy.model ?? null },
    };
    return { trajectory, initial, final: world.state() };
  }

  /** Why it ended, where nothing was thrown but by its recorder. */
  stop(): EpisodeStop {
    const { broken, answered, outOfCalls } = this.recorder;
    if (broken !== null) return { reason: 'world_error', detail: broken };
    if (answered) return { reason: 'answered', detail: null };
    return { reason: outOfCalls ? 'call_limit' : 'no_answer', detail: null };
  }

  /** Frees the world. What was played is not lost for what could not be freed: that is a process warning. */
  close(): Promise<void> {
    return closeQuietly(this.world);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Whether it's what the recorder throws at a policy that goes on after the end. */
function endsEpisode(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code.startsWith('environments/episode_');
}

function closeQuietly(world: World): Promise<void> {
  return world.close().catch((error: unknown) => process.emitWarning(errorMessage(error)));
}
