import { errorMessage } from '../../core/index.js';
import type { Answer } from './wire/requests.js';

/** Exception names that the worker accepts; any other would leave it waiting. */
const ACCEPTED: ReadonlySet<string> = new Set(
  (
    'BaseException Exception ArithmeticError AssertionError AttributeError FileExistsError FileNotFoundError ' +
    'ImportError IndexError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ' +
    'ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ' +
    'RecursionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError UnboundLocalError ' +
    'ValueError ZeroDivisionError'
  ).split(' '),
);

/** Python exceptions and JavaScript errors that Monty lacks, and the nearest that it has. */
const NEAREST: Readonly<Record<string, string>> = {
  ConnectionError: 'OSError',
  ConnectionRefusedError: 'OSError',
  ConnectionResetError: 'OSError',
  BrokenPipeError: 'OSError',
  EOFError: 'OSError',
  UnicodeError: 'ValueError',
  UnicodeDecodeError: 'ValueError',
  UnicodeEncodeError: 'ValueError',
  RangeError: 'ValueError',
};

/** The exception to raise inside for what a host function threw. */
export function raiseFor(thrown: unknown): Answer {
  const name = thrown instanceof Error ? thrown.name : 'Error';
  return raiseNamed(name, errorMessage(thrown));
}

/** An exception by its Python class name: that class where the worker has it, else the nearest one. */
export function raiseNamed(name: string, message: string): Answer {
  if (ACCEPTED.has(name)) return { kind: 'raise', type: name, message };
  const nearest = NEAREST[name];
  if (nearest !== undefined) return { kind: 'raise', type: nearest, message };
  const plain = name === 'Error' || name === 'MettleError';
  return { kind: 'raise', type: 'RuntimeError', message: plain ? message : `${name}: ${message}` };
}
