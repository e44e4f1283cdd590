import type { RunError } from '../contract.js';
import type { EngineOutcome } from '../engine.js';
import { hostErrorOf } from '../host-error.js';
import type { RecordedCalls } from './run-log.js';

/** The sentence that says why a failed run was not repeated in CPython, and what to do. */
export function notRunAgain(why: string): string {
  return `It was not run again in CPython because ${why}; use engine "cpython", or reset the sandbox.`;
}

/** The outcome with a sentence added to its hint. Monty's word on modules is left out: it is not about this engine. */
export function withHint(outcome: EngineOutcome, why: string): EngineOutcome {
  const { error } = outcome;
  if (error === null) return outcome;
  const hint = error.hint === null || error.type === 'ModuleNotFoundError' ? why : `${error.hint} ${why}`;
  return { ...outcome, error: { ...error, hint } };
}

/** Whether an error came from a host function: what it threw, or an answer that Python cannot be given. */
export function isOfHost({ message }: RunError, calls: RecordedCalls): boolean {
  if (message.startsWith('the answer of a host function')) return true;
  for (const list of calls.values()) {
    for (const { outcome } of list) {
      if (outcome === undefined || !('thrown' in outcome)) continue;
      if (message.endsWith(hostErrorOf(outcome.thrown).message)) return true;
    }
  }
  return false;
}
