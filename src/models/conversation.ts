import { isJsonObject } from '../core/index.js';
import type { ModelMessage } from './message.js';

/** A conversation to go on with. */
export interface Conversation {
  readonly messages: readonly ModelMessage[];
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/**
 * Whether inputs are only a conversation: an object with one member `messages`, each of them a message. Data that
 * merely has a field of that name is data.
 */
export function isConversation(inputs: unknown): inputs is Conversation {
  if (!isJsonObject(inputs) || Object.keys(inputs).length !== 1) return false;
  const { messages } = inputs;
  return Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
}

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value) || !ROLES.includes(value.role)) return false;
  const { role, content } = value;
  if (typeof content === 'string') return role !== 'tool';
  return role !== 'system' && Array.isArray(content) && content.every(isPart);
}

function isPart(value: unknown): boolean {
  return isJsonObject(value) && typeof value.type === 'string';
}
