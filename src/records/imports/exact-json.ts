import { randomBytes } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject, type Steps } from '../../core/index.js';
import { errorMessage, jsonProblem, oneLine, startOf } from '../../core/internal.js';
import type { UnusableRecord } from './conversation.js';

/** JSON of a log, with the exact text of those objects that numbers don't survive: `5.0`, `1e400`, whole numbers over 2⁵³. */
export interface ExactJson {
  readonly value: Json;
  /** The text of an object within `value` where it isn't what `JSON.stringify` makes of it; null otherwise. */
  readonly textOf: (object: JsonObject) => string | null;
}

/** What may be a number that is printed otherwise than it was written. */
const MAYBE_INEXACT = /\bNaN\b|\bInfinity\b|\d\.\d*0[^\d.]|\d\.\d{15}|\d{16}|\d[eE]|-0/;

/** A text or a number of JSON, and what Python writes for numbers that JSON hasn't. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|-?Infinity|NaN/g;

/** Tokens that are read at once. */
const TOKENS_A_STEP = 1_000;

/** Stands before a number that was made a text. Nobody who writes a log can know it. */
const MARK = `~${randomBytes(6).toString('hex')}:`;
const MARKED = new RegExp(`"${MARK}([-+.\\deE]+)"`, 'g');

/**
 * Reads JSON of a log without losing how its numbers were written.
 * @returns the JSON, or why the text is none, without making an error: a long file may have one for each line
 */
export function* parseExactJson(text: string): Steps<ExactJson | UnusableRecord> {
  const marked = MAYBE_INEXACT.test(text) ? yield* withMarks(text) : null;
  let value: Json;
  try {
    value = JSON.parse(marked ?? text) as Json;
  } catch (error) {
    const why = oneLine(startOf(errorMessage(error), 200));
    return { reason: `it is not JSON: ${why}. It may be cut off.` };
  }
  yield;
  const problem = jsonProblem(value);
  if (problem !== undefined) return { reason: `it ${problem}` };
  if (marked === null) return plainJson(value);
  yield;
  const sources = new WeakMap<object, Json>();
  return {
    value: restored(value, sources),
    textOf: (object) => {
      const source = sources.get(object);
      return source === undefined ? null : JSON.stringify(source).replace(MARKED, '$1');
    },
  };
}

/** Data that is no text any more: its numbers are what they are. */
export function plainJson(value: Json): ExactJson {
  return { value, textOf: () => null };
}

/** The text with each number as a text that would be printed otherwise; null where there is none. */
function* withMarks(text: string): Steps<string | null> {
  const parts: string[] = [];
  let [end, read] = [0, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (++read % TOKENS_A_STEP === 0) yield;
    if (token.startsWith('"') || (String(Number(token)) === token && Number.isFinite(Number(token))))
      continue;
    parts.push(text.slice(end, index), `"${MARK}${token}"`);
    end = index + token.length;
  }
  return end === 0 ? null : parts.join('') + text.slice(end);
}

/** The value with its numbers; objects that hold one which is printed otherwise are noted with what they were read from. */
function restored(value: Json, sources: WeakMap<object, Json>): Json {
  if (typeof value === 'string') {
    if (!value.startsWith(MARK)) return value;
    const written = value.slice(MARK.length);
    // What no number can hold stays as it was written.
    return Number.isFinite(Number(written)) ? Number(written) : written;
  }
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => restored(item, sources));
    return items.some((item, index) => item !== value[index]) ? noted(items, value, sources) : value;
  }
  if (!isJsonObject(value)) return value;
  let isOther = false;
  const members: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value)) {
    const own = restored(member, sources);
    members[name] = own;
    isOther ||= own !== member;
  }
  return isOther ? noted(members, value, sources) : value;
}

function noted<T extends object>(value: T, source: Json, sources: WeakMap<object, Json>): T {
  sources.set(value, source);
  return value;
}
