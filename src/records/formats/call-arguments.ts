import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { OpenAIToolCall } from '../openai-message.js';

/** Why a record is skipped whose arguments a format can't hold. */
export const NO_OBJECT = 'a call has arguments that are no JSON object';

/** The arguments of a call; null where its model wrote no JSON object. */
export function argumentsOf(call: OpenAIToolCall): JsonObject | null {
  try {
    const value = JSON.parse(call.function.arguments) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
