import { isJsonObject, type Json } from '../../core/index.js';
import type { ModelResponse } from '../response.js';

/** A response as it is kept: without the provider's own answer. */
export function toStored({ raw: _, ...response }: ModelResponse): object {
  return response;
}

/** A response that was kept; null for what is none. */
export function fromStored(value: Json | undefined): ModelResponse | null {
  if (!isJsonObject(value)) return null;
  const { text, reasoning, toolCalls, finishReason, usage, warnings, message, model } = value;
  const isWhole =
    [text, reasoning, finishReason, model].every((member) => typeof member === 'string') &&
    Array.isArray(toolCalls) &&
    toolCalls.every((call) => isJsonObject(call) && typeof call.toolName === 'string') &&
    Array.isArray(warnings) &&
    isJsonObject(usage) &&
    isJsonObject(message) &&
    message.role === 'assistant';
  return isWhole ? ({ ...value, raw: null } as unknown as ModelResponse) : null;
}
