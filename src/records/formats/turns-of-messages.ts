import type { ModelTurn } from '../model-turn.js';
import type { OpenAIMessage } from '../openai-message.js';
import { isOneConversation } from '../to-messages.js';
import type { Trajectory } from '../trajectory.js';

/**
 * The turn that wrote each reply of a conversation; null where the record doesn't say who wrote them. An assistant's message that is in
 * none was sent as an example, and nobody should learn from it that a model wrote it.
 */
export function turnsOfMessages(
  trajectory: Trajectory,
  messages: readonly OpenAIMessage[],
): ReadonlyMap<OpenAIMessage, ModelTurn> | null {
  if (!isOneConversation(trajectory)) return null;
  const replies = messages.filter(({ role }) => role === 'assistant');
  const turns = new Map<OpenAIMessage, ModelTurn>();
  let next = 0;
  for (const turn of trajectory.turns ?? []) {
    next += (turn.sent ?? []).filter(({ role }) => role === 'assistant').length;
    if (turn.text === undefined) continue;
    const reply = replies[next];
    if (reply !== undefined) turns.set(reply, turn);
    next += 1;
  }
  return turns;
}
