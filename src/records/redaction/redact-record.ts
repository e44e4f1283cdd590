import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { Redactor } from './redactor.js';

/** Members that say what a part of a record is or link it to another: nobody's data. */
const KEPT_OF_STEPS = new Set([
  'type',
  'call_id',
  'tool',
  'status',
  'state_digest',
  'trajectory_id',
  'agent',
]);
const KEPT_OF_TURNS = new Set([
  'agent',
  'step',
  'model',
  'served_model',
  'continues',
  'finish_reason',
  'raw_finish_reason',
  'usage',
]);
const KEPT = new Set([
  'id',
  'version',
  'seed',
  'environment',
  'policy',
  'initial_state_digest',
  'final_state_digest',
  'stop_reason',
  'usage',
  'call_seconds',
]);

/** The record of a trajectory with every text in it redacted; ids, digests and names of tools stay. */
export function redactRecord(record: JsonObject, redactor: Redactor): JsonObject {
  return mapMembers(record, (name, value) => {
    if (KEPT.has(name)) return value;
    if (name === 'steps') return each(value, (step) => redactParts(step, KEPT_OF_STEPS, redactor));
    if (name === 'turns') return each(value, (turn) => redactTurn(turn, redactor));
    if (name === 'tools') return each(value, (tool) => redactParts(tool, new Set(['name']), redactor));
    return redactor.json(value);
  });
}

function redactTurn(turn: JsonObject, redactor: Redactor): JsonObject {
  const { text, answer_start: start } = turn;
  // The place where the answer begins moves with what comes before it.
  const [before, after] =
    typeof text === 'string' && typeof start === 'number'
      ? [redactor.text(text.slice(0, start)), redactor.text(text.slice(start))]
      : ['', ''];
  return mapMembers(turn, (name, value) => {
    if (KEPT_OF_TURNS.has(name)) return value;
    if (name === 'answer_start') return before.length;
    if (name === 'text' && typeof start === 'number') return before + after;
    if (name === 'tools') {
      return Array.isArray(value)
        ? (value as readonly Json[]).map((tool) =>
            isJsonObject(tool) ? redactParts(tool, new Set(['name']), redactor) : tool,
          )
        : value;
    }
    if (name === 'sent') return each(value, (message) => redactMessage(message, redactor));
    if (name === 'parts') return each(value, (part) => redactPart(part, redactor));
    return redactor.json(value);
  });
}

function redactMessage(message: JsonObject, redactor: Redactor): JsonObject {
  return mapMembers(message, (name, value) => {
    if (name === 'role' || name === 'tool_call_id') return value;
    if (name !== 'tool_calls') return redactor.json(value);
    return each(value, (call) => {
      const made = isJsonObject(call.function) ? call.function : {};
      const { arguments: given } = made;
      return { ...call, function: { ...made, arguments: redactedText(given ?? '', redactor) } };
    });
  });
}

/** A part of a reply. The text of arguments that have something to hide is left out: the step has them. */
function redactPart(part: JsonObject, redactor: Redactor): JsonObject {
  if (!('call' in part) || typeof part.arguments !== 'string') return redactor.json(part) as JsonObject;
  return redactedText(part.arguments, redactor) === part.arguments ? part : { call: part.call ?? 0 };
}

/** JSON text with its values redacted, so that it stays JSON; as it was where nothing was found. */
function redactedText(text: Json, redactor: Redactor): Json {
  if (typeof text !== 'string') return redactor.json(text);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return redactor.text(text);
  }
  const redacted = canonicalJson(redactor.json(value));
  return redacted === canonicalJson(value) ? text : redacted;
}

function redactParts(value: JsonObject, kept: ReadonlySet<string>, redactor: Redactor): JsonObject {
  return mapMembers(value, (name, member) => {
    if (kept.has(name)) return member;
    // Members of a record have names of their own: only what is in them may be called a secret.
    return redactor.json(member);
  });
}

function each(value: Json, change: (item: JsonObject) => Json): Json {
  return Array.isArray(value)
    ? (value as readonly Json[]).map((item) => (isJsonObject(item) ? change(item) : item))
    : value;
}

function mapMembers(value: JsonObject, change: (name: string, member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(name, member)]));
}
