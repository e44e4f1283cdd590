import { originalNames } from '../../python/index.js';
import type { RunError, RunErrorKind, SandboxLimits, StackFrame } from '../contract.js';
import {
  abortedError,
  closedError,
  deadlineError,
  endedError,
  memoryError,
  outputError,
  timeoutError,
} from '../ended-errors.js';
import { errorHint } from './error-hints.js';
import type { RaisedException } from './wire/raised-exception.js';
import type { WorkerDeath } from './worker-process.js';

/** Frames kept of a long traceback, from each end. */
const KEPT_FRAMES = 20;

/** The exit code of a worker that ran into its memory limit in one allocation. */
const MEMORY_EXIT = 65;

/** What a run error is made from beyond the exception itself. */
export interface RunErrorContext {
  /** The name of the file that the Nth feed of the session ran; null for one that is not the user's. */
  readonly fileOf: (feed: number) => string | null;
  /** The file name of this run. */
  readonly file: string;
  /** Whether columns are those of the user's code. */
  readonly columns: boolean;
  /** The limits of this run. */
  readonly limits: SandboxLimits;
  /** Whether the session's execution time is used up, so that a `TimeoutError` is the engine's own. */
  readonly timeIsUp: boolean;
}

/** The error of a run whose code raised, or did not compile. */
export function errorFromRaised(raised: RaisedException, context: RunErrorContext): RunError {
  const frames = userFrames(raised, context);
  const kind = kindOf(raised, context);
  const line = frames.findLast((frame) => frame.file === context.file)?.line ?? null;
  const place = { line, frames: shortened(frames) };
  if (kind === 'timeout') return { ...timeoutError(context.limits), ...place };
  if (kind === 'memory') return { ...memoryError(context.limits), ...place };
  return {
    kind,
    type: raised.type,
    message: originalNames(raised.message),
    hint: errorHint(raised),
    ...place,
  };
}

/** The error of a run that took the worker with it. */
export function errorFromDeath(death: WorkerDeath, context: RunErrorContext): RunError {
  switch (death.killedFor) {
    case 'timeout':
      return timeoutError(context.limits);
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

function kindOf(raised: RaisedException, context: RunErrorContext): RunErrorKind {
  const { type, message, frames } = raised;
  if (type === 'TimeoutError' && context.timeIsUp && message.startsWith('time limit exceeded'))
    return 'timeout';
  if (type === 'MemoryError' && message.startsWith('memory limit exceeded')) return 'memory';
  if (type === 'NotImplementedError' && message.startsWith('The monty syntax parser')) return 'unsupported';
  if (type === 'SyntaxError' && frames.every((frame) => frame.function === null)) return 'syntax';
  return isUnsupported(raised) ? 'unsupported' : 'runtime';
}

const UNSUPPORTED: readonly RegExp[] = [
  /^Internal error in monty/,
  /^Monty does not /,
  /is not yet supported in this context$/,
  /is not supported in this environment$/,
  /not (yet )?supported by monty/i,
];

function isUnsupported({ message }: RaisedException): boolean {
  return UNSUPPORTED.some((pattern) => pattern.test(message));
}

function userFrames(raised: RaisedException, { fileOf, columns }: RunErrorContext): StackFrame[] {
  return raised.frames.flatMap((frame) => {
    const feed = /^<python-input-(\d+)>$/.exec(frame.file)?.[1];
    const file = feed === undefined ? null : fileOf(Number(feed));
    if (file === null) return [];
    const place = { file, line: frame.line, function: originalNames(frame.function ?? '<module>') };
    return [columns ? { ...place, column: frame.column } : place];
  });
}

function shortened(frames: readonly StackFrame[]): readonly StackFrame[] {
  if (frames.length <= 2 * KEPT_FRAMES) return frames;
  return [...frames.slice(0, KEPT_FRAMES), ...frames.slice(-KEPT_FRAMES)];
}
