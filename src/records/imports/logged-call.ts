import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { LoggedCall } from './conversation.js';
import type { ExactJson } from './exact-json.js';

/** A call of a log. Its arguments may be an object, or JSON text as some services have it. */
export function loggedCall(
  { id, tool }: { readonly id: string | null; readonly tool: string },
  given: Json | undefined,
  { textOf }: Pick<ExactJson, 'textOf'>,
): LoggedCall {
  const call = { type: 'call', id, tool } as const;
  if (given === undefined || given === null) return { ...call, arguments: {} };
  if (typeof given === 'string') {
    const value = readArguments(given);
    return value === null
      ? { ...call, arguments: {}, invalid: given }
      : { ...call, arguments: value, text: given };
  }
  if (!isJsonObject(given)) return { ...call, arguments: {}, invalid: JSON.stringify(given) };
  const text = textOf(given);
  if (text === null) return { ...call, arguments: given };
  // Written anew from the text, so that a number that none can hold is seen.
  const value = readArguments(text);
  return value === null ? { ...call, arguments: {}, invalid: text } : { ...call, arguments: value, text };
}

/** The arguments in a text; null where it holds none that a record can hold. */
function readArguments(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    canonicalJson(value);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
