import { startOf } from '../core/internal.js';
/** What a host function threw, as Python is told of it. */
export interface HostError {
  /** The Python class to raise, where the engine has one of that name; any other name becomes a `RuntimeError`. */
  readonly type: string;
  readonly message: string;
}

/** Longest class name that is looked at; longer ones name no class. */
const MAX_TYPE_LENGTH = 100;

/** Errors of JavaScript, old names and classes that cannot be made from a message, by the class that is raised. */
const RAISED_AS: ReadonlyMap<string, string> = new Map([
  ['RangeError', 'ValueError'],
  ['IOError', 'OSError'],
  ['EnvironmentError', 'OSError'],
  ['UnicodeDecodeError', 'UnicodeError'],
  ['UnicodeEncodeError', 'UnicodeError'],
  ['UnicodeTranslateError', 'UnicodeError'],
]);

/**
 * Names that mean something else in Python, or would end the run or blame it: a host function cannot raise them.
 * `ReferenceError` is a mistake in JavaScript and weak references in Python.
 */
const NOT_RAISED: ReadonlySet<string> = new Set(
  'BaseException BaseExceptionGroup ExceptionGroup GeneratorExit KeyboardInterrupt MemoryError ReferenceError SystemExit'.split(
    ' ',
  ),
);

/** Names of errors that say nothing of what went wrong. */
const PLAIN: ReadonlySet<string> = new Set(['Error', 'MettleError', 'RuntimeError']);

/** An exception by its name, as every engine raises it: what cannot be raised is named in a `RuntimeError`. */
export function hostErrorNamed(name: string, message: string): HostError {
  if (PLAIN.has(name)) return { type: 'RuntimeError', message };
  if (name.length > MAX_TYPE_LENGTH || NOT_RAISED.has(name)) return unnamed(name, message);
  return { type: RAISED_AS.get(name) ?? name, message };
}

/** The `RuntimeError` that stands for an exception that the engine has no class for. */
export function unnamed(name: string, message: string): HostError {
  return { type: 'RuntimeError', message: `${startOf(name, MAX_TYPE_LENGTH)}: ${message}` };
}

/** What a host function threw. It is read with care: whatever is thrown may throw when it is looked at. */
export function hostErrorOf(thrown: unknown): HostError {
  try {
    if (!(thrown instanceof Error)) return hostErrorNamed('Error', String(thrown));
    const name: unknown = thrown.name;
    return hostErrorNamed(typeof name === 'string' ? name : 'Error', String(thrown.message));
  } catch {
    return hostErrorNamed('Error', 'the host function threw something that cannot be read');
  }
}
