import { MettleError } from '../../core/index.js';
import type { HostFunctions } from '../contract.js';
import { hostErrorOf } from '../host-error.js';
import { hostArguments } from '../keyword-arguments.js';
import type { PythonValue } from '../python-value.js';
import { decodeMarshalInTurns } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';

type Answer = { readonly value: PythonValue } | { readonly error: readonly [type: string, message: string] };

/**
 * Calls the host function that foreign code asks for, and encodes what the code is to get: the value, or an error.
 *
 * @param data - the call as it was sent
 * @param onCall - told of the function's name before it is called
 * @throws {TypeError} for what is no call, and whatever the decoder throws for what is no value
 */
export async function answerCall(
  data: Buffer,
  functions: HostFunctions,
  maxBytes: number,
  onCall: (name: string) => void,
): Promise<Buffer> {
  return encodeAnswer(await answerOf(data, functions, onCall), maxBytes);
}

/** Whether a value was refused for its size alone. */
export function isTooLarge(thrown: unknown): thrown is MettleError {
  return MettleError.isInstance(thrown) && thrown.code === 'sandbox/value_too_large';
}

async function answerOf(
  data: Buffer,
  functions: HostFunctions,
  onCall: (name: string) => void,
): Promise<Answer> {
  const call = await decodedCall(data);
  if ('error' in call) return call;
  const [name, args, kwargs] = readCall(call.value);
  onCall(name);
  const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (called === undefined) return { error: ['NameError', `the host has no function ${name}`] };
  try {
    return { value: await called(...hostArguments(args, kwargs)) };
  } catch (thrown) {
    const { type, message } = hostErrorOf(thrown);
    return { error: [type, message] };
  }
}

async function decodedCall(data: Buffer): Promise<Answer> {
  try {
    return { value: await decodeMarshalInTurns(data) };
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    return { error: ['ValueError', thrown.message] };
  }
}

/** A call as foreign code sent it, checked. */
function readCall(
  value: PythonValue,
): readonly [string, readonly PythonValue[], Readonly<Record<string, PythonValue>>] {
  const [name, args, kwargs] = Array.isArray(value) ? value : [];
  if (typeof name !== 'string' || !Array.isArray(args)) {
    throw new TypeError('a call without a name or arguments');
  }
  if (!isRecord(kwargs)) throw new TypeError('a call whose keyword arguments are no dict of names');
  return [name, args, kwargs];
}

function isRecord(value: PythonValue | undefined): value is Readonly<Record<string, PythonValue>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function encodeAnswer(answer: Answer, maxBytes: number): Buffer {
  if ('error' in answer) return encodeMarshal([false, ...answer.error]);
  try {
    return encodeMarshal([true, answer.value], maxBytes);
  } catch (thrown) {
    return encodeMarshal([
      false,
      'ValueError',
      `the host's answer cannot be given to Python: ${hostErrorOf(thrown).message}`,
    ]);
  }
}
