import { isJsonObject, type Json } from '../core/index.js';

/** Names under which a call that is written out as JSON gives its tool, and its arguments. */
const TOOL_KEYS = ['name', 'tool', 'tool_name', 'toolName', 'function', 'action'];
const ARGUMENT_KEYS = ['arguments', 'parameters', 'input', 'args', 'tool_args', 'action_input'];

const TAGGED = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/i;
const FUNCTION_TAG = /<function=["']?([\w.-]+)/i;
const LAST_FENCE = /```[\w-]*\n([\s\S]*?)```\s*$/;
const PYTHON_CALL = /^\[?\s*([A-Za-z_][\w.-]*)\([\s\S]*\)\s*\]?$/;

/**
 * The tool that a text calls in words where a model should have made the call: as JSON, in the tags of a chat template, or as a
 * call of a function. Null for a text that does not, or names a tool that there is not.
 */
export function writtenCall(text: string, tools: readonly string[]): string | null {
  const tag = FUNCTION_TAG.exec(text)?.[1];
  if (tag !== undefined && tools.includes(tag)) return tag;
  for (const part of [TAGGED.exec(text)?.[1], LAST_FENCE.exec(text)?.[1], text]) {
    const name = part === undefined ? null : calledIn(part.trim(), tools);
    if (name !== null) return name;
  }
  return null;
}

function calledIn(text: string, tools: readonly string[]): string | null {
  const call = PYTHON_CALL.exec(text)?.[1];
  if (call !== undefined && tools.includes(call)) return call;
  if (!text.startsWith('{') && !text.startsWith('[')) return null;
  try {
    return calledBy(JSON.parse(text) as Json, tools);
  } catch {
    return null;
  }
}

function calledBy(value: Json, tools: readonly string[]): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : calledBy(value[0] ?? null, tools);
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value.tool_calls)) return calledBy(value.tool_calls, tools);
  if (isJsonObject(value.function)) return calledBy(value.function, tools);
  if (!ARGUMENT_KEYS.some((key) => value[key] !== undefined)) return null;
  const name = TOOL_KEYS.map((key) => value[key]).find((one) => typeof one === 'string');
  return typeof name === 'string' && tools.includes(name) ? name : null;
}
