import type { RunError } from '../contract.js';

/** An error of the run as a whole: it has no place in the code. */
export function endedError(kind: RunError['kind'], type: string, message: string): RunError {
  return { kind, type, message, line: null, frames: [], hint: null };
}

/** The error of a run whose whole deadline is over. */
export function deadlineError(): RunError {
  return endedError('timeout', 'TimeoutError', 'the deadline of the whole run is over');
}

/** The error of a run whose sandbox was closed. */
export function closedError(): RunError {
  return endedError('aborted', 'KeyboardInterrupt', 'the sandbox was closed');
}

/** The error of a run that the caller ended. */
export function abortedError(): RunError {
  return endedError('aborted', 'KeyboardInterrupt', 'the run was aborted');
}
