import { defineOptions, type MettleError, option, RandomStream } from '../core/index.js';
import { orAborted } from '../core/internal.js';
import type { PlayedEpisode, Policy } from '../environments/index.js';
import { type EpisodeStop, LiveEpisode } from '../environments/internal.js';
import { createHiddenTests, type HiddenTests } from '../evaluation/index.js';
import { committedPolicy } from '../evaluation/internal.js';
import type { TaskInWorld, TaskSplit } from '../generation/index.js';
import {
  type Observation,
  type OpenAIMessage,
  type ToolDefinition,
  type Trajectory,
  toMessages,
} from '../records/index.js';
import type { GymAction } from './action.js';
import type { LevelResult } from './curriculum.js';
import { gymError } from './error-codes.js';
import type { EpisodePlace, GymEpisode, GymReset, GymState, GymStep } from './gym-episode.js';
import { type AgentGymOptions, type ResolvedGymOptions, resolveGymOptions } from './gym-options.js';
import type { GymTasks } from './gym-tasks.js';
import { type ReadAction, readAction } from './read-action.js';
import { stepRewards } from './step-rewards.js';
import { scoreEpisode } from './terminal-reward.js';

/** Which episode {@link AgentGym.reset} begins. */
export interface ResetOptions {
  /** In place of the gym's tasks. */
  readonly task?: TaskInWorld;
  /** Place of the task. Default: the next one, or the one that `seed` stands for. */
  readonly index?: number;
  /** Default: the gym's. */
  readonly seed?: number;
  /** A generator's level. Default: as the curriculum says. */
  readonly level?: number;
  /** Default: the gym's. */
  readonly split?: TaskSplit;
  /** Which of several episodes of the same task it is: only `gym.random` differs. Default 0. */
  readonly sample?: number;
  /** Gives the episode up: whatever is under way rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What plays in a gym: a function that chooses the next action by what was seen last, or a `Policy`. */
export type GymPolicy = ((observation: string, gym: AgentGym) => GymAction | Promise<GymAction>) | Policy;

/** What gyms share that were made from one. */
interface Shared {
  readonly options: ResolvedGymOptions;
  readonly hiddenTests: HiddenTests;
}

interface Live {
  readonly episode: LiveEpisode;
  readonly task: TaskInWorld;
  readonly place: EpisodePlace;
  readonly signal: AbortSignal | undefined;
  /** Actions that were none. */
  wrong: number;
}

/**
 * Episodes step by step, with a reward at the end that can't be had without the work. One episode is live at a time; a
 * batch plays in gyms of their own.
 *
 * The reward of an episode is what its end earns, `verifyWeight` where everything holds that the task demands and 0 where not,
 * less a small penalty for each wrong call. A judge adds to a right outcome only. What an agent would earn by doing nothing is
 * taken off. What the machine is to blame for is null, and never 0.
 *
 * @example
 * ```ts
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { AgentGym } from 'mettle/gym';
 *
 * const gym = new AgentGym({ generator: await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) }) });
 * const { observation } = await gym.reset({ index: 0, level: 1 });
 * console.log(observation.length > 0, gym.tools[0].name); // → true sql_query
 * const { reward, done } = await gym.step({ tool: 'sql_query', arguments: { sql: 'SELECT 1' } });
 * console.log(reward, done); // → 0 false
 * console.log((await gym.step({ answer: 'row row row' })).reward); // → 0
 * await gym.close();
 * ```
 */
export class AgentGym implements AsyncDisposable {
  readonly #shared: Shared;
  readonly #ownsTests: boolean;
  readonly #results: LevelResult[] = [];
  #live: Live | null = null;
  #last: GymEpisode | null = null;
  #observation = '';
  #count = 0;
  #next = 0;
  #pending = false;
  #closed = false;

  /** @throws {MettleError} `core/invalid_option` */
  constructor(options: AgentGymOptions) {
    const resolved = resolveGymOptions(options);
    this.#ownsTests = options.hiddenTests === undefined;
    this.#shared = { options: resolved, hiddenTests: options.hiddenTests ?? createHiddenTests() };
    this.random = new RandomStream(resolved.seed, 'gym');
  }

  /** Chance for whoever plays: of its own in each episode, and in each fork. */
  random: RandomStream;

