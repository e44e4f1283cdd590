import type { Json, JsonObject } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import type { TaskInWorld } from '../../generation/index.js';
import { answerData } from '../../generation/internal.js';
import type { Observation, ToolDefinition } from '../../records/index.js';
import type { AgentGym } from '../agent-gym.js';
import { ANSWER_TOOL } from '../answer-tool.js';
import { gymError } from '../error-codes.js';
import type { GymStep } from '../gym-episode.js';
import type { ServedAction, ServedEpisode, ServedError, ServedStep, ServedTask } from './served-gym.js';

/**
 * The live episode of a gym that is this episode's own, begun with the signal of `ending`. Whoever gives an action up ends
 * its call in the world, and with it the episode: what the call had done by then is not known.
 */
export function servedEpisode(
  gym: AgentGym,
  ending: AbortController,
  task: ServedTask,
  { task: asked, environment }: TaskInWorld,
): ServedEpisode {
  const tools = withAnswerTool(environment.tools);
  let running: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  return {
    task,
    prompt: asked.prompt,
    instructions: asked.instructions ?? '',
    tools,
    get steps() {
      return gym.state().stepsTaken;
    },
    get done() {
      return gym.done;
    },
    async act(action, signal) {
      const step = gym.step(asGymAction(action, environment.tools));
      running = step.catch(() => undefined);
      const giveUp = (): void => ending.abort(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        return servedStep(await orAborted(step, signal));
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
    async fork() {
      const own = new AbortController();
      const fork = await gym.fork(0, own.signal);
      return servedEpisode(fork, own, task, { task: asked, environment, seed: 0 });
    },
    close() {
      ending.abort(gymError('closed', 'This session is closed.'));
      closing ??= running.then(() => gym.close());
      return closing;
    },
  };
}

/** The tools of a world, and the one to answer by, where the world has none of that name. */
export function withAnswerTool(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.some(({ name }) => name === ANSWER_TOOL.name) ? tools : [...tools, ANSWER_TOOL];
}

/** An answer that came as a text is read as data where it is some: clients know texts alone. */
function asGymAction({ tool, arguments: given }: ServedAction, tools: readonly ToolDefinition[]): JsonObject {
  const { answer } = given;
  const isAnswer = tool === ANSWER_TOOL.name && !tools.some(({ name }) => name === tool);
  if (!isAnswer || typeof answer !== 'string') return { tool, arguments: given };
  return { tool, arguments: { ...given, answer: answerData(answer) } };
}

function servedStep(step: GymStep): ServedStep {
  const { observation, reward, done, truncated, stepsLeft, episode } = step;
  const brokenBy = episode?.trajectory.stopReason === 'world_error' ? episode.trajectory.stopDetail : null;
  const ended: Record<string, Json> =
    episode === null
      ? {}
      : {
          truncated,
          verified: episode.terminal.verified,
          episode_reward: episode.reward,
          trajectory_id: episode.trajectory.id,
          // Why something was wrong would tell what is right; why nothing can be said tells it not.
          ...(episode.reward === null ? { unscored: episode.terminal.reason } : {}),
        };
  return {
    content: brokenBy ?? observation,
    error: errorOf(step, brokenBy),
    reward,
    done,
    earned: episode?.reward ?? null,
    info: { steps_left: stepsLeft, ...ended },
  };
}

function errorOf({ observations, wrong }: GymStep, brokenBy: string | null): ServedStep['error'] {
  if (brokenBy !== null) return { kind: 'execution_error', message: brokenBy };
  if (wrong !== null) return { kind: 'execution_error', message: wrong };
  const failed = observations.find(({ status }) => status === 'error');
  return failed === undefined ? null : { kind: kindOf(failed), message: failed.content };
}

function kindOf({ error }: Observation): ServedError {
  switch (error?.type) {
    case 'unknown_tool':
      return 'tool_not_found';
    case 'invalid_arguments':
    case 'no_json':
      return 'invalid_args';
    default:
      return 'execution_error';
  }
}
