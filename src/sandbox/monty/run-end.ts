import type { RunError } from '../contract.js';
import { tooDeepError } from '../ended-errors.js';
import type { HostCall } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import type { RaisedException } from './wire/raised-exception.js';
import type { WorkerDeath } from './worker-process.js';

/** How a run left the worker. */
export type RunEnd =
  | { readonly kind: 'complete'; readonly value: PythonValue; readonly executionMicros: number }
  | { readonly kind: 'raised'; readonly raised: RaisedException; readonly executionMicros: number }
  /** Ended by us at a point where it waited; the session goes on. */
  | { readonly kind: 'ended'; readonly error: RunError; readonly executionMicros: number }
  | { readonly kind: 'death'; readonly death: WorkerDeath }
  | { readonly kind: 'suspended'; readonly call: HostCall; readonly callId: number };

/** What the worker says of a value that it cannot encode. */
const ENGINE_TOO_DEEP = 'Max output depth exceeded';

/**
 * The end of a run that came to its end.
 *
 * @param taken the value that was taken when the run offered it: the worker gives None then
 */
export function completeEnd(
  { value, tooDeep }: { readonly value: PythonValue; readonly tooDeep: boolean },
  taken: PythonValue,
  executionMicros: number,
): RunEnd {
  if (tooDeep) return { kind: 'ended', error: tooDeepError(), executionMicros };
  return { kind: 'complete', value: value ?? taken, executionMicros };
}

/**
 * The end of a run that ended with an exception.
 *
 * @param interrupt what we ended the run for, or null
 */
export function raisedEnd(
  raised: RaisedException,
  interrupt: RunError | null,
  executionMicros: number,
): RunEnd {
  if (interrupt !== null) return { kind: 'ended', error: interrupt, executionMicros };
  const isTooDeep = raised.message === ENGINE_TOO_DEEP && raised.frames.length === 0;
  if (isTooDeep) return { kind: 'ended', error: tooDeepError(), executionMicros };
  return { kind: 'raised', raised, executionMicros };
}

/** Whether a run ended because the session's execution time is used up: the session cannot go on then. */
export function isSpent(error: RunError | null, end: RunEnd): boolean {
  return error?.kind === 'timeout' && end.kind === 'raised';
}
