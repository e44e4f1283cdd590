import type { ModelTurn } from '../model-turn.js';
import type { OpenAIMessage } from '../openai-message.js';
import { isOneConversation, toMessages } from '../to-messages.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Trajectory } from '../trajectory.js';
import { sortedJson } from './sorted-json.js';
import { turnsOfMessages } from './turns-of-messages.js';

/** A trajectory as a conversation to write. */
export interface Conversation {
  readonly messages: readonly OpenAIMessage[];
  /** Sorted as canonical JSON: a schema may come with its members in any order. */
  readonly tools: readonly ToolDefinition[];
  /** The ids of calls whose answer is an error. */
  readonly failed: ReadonlySet<string>;
  /** Whether the agent wrote a message. An assistant's message may also have been sent as an example. */
  readonly isOwn: (message: OpenAIMessage) => boolean;
  /** The turn that wrote a message, where the record has it. */
  readonly turnOf: (message: OpenAIMessage) => ModelTurn | undefined;
  /** What of the record no conversation holds. */
  readonly losses: readonly string[];
}

/** The conversation of a trajectory. */
export function conversationOf(trajectory: Trajectory): Conversation {
  const failed = trajectory.steps.flatMap((step) =>
    (step.type === 'observation' && step.status === 'error') || step.type === 'withheld_call'
      ? [step.callId]
      : [],
  );
  const isJoined = trajectory.turns !== null && !isOneConversation(trajectory);
  const messages = toMessages(trajectory);
  const turns = turnsOfMessages(trajectory, messages);
  return {
    messages,
    tools: sortedJson(declaredTools(trajectory)),
    failed: new Set(failed),
    isOwn: (message) => message.role === 'assistant' && turns?.has(message) !== false,
    turnOf: (message) => turns?.get(message),
    losses: isJoined ? ['several conversations are joined into one'] : [],
  };
}

/** The tools of the world, and what else the model could call, such as `submit`. */
export function declaredTools({ tools, turns }: Trajectory): readonly ToolDefinition[] {
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  for (const tool of (turns ?? []).flatMap((turn) => turn.tools ?? [])) {
    if (typeof tool !== 'string' && !known.has(tool.name)) known.set(tool.name, tool);
  }
  return [...known.values()];
}

/** The name of the tool of each call, by the call's id. */
export function toolNamesByCall(messages: readonly OpenAIMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map((call) => [call.id, call.function.name] as const)
        : [],
    ),
  );
}

/** Why a trajectory is no conversation to learn from; null where it is. */
export function whyNoConversation(trajectory: Trajectory): string | null {
  if (trajectory.stopReason !== 'answered')
    return `the episode ended without an answer (${trajectory.stopReason})`;
  return trajectory.task.prompt.trim() === '' ? 'the prompt is empty' : null;
}
