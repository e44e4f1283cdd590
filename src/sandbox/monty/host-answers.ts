import { errorMessage } from '../../core/index.js';
import type { Answer } from './wire/requests.js';

/** The answer for what a host function returned. */
export function given(result: unknown): Answer {
  return { kind: 'return', given: { kind: 'value', value: result === undefined ? null : result } };
}

/** Tells Python why it cannot have what a host function answered. */
export function refusedAnswer(thrown: unknown): Answer {
  return { kind: 'raise', type: 'ValueError', message: errorMessage(thrown) };
}

/** Whether a host function returned a promise, of any library. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}
