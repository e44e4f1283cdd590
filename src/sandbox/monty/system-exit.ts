import { startOf } from '../../core/internal.js';
import type { RunError } from '../contract.js';
import type { EngineRun } from '../engine.js';
import type { RunEnd } from './run-end.js';

/** What a run came to, and what it printed to stderr. */
export interface ToldEnd {
  readonly error: RunError | null;
  readonly stderr: string;
}

/**
 * What a run came to when leaving by `SystemExit` is counted as Python counts it: well without an argument, else an
 * error whose text goes to stderr, as far as the output limit lets it.
 *
 * @param error the error that the end stands for otherwise
 * @param printed characters that the run has printed so far
 */
export function withSystemExit(
  end: RunEnd,
  error: RunError | null,
  { limits, onOutput }: Pick<EngineRun, 'limits' | 'onOutput'>,
  printed: number,
): ToldEnd {
  if (end.kind !== 'raised' || end.raised.type !== 'SystemExit') return { error, stderr: '' };
  const { message } = end.raised;
  if (message === '') return { error: null, stderr: '' };
  const stderr = startOf(`${message}\n`, limits.maxOutputChars - printed);
  if (stderr !== '') onOutput?.({ stream: 'stderr', text: stderr, bytes: Buffer.from(stderr) });
  return { error, stderr };
}
