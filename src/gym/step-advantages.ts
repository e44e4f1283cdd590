import { defineOptions, type JsonObject, option } from '../core/index.js';
import { inOrder } from '../core/internal.js';
import { isCallStep, type Trajectory, type TrajectoryStep } from '../records/index.js';
import { callInput } from '../records/internal.js';
import type { GymAction } from './action.js';
import type { AgentGym, GymPolicy } from './agent-gym.js';
import { gymError } from './error-codes.js';
import type { GymEpisode } from './gym-episode.js';

/** What {@link stepAdvantages} takes. */
export interface StepAdvantagesOptions {
  /** Times that the episode is played on from each step. Default 4. */
  readonly rollouts?: number;
  /** Rollouts that are played at once. Default 4. */
  readonly concurrency?: number;
}

/** What one action of an episode was worth, measured. */
export interface StepAdvantage {
  /** Where the action begins among the steps of the record; their number for an end without an answer. */
  readonly step: number;
  /** What the policy earns on average, from before the action to the end; null where no rollout could be scored. */
  readonly value: number | null;
  /** The standard error of `value`; null with fewer than two rollouts that could be scored. */
  readonly standardError: number | null;
  /** What the action earned, and what the policy earns after it, less `value`; null where one of these isn't known. */
  readonly advantage: number | null;
}

const checkOptions = defineOptions<StepAdvantagesOptions>()('stepAdvantages', {
  rollouts: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
});

/** An action of a record. */
interface RecordedAction {
  readonly step: number;
  readonly action: GymAction;
  /** The digest of the world after it; null where it made no call that was answered. */
  readonly stateDigest: string | null;
}

/**
 * Credit for each action of an episode, measured by playing on: from a fork of the world before each action a policy plays to the end
 * several times. The advantage of an action is what it earned, and the mean of what follows, less the mean from before it: the
 * estimate of VinePPO (Kazemnejad et al., 2024, arXiv:2410.01679). The advantages of an episode and the value of its start sum up to its reward.
 *
 * @param policy - plays on; what is left to chance in it has to come from `gym.random`.
 * @throws {MettleError} `gym/replay_differs` where a world doesn't answer as the record says, `environments/cannot_fork`.
 */
export async function stepAdvantages(
  gym: AgentGym,
  episode: GymEpisode,
  policy: GymPolicy,
  options: StepAdvantagesOptions = {},
): Promise<readonly StepAdvantage[]> {
  const { rollouts = 4, concurrency = 4 } = checkOptions(options);
  const { trajectory, task, place } = episode;
  await using walker = gym.sibling();
  await walker.reset({ task, index: place.index, seed: place.seed, sample: place.sample });
  const measured: {
    readonly step: number;
    readonly values: readonly number[];
    readonly earned: number | null;
  }[] = [];
  let before = 0;
  for (const { step, action, stateDigest } of actionsOf(trajectory)) {
    const values = await valuesAt(walker, policy, { rollouts, concurrency, before });
    const { reward, episode: end } = await walker.step(action);
    if (
      stateDigest !== null &&
      lastDigest((end?.trajectory ?? walker.record()) as Trajectory) !== stateDigest
    ) {
      throw gymError(
        'replay_differs',
        `Step ${step} of the record doesn't replay: its world is another one afterwards.`,
      );
    }
    before += reward ?? 0;
    measured.push({ step, values, earned: end === null || end.terminal.reward !== null ? reward : null });
  }
  return measured.map(({ step, values, earned }, index) => {
    const value = mean(values);
    const next = index + 1 === measured.length ? 0 : mean(measured[index + 1]?.values ?? []);
    const advantage = value === null || next === null || earned === null ? null : earned + next - value;
    return { step, value, standardError: standardError(values), advantage };
  });
}

/** What episodes earn that are played on from here. */
async function valuesAt(
  walker: AgentGym,
  policy: GymPolicy,
  { rollouts, concurrency, before }: Required<StepAdvantagesOptions> & { readonly before: number },
): Promise<readonly number[]> {
  const samples = Array.from({ length: rollouts }, (_, sample) => sample);
  const forks: AgentGym[] = [];
  for (const sample of samples) forks.push(await walker.fork(sample));
  const values: number[] = [];
  const play = async (fork: AgentGym): Promise<number | null> => {
    await using own = fork;
    return (await own.playOn(policy)).reward;
  };
  try {
    for await (const reward of inOrder(forks, concurrency, play))
      if (reward !== null) values.push(reward - before);
  } finally {
    for (const fork of forks) await fork.close();
  }
  return values;
}

/** What an agent did, action by action: calls made at once are one. Its thoughts go with what follows them. */
function actionsOf({ steps }: Trajectory): readonly RecordedAction[] {
  const actions: RecordedAction[] = [];
  let thoughts: string[] = [];
  let at = 0;
  while (at < steps.length) {
    const step = steps[at] as TrajectoryStep;
    const begin = at;
    at += 1;
    if (step.type === 'thought' || step.type === 'plan' || step.type === 'critique')
      thoughts.push(step.content);
    else if (step.type === 'final_answer')
      actions.push({ step: begin, action: { answer: step.value }, stateDigest: null });
    else if (step.type === 'withheld_call') {
      actions.push({ step: begin, action: withheldAction(step), stateDigest: null });
    } else if (isCallStep(step)) {
      const calls = [step];
      for (let next = steps[at]; next !== undefined && isCallStep(next); next = steps[at]) {
        calls.push(next);
        at += 1;
      }
      let stateDigest: string | null = null;
      for (let next = steps[at]; next?.type === 'observation'; next = steps[at]) {
        stateDigest = next.stateDigest;
        at += 1;
      }
      const tool_calls = calls.map((call) => ({
        function: { name: call.tool, arguments: callInput(call) },
      }));
      const action = { role: 'assistant' as const, content: thoughts.join('\n'), tool_calls };
      actions.push({ step: begin, action, stateDigest });
      thoughts = [];
    }
  }
  return actions;
}

/** An action that named no tool is what was written; else it's the call again. */
function withheldAction(step: Extract<TrajectoryStep, { type: 'withheld_call' }>): GymAction {
  if (step.tool === '') return step.arguments as JsonObject;
  return { tool: step.tool, arguments: callInput(step) };
}

function lastDigest({ steps, initialStateDigest }: Trajectory): string {
  const last = steps.findLast((step) => step.type === 'observation');
  return last?.type === 'observation' ? last.stateDigest : initialStateDigest;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
