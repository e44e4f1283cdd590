import type { RunError, SandboxLimits, StackFrame } from '../contract.js';
import {
  abortedError,
  closedError,
  deadlineError,
  endedError,
  memoryError,
  outputError,
} from '../ended-errors.js';
import type { RunEnd } from './run-end.js';
import { lackOf, unsupportedError } from './unsupported.js';
import type { RaisedException } from './wire/raised-exception.js';

/** Frames kept of a long traceback, from each end. */
const KEPT_FRAMES = 20;

/** The exit code of a worker that ran into its memory limit in one allocation. */
const MEMORY_EXIT = 65;

/** What a run error is made from beyond the exception itself. */
export interface RunErrorContext {
  /** The name of the user's file behind the worker's name for a feed; null for one that is not the user's. */
  readonly fileOf: (feed: string) => string | null;
  /** The file name of this run. */
  readonly file: string;
  /** The limits of this run. */
  readonly limits: SandboxLimits;
}

/** The error of a run, or null for one that came to its end. */
export function errorOfEnd(
  end: Exclude<RunEnd, { kind: 'suspended' }>,
  context: RunErrorContext,
): RunError | null {
  switch (end.kind) {
    case 'complete':
      return null;
    case 'raised':
      return errorFromRaised(end, context);
    case 'ended':
      return end.error.kind === 'unsupported' ? placed(end.error, end.raised, context) : end.error;
    case 'death':
      return errorFromDeath(end, context);
  }
}

/** The error of a run whose code raised, or did not compile. */
function errorFromRaised(
  { raised, timeout }: Extract<RunEnd, { kind: 'raised' }>,
  context: RunErrorContext,
): RunError {
  const { type, message, frames } = raised;
  if (type === 'TimeoutError' && frames.length === 0 && /^(?:feed|turn) time limit exceeded/.test(message)) {
    return timeout();
  }
  if (type === 'MemoryError' && message.startsWith('memory limit exceeded')) {
    return placed(memoryError(context.limits), raised, context);
  }
  const lack = lackOf(raised);
  if (lack !== null) return placed(unsupportedError(lack), raised, context);
  const isSyntax = type === 'SyntaxError' && frames.every((frame) => frame.function === null);
  const error = endedError(isSyntax ? 'syntax' : 'runtime', type, message);
  return placed(error, raised, context);
}

/** The error of a run that took the worker with it. */
function errorFromDeath(
  { death, timeout }: Extract<RunEnd, { kind: 'death' }>,
  context: RunErrorContext,
): RunError {
  switch (death.killedFor) {
    case 'timeout':
      return timeout();
    case 'memory':
      return memoryError(context.limits);
    case 'deadline':
      return deadlineError(context.limits);
    case 'output':
      return outputError(context.limits);
    case 'aborted':
      return abortedError();
    case 'too_large':
      return endedError('limit', 'ValueTooLargeError', death.detail);
    case 'frame':
      return endedError('crash', 'WorkerError', death.detail);
    case 'state':
      return endedError('infrastructure', 'WorkerError', 'the engine process refused the session');
    case 'closed':
      return closedError();
    case null:
      break;
  }
  if (death.exitCode === MEMORY_EXIT || death.detail.includes('memory limit')) {
    return memoryError(context.limits);
  }
  if (death.exitCode === null && death.signal === null) {
    return endedError('infrastructure', 'WorkerError', `the engine process did not start: ${death.detail}`);
  }
  const how = death.signal ?? `exit code ${death.exitCode}`;
  return endedError('crash', 'WorkerError', `the engine process died (${how}) ${death.detail}`.trim());
}

/** The error with the place where it happened. */
function placed(
  error: RunError,
  raised: RaisedException | null,
  { fileOf, file }: RunErrorContext,
): RunError {
  const frames = (raised?.frames ?? []).flatMap((frame): StackFrame[] => {
    const name = fileOf(frame.file);
    if (name === null) return [];
    return [{ file: name, line: frame.line, column: frame.column, function: frame.function ?? '<module>' }];
  });
  const line = frames.findLast((frame) => frame.file === file)?.line ?? null;
  return { ...error, line, frames: shortened(frames) };
}

function shortened(frames: readonly StackFrame[]): readonly StackFrame[] {
  if (frames.length <= 2 * KEPT_FRAMES) return frames;
  return [...frames.slice(0, KEPT_FRAMES), ...frames.slice(-KEPT_FRAMES)];
}
