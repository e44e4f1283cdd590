import type { Json } from '../core/index.js';
import type { ToolOutcome } from './outcome.js';

/** Longest JSON text of a result, in characters. */
const MAX_RESULT = 5_000_000;

/** What a tool returned, as JSON: undefined is null, a Date its text. */
export function jsonResult(name: string, value: unknown): ToolOutcome {
  if (value === undefined || value === null) return { ok: true, value: null };
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return { ok: true, value };
  let text: string | undefined;
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value);
  } catch (error) {
    const error_ = `${name} ended, but what it returned is not JSON.`;
    return { ok: false, fault: 'bad_result', error: error_, cause: error };
  }
  if (text === undefined) {
    return {
      ok: false,
      fault: 'bad_result',
      error: `${name} ended, but returned a ${typeof value}, not JSON.`,
    };
  }
  if (text.length > MAX_RESULT) {
    const error = `${name} ended, but its result is ${text.length} characters long, over ${MAX_RESULT}. Ask for less.`;
    return { ok: false, fault: 'bad_result', error };
  }
  return { ok: true, value: typeof value === 'string' ? value : (JSON.parse(text) as Json) };
}
