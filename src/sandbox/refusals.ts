import { MettleError } from '../core/index.js';
import type { EngineChoice, RunError } from './contract.js';
import type { EngineOutcome, EngineRun } from './engine.js';

/** The outcome of a run that need not be started: aborted before, or with more source than is accepted; else null. */
export function refusalOf({ code, limits, signal }: EngineRun): EngineOutcome | null {
  const { maxSourceBytes } = limits;
  if (signal?.aborted === true) return refused('aborted', 'KeyboardInterrupt', 'the run was aborted');
  if (code.length * 3 > maxSourceBytes && Buffer.byteLength(code) > maxSourceBytes) {
    const message = `the code takes more than ${maxSourceBytes} bytes (maxSourceBytes)`;
    return refused('limit', 'ValueError', message);
  }
  return null;
}

function refused(kind: 'aborted' | 'limit', type: string, message: string): EngineOutcome {
  return notStarted({ kind, type, message, line: null, frames: [], hint: null }, 0);
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
    effects: { hostCalls: 0, fileChanges: 0 },
    namespaceLost: false,
  };
}

/** The error for suspending where the engine cannot. */
export function cannotSuspend(engine: EngineChoice): MettleError {
  return new MettleError({
    code: 'sandbox/cannot_suspend',
    message: `the ${engine} engine cannot suspend a run; use engine "monty", or see capabilities().suspend`,
  });
}

/** The error of a run that cost the namespace, saying so in its hint. */
export function withLossNamed(error: RunError | null): RunError | null {
  if (error === null) return null;
  const loss = 'The variables of earlier runs are lost; define them again.';
  return { ...error, hint: error.hint === null ? loss : `${error.hint} ${loss}` };
}
