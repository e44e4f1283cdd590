import type { RunError, SandboxLimits } from './contract.js';
import { MAX_VALUE_DEPTH } from './python-value.js';

/** An error of the run as a whole: it has no place in the code. */
export function endedError(
  kind: RunError['kind'],
  type: string,
  message: string,
  hint: string | null = null,
): RunError {
  return { kind, type, message, line: null, frames: [], hint };
}

/** The error of a run that was not begun, because what it would have run in had ended: `what` says so. */
export function notRunError(kind: RunError['kind'], type: string, what: string): RunError {
  return endedError(kind, type, `${what}, and the code was not run`, 'Run it again.');
}

/** The error of code that ran too long. */
export function timeoutError({ timeoutSeconds }: Pick<SandboxLimits, 'timeoutSeconds'>): RunError {
  const message = `the code ran longer than its limit of ${timeoutSeconds} s`;
  return endedError('timeout', 'TimeoutError', message, 'Do less in one run, or raise timeoutSeconds.');
}

/** The error of a run that the machine gave too little of its processors to reach a limit of its own. */
export function starvedError(ownSeconds: number, wallSeconds: number): RunError {
  const message = `this machine is overloaded: in ${wallSeconds.toFixed(1)} s the code could run for ${ownSeconds.toFixed(1)} s`;
  return endedError('infrastructure', 'TimeoutError', message, 'Run less at once, or try again later.');
}

/** The error of a run whose whole deadline is over, host functions and waiting included. */
export function deadlineError({ deadlineSeconds }: Pick<SandboxLimits, 'deadlineSeconds'>): RunError {
  const message = `the run, host functions included, took longer than its deadline of ${deadlineSeconds} s`;
  return endedError(
    'timeout',
    'TimeoutError',
    message,
    'Make host functions faster, or raise deadlineSeconds.',
  );
}

/** The error of code that printed too much. */
export function outputError({ maxOutputChars }: Pick<SandboxLimits, 'maxOutputChars'>): RunError {
  const message = `the code printed more than its limit of ${maxOutputChars} characters`;
  const hint = 'Print less: a summary, or the first rows; or raise maxOutputChars.';
  return endedError('output', 'OutputLimitError', message, hint);
}

/** The error of code, with its processes, that needed too much memory. */
export function memoryError({ memoryMegabytes }: Pick<SandboxLimits, 'memoryMegabytes'>): RunError {
  const message = `the code needed more memory than its limit of ${memoryMegabytes} MB`;
  const hint = 'Use less memory: work in smaller pieces, or raise memoryMegabytes.';
  return endedError('memory', 'MemoryError', message, hint);
}

/** What is wrong with a value that nests deeper than values may. */
export const TOO_DEEP: string = `the value is nested deeper than ${MAX_VALUE_DEPTH} levels`;

/** The error of code whose value nests deeper than values may. */
export function tooDeepError(): RunError {
  return endedError('limit', 'ValueError', TOO_DEEP, 'Return less of it, or a flatter form.');
}

/** The error of a run whose sandbox was closed. */
export function closedError(): RunError {
  return endedError('aborted', 'KeyboardInterrupt', 'the sandbox was closed');
}

/** The error of a run that the caller ended. */
export function abortedError(): RunError {
  return endedError('aborted', 'KeyboardInterrupt', 'the run was aborted');
}
