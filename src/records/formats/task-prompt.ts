import { canonicalJson, type JsonObject } from '../../core/index.js';
import { answerText } from '../answer-text.js';
import { openAITool } from '../to-messages.js';
import type { Trajectory } from '../trajectory.js';
import { trajectoryLabels } from '../trajectory-labels.js';
import { taskRecord } from '../trajectory-record.js';
import { conversationOf } from './conversation.js';

/** A task for training by reinforcement: what an agent is asked, and what a reward is computed from. */
export interface TaskPrompt {
  /** What was sent before the agent wrote anything. */
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  readonly tools: readonly unknown[];
  /** The expected answer as text; empty where the task expects none. */
  readonly answer: string;
  /** All that the task expects, as canonical JSON. */
  readonly expected: string;
  readonly split: string;
}

/** Why a task gives no reward. */
export const NO_EXPECTATION = 'the task expects nothing that a reward could be computed from';
/** What no answer shows. */
export const REWARD_NEEDS_WORLD = 'the reward needs the world: the answer alone does not show it';

/** The task that a trajectory is a run of; null where it expects nothing. */
export function taskPromptOf(trajectory: Trajectory): TaskPrompt | null {
  const { task } = trajectory;
  const { answer, stateDigest, goals = [], process = [] } = task.expected;
  if (answer === null && stateDigest === null && goals.length + process.length === 0) return null;
  const { messages, tools } = conversationOf(trajectory);
  const sent: TaskPrompt['messages'][number][] = [];
  for (const message of messages) {
    if (message.role !== 'system' && message.role !== 'user') break;
    sent.push(message);
  }
  return {
    messages: sent,
    tools: tools.map(openAITool),
    answer: answer === null ? '' : answerText(answer.value),
    expected: canonicalJson((taskRecord(task) as { readonly expected: JsonObject }).expected),
    split: trajectoryLabels(trajectory).split ?? 'train',
  };
}

/** Whether a right answer is all that a task asks for. */
export function isAnsweredByText({ task: { expected } }: Pick<Trajectory, 'task'>): boolean {
  const { answer, goals = [], invariants = [], process = [] } = expected;
  return answer !== null && goals.length + invariants.length + process.length === 0;
}
