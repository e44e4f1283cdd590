import type { HostFunctions } from '../contract.js';
import type { HostCall } from '../engine.js';
import { hostErrorOf } from '../host-error.js';
import { hostArguments } from '../keyword-arguments.js';
import { raiseFor } from './host-errors.js';
import type { Answer } from './wire/answer.js';

/** The answer for what a host function returned. */
export function given(result: unknown): Answer {
  return { kind: 'return', given: { kind: 'value', value: result === undefined ? null : result } };
}

/** Tells Python why it cannot have what a host function answered. */
export function refusedAnswer(thrown: unknown): Answer {
  return { kind: 'raise', type: 'ValueError', message: hostErrorOf(thrown).message };
}

/** Whether a host function returned a promise, of any library. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';
}

/** Calls a host function; what it throws becomes a Python exception. */
export function callHostFunction(
  functions: HostFunctions,
  name: string,
  { args, kwargs }: Pick<HostCall, 'args' | 'kwargs'>,
): Answer | Promise<Answer> {
  const hostFunction = functions[name];
  if (hostFunction === undefined) return { kind: 'not_found', name };
  try {
    const result: unknown = hostFunction(...hostArguments(args, kwargs));
    if (!isThenable(result)) return given(result);
    return Promise.resolve(result).then(given, raiseFor);
  } catch (thrown) {
    return raiseFor(thrown);
  }
}
