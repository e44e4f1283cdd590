import type { MettleError } from '../core/index.js';
import type { RunError } from './contract.js';
import { abortedError, endedError } from './ended-errors.js';
import type { EngineOutcome, EngineRun } from './engine.js';
import { sandboxError } from './error-codes.js';

/** Throws `sandbox/invalid_argument` unless the code, and the file where one is given, are strings. */
export function checkTexts(code: unknown, file: unknown): void {
  const message =
    typeof code !== 'string'
      ? 'the code to run must be a string'
      : file !== undefined && typeof file !== 'string'
        ? 'the file that the code came from must be a path of the tree'
        : null;
  if (message !== null) throw sandboxError('invalid_argument', message);
}

/** Throws `sandbox/invalid_argument` for what no process can have as its environment. */
export function checkEnvironment(environment: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(environment)) {
    if (/^[^=\0]+$/.test(name) && typeof value === 'string' && !value.includes('\0')) continue;
    throw sandboxError(
      'invalid_argument',
      `environment: ${JSON.stringify(name)} cannot be set; names and values are strings without a null character, and names without "="`,
    );
  }
}

/** The outcome of a run that need not be started: aborted before, or with more source than is accepted; else null. */
export function refusalOf({ code, limits, signal }: EngineRun): EngineOutcome | null {
  const { maxSourceBytes } = limits;
  if (signal?.aborted === true) return notStarted(abortedError(), 0);
  if (code.length * 3 > maxSourceBytes && Buffer.byteLength(code) > maxSourceBytes) {
    const message = `the code takes more than ${maxSourceBytes} bytes (maxSourceBytes)`;
    return notStarted(endedError('limit', 'ValueError', message), 0);
  }
  return null;
}

/** The outcome of a run that came to nothing before its code ran, after so many seconds. */
export function notStarted(error: RunError, wallSeconds: number): EngineOutcome {
  return {
    ok: false,
    value: null,
    stdout: '',
    stderr: '',
    error,
    usage: { wallSeconds, executionSeconds: 0, hostCalls: 0 },
    namespaceLost: false,
  };
}

/** Whether what was bound for the run is in the namespace: its code ran, and the engine did not take the run back. */
export function keepsInputs({ error }: EngineOutcome): boolean {
  return error === null || error.kind === 'runtime';
}

/** The error for suspending where the engine cannot. */
export function cannotSuspend(engine: string): MettleError {
  return sandboxError(
    'cannot_suspend',
    `the ${engine} engine cannot suspend a run; use engine "monty", or see capabilities().suspend`,
  );
}

/** The error for a line of the shell where the engine has no shell. */
export function noShell(engine: string): MettleError {
  return sandboxError(
    'no_shell',
    `the ${engine} engine has no shell, because it starts no programs; use engine "cpython" or "docker", or do it in Python`,
  );
}

/** The error of a run that cost the namespace, saying so in its hint. */
export function withLossNamed(error: RunError | null): RunError | null {
  if (error === null) return null;
  const loss = 'The variables of earlier runs are lost; define them again.';
  return { ...error, hint: error.hint === null ? loss : `${error.hint} ${loss}` };
}
