import { defineOptions, option } from '../core/index.js';
import { errorMessage, inOrder } from '../core/internal.js';
import { verifyTrajectory } from '../evaluation/index.js';
import type { TaskSplit } from '../generation/index.js';
import type { AgentGym, GymPolicy } from './agent-gym.js';
import type { EpisodePlace, GymEpisode } from './gym-episode.js';

/** What {@link rolloutBatch} takes. */
export interface RolloutBatchOptions {
  /** How many. Default 16. */
  readonly episodes?: number;
  /** Episodes of the same task, one after another in the result: a group of GRPO. Default 1. */
  readonly samplesPerTask?: number;
  /** Worlds that are open at once. Default 8. */
  readonly concurrency?: number;
  /** Of a generator's tasks. Default: the gym's. */
  readonly seed?: number;
  /** Default: as the curriculum says when the batch begins. */
  readonly level?: number;
  /** Default: the gym's. */
  readonly split?: TaskSplit;
  /** Place of the first task. Default: where the gym is. */
  readonly firstIndex?: number;
  /** Whether each record is replayed and verified. Default false; true for `collectEpisodes`. */
  readonly verify?: boolean;
  /** Ends the batch, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An episode of a batch that could not be played: its task or world could not be opened. Its reward is null, never 0. */
export interface FailedEpisode {
  readonly trajectory: null;
  readonly reward: null;
  readonly reason: string;
  readonly place: EpisodePlace;
}

const checkOptions = defineOptions<RolloutBatchOptions>()('rolloutBatch', {
  episodes: option.wholeNumber(0),
  samplesPerTask: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
  seed: option.integer,
  level: option.number,
  split: option.oneOf(['train', 'held_out']),
  firstIndex: option.wholeNumber(0),
  verify: option.boolean,
  signal: option.signal,
});

/**
 * Plays many episodes at once, each in a gym and a world of its own, and gives them in the order of their tasks, whatever ended
 * first. A policy's numbers by chance come from `gym.random`, so that the batch is the same at any concurrency.
 *
 * @example
 * ```ts
 * import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
 * import { AgentGym, rolloutBatch } from 'mettle/gym';
 *
 * const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) });
 * const gym = new AgentGym({ generator });
 * const episodes = await rolloutBatch(gym, () => ({ answer: 'no idea' }), { episodes: 4, samplesPerTask: 2 });
 * console.log(episodes.map(({ reward, place }) => `${place.index}: ${reward}`).join(', ')); // → 0: 0, 0: 0, 1: 0, 1: 0
 * await gym.close();
 * ```
 * @throws {MettleError} `gym/closed`; what a function throws that gives no action; the signal's reason.
 */
export function rolloutBatch(
  gym: AgentGym,
  policy: GymPolicy,
  options: RolloutBatchOptions = {},
): Promise<readonly (GymEpisode | FailedEpisode)[]> {
  return playBatch(gym, policy, checkOptions(options));
}

/** What {@link collectEpisodes} gives. */
export interface CollectedEpisodes {
  readonly episodes: readonly GymEpisode[];
  readonly failed: readonly FailedEpisode[];
}

/**
 * Plays episodes to keep: as {@link rolloutBatch}, with each record replayed in a fresh world and verified, and those apart that could not be
 * played.
 */
export async function collectEpisodes(
  gym: AgentGym,
  policy: GymPolicy,
  options: RolloutBatchOptions = {},
): Promise<CollectedEpisodes> {
  const { verify = true, ...others } = checkOptions(options, 'collectEpisodes');
  const all = await playBatch(gym, policy, { ...others, verify });
  return {
    episodes: all.filter((each) => each.trajectory !== null),
    failed: all.filter((each) => each.trajectory === null),
  };
}

async function playBatch(
  gym: AgentGym,
  policy: GymPolicy,
  options: RolloutBatchOptions,
): Promise<readonly (GymEpisode | FailedEpisode)[]> {
  const { episodes = 16, samplesPerTask = 1, concurrency = 8, seed, firstIndex, signal } = options;
  const { level, split } = options;
  // All places are known before the first is played: a curriculum that saw some results earlier than others would depend on chance.
  const places: EpisodePlace[] = [];
  for (let number = 0; number < episodes; number++) {
    const sample = number % samplesPerTask;
    const group = Math.floor(number / samplesPerTask);
    const first = places.at(-1);
    places.push(
      sample > 0 && first !== undefined
        ? { ...first, sample }
        : {
            ...gym.placeOf({
              ...(seed === undefined ? {} : { seed }),
              ...(level === undefined ? {} : { level }),
              ...(split === undefined ? {} : { split }),
              ...(firstIndex === undefined
                ? seed === undefined
                  ? {}
                  : { index: group }
                : { index: firstIndex + group }),
            }),
            sample,
          },
    );
  }
  const played: (GymEpisode | FailedEpisode)[] = [];
  const play = (place: EpisodePlace) => playOne(gym, policy, place, options);
  for await (const episode of inOrder(places, concurrency, play)) {
    signal?.throwIfAborted();
    if (episode.trajectory !== null) gym.noteResult(episode);
    played.push(episode);
  }
  return played;
}

async function playOne(
  gym: AgentGym,
  policy: GymPolicy,
  place: EpisodePlace,
  { signal, verify = false }: RolloutBatchOptions,
): Promise<GymEpisode | FailedEpisode> {
  signal?.throwIfAborted();
  await using own = gym.sibling();
  try {
    const { level, split, ...rest } = place;
    await own.reset({
      ...rest,
      ...(level === null ? {} : { level }),
      ...(split === null ? {} : { split }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    return { trajectory: null, reward: null, reason: errorMessage(error), place };
  }
  const episode = await own.playOn(policy);
  if (!verify || episode.trajectory.verification !== null) return episode;
  const verification = await verifyTrajectory(episode.trajectory, episode.task.environment, {
    hiddenTests: own.hiddenTests,
  });
  return { ...episode, trajectory: { ...episode.trajectory, verification } };
}
