import { defineOptions, option } from '../core/index.js';
import { type Trajectory, toMessages } from '../records/index.js';
import { openAITool, type TrlMessage, trlMessages } from '../records/internal.js';
import { gymError } from './error-codes.js';
import type { GymEpisode } from './gym-episode.js';
import type { StepAdvantage } from './step-advantages.js';

/** Rows for a trainer. */
export interface ExportedEpisodes {
  /** JSON lines. */
  readonly text: string;
  readonly rows: number;
  /** What is in no row, and why. */
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
}

/** What {@link episodesToGrpo} takes. */
export interface GrpoExportOptions {
  /** What `stepAdvantages` measured, for each episode in turn: goes into the column `advantages`. */
  readonly advantages?: readonly (readonly StepAdvantage[])[];
}

/** What {@link episodesToRft} takes. */
export interface RftExportOptions {
  /** The share of the verified episodes that is kept, best first; what earned as much as the last one is kept too. Default 0.5. */
  readonly topQuantile?: number;
}

const checkGrpoOptions = defineOptions<GrpoExportOptions>()('episodesToGrpo', { advantages: option.list() });
const checkRftOptions = defineOptions<RftExportOptions>()('episodesToRft', { topQuantile: option.share });

/**
 * Episodes as rows of offline reinforcement learning, in TRL's terms: `prompt` and `completion` as messages with every call and result,
 * `reward`, `step_rewards` for each call and the end, `tools`, and `group`, the same for episodes of one task. What couldn't be scored is skipped:
 * as 0 it would teach that a broken machine is the agent's fault.
 *
 * @throws {MettleError} `gym/nothing_to_export` where no row is left.
 */
export function episodesToGrpo(
  episodes: readonly GymEpisode[],
  options: GrpoExportOptions = {},
): ExportedEpisodes {
  const { advantages } = checkGrpoOptions(options);
  return exported(episodes, (episode, index) => {
    const { reward, rewards, trajectory, place } = episode;
    if (reward === null) return { reason: `it could not be scored: ${episode.terminal.reason}` };
    const messages = conversationOf(trajectory);
    if (messages === null) return NO_OBJECT;
    const begin = messages.findIndex(({ role }) => role === 'assistant');
    if (begin < 0) return { reason: 'the agent said nothing' };
    const measured = advantages?.[index];
    return {
      row: {
        prompt: messages.slice(0, begin),
        completion: messages.slice(begin),
        reward,
        step_rewards: rewards,
        ...(measured === undefined ? {} : { advantages: measured.map(({ advantage }) => advantage) }),
        tools: trajectory.tools.map(openAITool),
        group: `${trajectory.task.id}/${trajectory.seed}`,
        sample: place.sample,
        episode_id: trajectory.id,
      },
    };
  });
}

/**
 * Episodes to imitate, for rejection-sampling fine-tuning: `{messages, tools, reward}` of the best verified ones. No episode that wasn't
 * verified is ever among them, however few there are.
 *
 * @throws {MettleError} `gym/nothing_to_export` where no episode was verified.
 */
export function episodesToRft(
  episodes: readonly GymEpisode[],
  options: RftExportOptions = {},
): ExportedEpisodes {
  const { topQuantile = 0.5 } = checkRftOptions(options);
  const rewards = episodes
    .flatMap(({ terminal, reward }) => (terminal.verified === 1 && reward !== null ? [reward] : []))
    .sort((left, right) => right - left);
  const cutoff =
    rewards[Math.max(0, Math.ceil(rewards.length * topQuantile) - 1)] ?? Number.POSITIVE_INFINITY;
  return exported(episodes, ({ trajectory, reward, terminal, truncated }) => {
    if (terminal.verified !== 1 || reward === null)
      return { reason: `it was not verified: ${terminal.reason}` };
    if (reward < cutoff) return { reason: 'others earned more' };
    if (truncated) return { reason: 'it ended without an answer' };
    const messages = conversationOf(trajectory);
    if (messages === null) return NO_OBJECT;
    return { row: { messages, tools: trajectory.tools.map(openAITool), reward, episode_id: trajectory.id } };
  });
}

const NO_OBJECT = { reason: 'a call has arguments that are no JSON object' };

function conversationOf(trajectory: Trajectory): readonly TrlMessage[] | null {
  return trlMessages(toMessages(trajectory));
}

function exported(
  episodes: readonly GymEpisode[],
  rowOf: (episode: GymEpisode, index: number) => { readonly row: object } | { readonly reason: string },
): ExportedEpisodes {
  const lines: string[] = [];
  const skipped: { readonly id: string; readonly reason: string }[] = [];
  for (const [index, episode] of episodes.entries()) {
    const made = rowOf(episode, index);
    if ('row' in made) lines.push(`${JSON.stringify(made.row)}\n`);
    else skipped.push({ id: episode.trajectory.id, reason: made.reason });
  }
  if (lines.length === 0) {
    const [first] = skipped;
    throw gymError(
      'nothing_to_export',
      `None of ${episodes.length} episodes can be exported${first === undefined ? '' : `; of the first one: ${first.reason}`}.`,
    );
  }
  return { text: lines.join(''), rows: lines.length, skipped };
}
