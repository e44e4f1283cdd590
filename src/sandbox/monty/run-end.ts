import type { RunError } from '../contract.js';
import { endedError, tooDeepError } from '../ended-errors.js';
import type { HostCall } from '../engine.js';
import { integerTooLarge } from '../integers.js';
import type { PythonValue } from '../python-value.js';
import type { Extent } from './wire/events.js';
import type { RaisedException } from './wire/raised-exception.js';
import type { WorkerDeath } from './worker-process.js';

/** How a run left the worker. */
export type RunEnd =
  | { readonly kind: 'complete'; readonly value: PythonValue; readonly executionMicros: number }
  | {
      readonly kind: 'raised';
      readonly raised: RaisedException;
      readonly executionMicros: number;
      /** What it comes to where the worker itself ended the run for its time. */
      readonly timeout: () => RunError;
    }
  /** Ended by us at a point where it waited, or for its value; the session goes on. */
  | {
      readonly kind: 'ended';
      readonly error: RunError;
      /** Where it was ended, when the worker told. */
      readonly raised: RaisedException | null;
      readonly executionMicros: number;
    }
  | { readonly kind: 'death'; readonly death: WorkerDeath; readonly timeout: () => RunError }
  | { readonly kind: 'suspended'; readonly call: HostCall; readonly callId: number };

/** What is wrong with a value whose integers are too large to cross. */
export const LARGE_INTEGERS: string = integerTooLarge().message;

/** The error of a value that is too deep or too large as a tree; null for any other. */
export function extentError(
  { tooDeep, treeBytes, largeIntegers }: Extent,
  maxBytes: number,
): RunError | null {
  if (tooDeep) return tooDeepError();
  if (largeIntegers) return endedError('limit', 'ValueTooLargeError', LARGE_INTEGERS);
  if (treeBytes <= maxBytes) return null;
  return tooLargeError(maxBytes);
}

/** The error of a value whose encoding is too long. */
export function tooLargeError(maxBytes: number): RunError {
  const message = `the value takes more than ${maxBytes} bytes encoded, which is what maxValueBytes allows`;
  return endedError('limit', 'ValueTooLargeError', message, 'Return less of it, or write it to a file.');
}
