import { MettleError } from '../core/index.js';
import type { EngineChoice, RunError } from './contract.js';
import type { EngineOutcome } from './engine.js';

/** The outcome of a run that was not started. */
export function refused(kind: 'aborted' | 'limit', type: string, message: string): EngineOutcome {
  return {
    ok: false,
    value: null,
    stdout: '',
    stderr: '',
    error: { kind, type, message, line: null, frames: [], hint: null },
    usage: { wallSeconds: 0, executionSeconds: 0, hostCalls: 0 },
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
