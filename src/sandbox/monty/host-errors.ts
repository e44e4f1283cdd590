import { hostErrorNamed, hostErrorOf, unnamed } from '../host-error.js';
import type { Answer } from './wire/answer.js';

/** Exception names that the worker accepts and a host function may raise; any other would leave it waiting. */
const ACCEPTED: ReadonlySet<string> = new Set(
  (
    'Exception ArithmeticError AssertionError AttributeError FileExistsError FileNotFoundError ImportError ' +
    'IndexError IsADirectoryError KeyError LookupError ModuleNotFoundError NameError NotADirectoryError ' +
    'NotImplementedError OSError OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError ' +
    'TimeoutError TypeError UnboundLocalError ValueError ZeroDivisionError'
  ).split(' '),
);

/** Exceptions that Monty lacks, by the class above them that it has: the same `except` clauses catch them. */
const ABOVE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ArithmeticError: 'FloatingPointError',
    OSError:
      'BlockingIOError BrokenPipeError ChildProcessError ConnectionAbortedError ConnectionError ' +
      'ConnectionRefusedError ConnectionResetError InterruptedError ProcessLookupError',
    SyntaxError: 'IndentationError TabError',
    ValueError: 'UnicodeError',
    Exception:
      'BufferError BytesWarning DeprecationWarning EncodingWarning EOFError FutureWarning ImportWarning ' +
      'PendingDeprecationWarning ResourceWarning RuntimeWarning StopAsyncIteration SyntaxWarning SystemError ' +
      'UnicodeWarning UserWarning Warning',
  }).flatMap(([above, names]) => names.split(' ').map((name) => [name, above] as const)),
);

/** The exception to raise inside for what a host function threw. */
export function raiseFor(thrown: unknown): Answer {
  const { type, message } = hostErrorOf(thrown);
  return raised(type, message);
}

/** An exception by its Python class name: that class where the worker has it, else the one above it. */
export function raiseNamed(name: string, message: string): Answer {
  const error = hostErrorNamed(name, message);
  return raised(error.type, error.message);
}

function raised(name: string, message: string): Answer {
  const type = ACCEPTED.has(name) ? name : ABOVE.get(name);
  return type === undefined ? { kind: 'raise', ...unnamed(name, message) } : { kind: 'raise', type, message };
}