  /** The tools of the live episode; before the first, those of the gym's environment. */
  get tools(): readonly ToolDefinition[] {
    const { given } = this.#shared.options;
    return (this.#live?.task.environment ?? this.#last?.task.environment ?? given.environment)?.tools ?? [];
  }

  /** Its tasks. */
  get tasks(): GymTasks {
    return this.#shared.options.tasks;
  }

  /** Whether no episode is live. */
  get done(): boolean {
    return this.#live === null;
  }

  /** The episode that ended last; null before. */
  get episode(): GymEpisode | null {
    return this.#last;
  }

  /** Where the live episode stands, or the last one at its end. */
  state(): GymState {
    const live = this.#live;
    const { task } = live?.task ?? this.#last?.task ?? { task: null };
    const { maxSteps } = this.#shared.options;
    return {
      episode: this.#count,
      task: task === null ? null : { id: task.id, category: task.category, prompt: task.prompt },
      tools: this.tools.map(({ name }) => name),
      stepsTaken: live === null ? (this.#last?.rewards.length ?? 1) - 1 : this.#taken(live),
      maxSteps,
      done: live === null,
      answer: this.#last?.trajectory.finalAnswer ?? null,
      place: live?.place ?? this.#last?.place ?? null,
    };
  }

  /** The conversation of the live episode as far as it has come, or of the last one, for OpenAI's chat format. */
  messages(): readonly OpenAIMessage[] {
    const record = this.record();
    return record === null ? [] : toMessages(record);
  }

  /** What was done in the live episode until now, as a record without an end, or the record of the last episode; null before the first. */
  record(): Trajectory | null {
    if (this.#live === null) return this.#last?.trajectory ?? null;
    return this.#live.episode.record(this.#actor, { reason: 'no_answer', detail: null }).trajectory;
  }

  /**
   * Begins an episode in a fresh world. A live one is given up.
   *
   * @throws {MettleError} `gym/no_task`, `gym/closed`, `gym/step_pending`; what the generator and opening the world throw.
   */
  reset(options: ResetOptions = {}): Promise<GymReset> {
    const checked = checkResetOptions(options);
    return this.#alone(async () => {
      await this.#giveUp();
      const place = this.#placeOf(checked);
      const task = checked.task ?? (await this.#taskAt(place));
      const { signal } = checked;
      const episode = await LiveEpisode.open({
        environment: task.environment,
        task: task.task,
        seed: task.seed,
        maxCalls: this.#shared.options.maxSteps,
        signal,
      });
      this.#begin({ episode, task, place, signal, wrong: 0 });
      const { instructions, prompt } = task.task;
      this.#observation = instructions === undefined ? prompt : `${instructions}\n\n${prompt}`;
      return { observation: this.#observation, state: this.state() };
    });
  }

  /**
   * Does one thing in the live episode, and ends it with an answer, or where the calls are used up.
   *
   * @throws {MettleError} `gym/no_episode` where none is live, `gym/invalid_action` for what is neither a text nor an object,
   *   `gym/step_pending`, `gym/closed`; the signal's reason.
   */
  step(action: GymAction): Promise<GymStep> {
    return this.#alone(async () => {
      const live = this.#needLive();
      return this.#step(live, readAction(action, live.task.environment.tools));
    });
  }

  /** Plays one episode from its start; see {@link AgentGym.playOn}. */
  async rollout(policy: GymPolicy, options: ResetOptions = {}): Promise<GymEpisode> {
    await this.reset(options);
    return this.playOn(policy);
  }

  /**
   * Plays the live episode on to its end. Where the policy throws, that ends it, and it earns null. A `Policy` takes what was
   * done before for its own.
   *
   * @throws {MettleError} `gym/no_episode`, `gym/invalid_action` where a function gives neither a text nor an object; the signal's reason.
   */
  async playOn(policy: GymPolicy): Promise<GymEpisode> {
    const live = this.#needLive();
    if (typeof policy !== 'function') return this.#alone(() => this.#play(live, policy));
    for (;;) {
      let action: GymAction;
      try {
        action = await orAborted(Promise.resolve(policy(this.#observation, this)), live.signal);
      } catch (error) {
        if (this.#live !== live) throw error;
        if (live.signal?.aborted === true) {
          await this.#giveUp();
          throw live.signal.reason;
        }
        const detail = error instanceof Error ? error.message : String(error);
        return (await this.#alone(() => this.#end(live, { reason: 'policy_error', detail }))).episode;
      }
      const { episode } = await this.step(action);
      if (episode !== null) return episode;
    }
  }

  /**
   * A gym of its own whose live episode has gone as this one's up to now: its world is a fork, and nothing done in either is
   * seen in the other. Its random numbers differ. Close it.
   *
   * @param sample - names the fork, for `gym.random`. Default 0.
   * @param signal - gives the fork's episode up. Default: the signal of this episode.
   * @throws {MettleError} `gym/no_episode`, `environments/cannot_fork`.
   */
  fork(sample = 0, signal?: AbortSignal): Promise<AgentGym> {
    return this.#alone(async () => {
      const live = this.#needLive();
      const own = signal ?? live.signal;
      const episode = await live.episode.fork(own);
      const fork = this.#sibling();
      fork.#count = this.#count;
      fork.#observation = this.#observation;
      fork.#live = { ...live, episode, signal: own, place: { ...live.place, sample } };
      fork.random = this.random.child(`fork/${this.#taken(live)}/${sample}`);
      return fork;
    });
  }

  /** A gym with the same options and no episode, for playing beside this one. Close it. */
  sibling(): AgentGym {
    if (this.#closed) throw closedError();
    return this.#sibling();
  }

  /** Gives a live episode up, and frees what the gym holds. Closing twice is fine. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#giveUp();
    if (this.#ownsTests) await this.#shared.hiddenTests.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs the tests that tasks hide; siblings and forks share it. */
  get hiddenTests(): HiddenTests {
    return this.#shared.hiddenTests;
  }

  /** What a curriculum goes by, oldest first. */
  get levelResults(): readonly LevelResult[] {
    return this.#results;
  }

  /** Lets the curriculum know of an episode that was played in a sibling. */
  noteResult({ place, terminal }: Pick<GymEpisode, 'place' | 'terminal'>): void {
    if (place.level === null) return;
    const { verified } = terminal;
    this.#results.push({ level: place.level, verified: verified === null ? null : verified === 1 });
  }

  /** Where the next episode's task is from; each call is one episode further. */
  placeOf(options: ResetOptions = {}): EpisodePlace {
    return this.#placeOf(checkResetOptions(options));
  }

  #sibling(): AgentGym {
    const { given } = this.#shared.options;
    return new AgentGym({ ...given, hiddenTests: this.#shared.hiddenTests });
  }

  get #actor(): { readonly name: string; readonly version: string; readonly model?: string } {
    return this.#shared.options.given.actor ?? { name: 'gym', version: '1' };
  }

  #placeOf({ index, seed, level, split, sample = 0 }: ResetOptions): EpisodePlace {
    const { options } = this.#shared;
    const { curriculum, split: usual } = options.given;
    const { levels, hasSplits } = options.tasks;
    const chosen = level ?? (levels.length === 0 ? undefined : curriculum?.next(this.#results, levels));
    const place = index ?? (seed === undefined ? this.#next++ : options.tasks.indexOf(seed));
    return {
      index: place,
      seed: seed ?? options.seed,
      level: chosen ?? null,
      split: (hasSplits ? (split ?? usual) : undefined) ?? null,
      sample,
    };
  }

  #taskAt({ index, seed, level, split }: EpisodePlace): Promise<TaskInWorld> {
    return this.tasks.at({ index, seed, level: level ?? undefined, split: split ?? undefined });
  }

  #begin(live: Live): void {
    this.#live = live;
    this.#count += 1;
    const { seed, index, sample } = live.place;
    this.random = new RandomStream(seed, `gym/${index}/${sample}`);
  }

  #needLive(): Live {
    if (this.#live === null)
      throw gymError('no_episode', 'No episode is live: it has ended, or none has begun. Call reset().');
    return this.#live;
  }

  /** Calls and wrong actions of an episode. */
  #taken({ episode, wrong }: Live): number {
    return episode.recorder.calls + wrong;
  }

  async #step(live: Live, action: ReadAction): Promise<GymStep> {
    const { recorder } = live.episode;
    for (const { text, reasoning } of action.thoughts) recorder.think(text, { reasoning });
    if (action.kind === 'answer') {
      recorder.answer(action.value, action.submitted === undefined ? {} : { submitted: action.submitted });
      const { episode } = await this.#end(live, live.episode.stop());
      return this.#stepOf(live, { reward: episode.terminal.reward, episode });
    }
    const left = this.#shared.options.maxSteps - this.#taken(live);
    const earlier = this.#penaltiesOf(live).length;
    if (action.kind === 'wrong') recorder.withhold({ tool: '', arguments: action.written }, action.reason);
    const asked = action.kind === 'wrong' ? 1 : action.calls.length;
    if (action.kind === 'wrong') live.wrong += 1;
    let observations: readonly Observation[] = [];
    if (action.kind === 'calls' && asked <= left) {
      try {
        observations = await recorder.callAll(action.calls);
      } catch (error) {
        if (recorder.broken === null || live.signal?.aborted === true) {
          await this.#giveUp();
          throw error;
        }
        return this.#broken(live);
      }
    } else if (action.kind === 'calls') {
      for (const call of action.calls.slice(0, left + 1)) recorder.withhold(call, NO_CALLS_LEFT);
    }
    const wrong = action.kind === 'wrong' ? action.reason : asked > left ? NO_CALLS_LEFT : null;
    this.#observation = wrong ?? observations.map(({ content }) => content).join('\n\n');
    const earned = this.#penaltiesOf(live)
      .slice(earlier)
      .reduce((sum, each) => sum + each, 0);
    if (asked <= left) return this.#stepOf(live, { reward: rounded(earned), observations, wrong });
    const { episode } = await this.#end(live, { reason: 'call_limit', detail: null });
    const { reward } = episode.terminal;
    return this.#stepOf(live, { reward: reward === null ? null : rounded(reward + earned), wrong, episode });
  }

  async #broken(live: Live): Promise<GymStep> {
    const { episode } = await this.#end(live, live.episode.stop());
    return this.#stepOf(live, { reward: null, episode });
  }

  #stepOf(
    live: Live,
    {
      reward,
      observations = [],
      wrong = null,
      episode = null,
    }: Partial<Pick<GymStep, 'observations' | 'wrong' | 'episode'>> & Pick<GymStep, 'reward'>,
  ): GymStep {
    if (episode !== null && wrong === null) this.#observation = '';
    return {
      observation: this.#observation,
      observations,
      reward,
      done: episode !== null,
      truncated: episode?.truncated ?? false,
      wrong,
      stepsLeft: Math.max(0, this.#shared.options.maxSteps - this.#taken(live)),
      episode,
    };
  }

  async #play(live: Live, policy: Policy): Promise<GymEpisode> {
    const { episode, signal } = live;
    try {
      const stop = await orAborted(
        episode.play(committedPolicy(policy, episode.recorder.steps), signal),
        signal,
      );
      signal?.throwIfAborted();
      return (await this.#end(live, stop, policy)).episode;
    } catch (error) {
      await this.#giveUp();
      throw error;
    }
  }

  /** Ends an episode, scores it, and closes its world. */
  async #end(
    live: Live,
    stop: EpisodeStop,
    actor: Pick<Policy, 'name' | 'version' | 'model'> = this.#actor,
  ): Promise<{ readonly episode: GymEpisode }> {
    const { task, place } = live;
    this.#live = null;
    try {
      await live.episode.recorder.end();
      const played = live.episode.record(actor, stop);
      const scored = await scoreEpisode(withWorld(played, task), task.environment, this.#scoring);
      const rewards = [...this.#penaltiesOf(live), scored.terminal.reward];
      const reward = rewards.reduce(
        (sum, each) => (sum === null || each === null ? null : rounded(sum + each)),
        0 as number | null,
      );
      const truncated = stop.reason === 'call_limit';
      const episode: GymEpisode = { ...scored, reward, rewards, truncated, task, place };
      this.#last = episode;
      this.noteResult(episode);
      return { episode };
    } finally {
      await live.episode.close();
    }
  }

  get #scoring() {
    const { options, hiddenTests } = this.#shared;
    const { verifyWeight, judgeWeight, requireGrounding, given } = options;
    const { judge, verifiers = [] } = given;
    return { verifyWeight, judgeWeight, requireGrounding, judge, verifiers, hiddenTests };
  }

  #penaltiesOf({ episode }: Live): readonly number[] {
    return stepRewards(episode.recorder.steps, this.#shared.options.penalties);
  }

  async #giveUp(): Promise<void> {
    const live = this.#live;
    this.#live = null;
    await live?.episode.close();
  }

  /** One thing after another: who steps before the last step is answered has lost count. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    if (this.#pending) {
      throw gymError(
        'step_pending',
        'The gym is busy with a step. Await it, and use gym.sibling() or rolloutBatch() to play several episodes at once.',
      );
    }
    this.#pending = true;
    try {
      return await work();
    } finally {
      this.#pending = false;
    }
  }
}

const checkResetOptions = defineOptions<ResetOptions>()('AgentGym.reset', {
  task: option.object,
  index: option.wholeNumber(0),
  seed: option.integer,
  level: option.number,
  split: option.oneOf(['train', 'held_out']),
  sample: option.wholeNumber(0),
  signal: option.signal,
});

const NO_CALLS_LEFT = 'No calls are left in this episode; only an answer could have followed.';

function closedError(): MettleError {
  return gymError('closed', 'This gym is closed; make a new one.');
}

/** Sums of penalties, without what binary fractions add. */
function rounded(reward: number): number {
  return Math.round(reward * 1e6) / 1e6;
}

/** The record says how its world is opened again, where its task does. */
function withWorld(played: PlayedEpisode, { world }: TaskInWorld): PlayedEpisode {
  const { provenance } = played.trajectory;
  if (world === undefined || provenance === null) return played;
  return { ...played, trajectory: { ...played.trajectory, provenance: { ...provenance, world } } };
}
