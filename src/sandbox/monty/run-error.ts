import { originalNames } from '../../python/index.js';
import type { RunError, RunErrorKind, StackFrame } from '../contract.js';
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
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Whether the session's execution time is used up, so that a `TimeoutError` is the engine's own. */
  readonly timeIsUp: boolean;
}

/** The error of a run whose code raised, or did not compile. */
export function errorFromRaised(raised: RaisedException, context: RunErrorContext): RunError {
  const frames = userFrames(raised, context);
  const kind = kindOf(raised, context);
  const message = limitMessage(kind, context) ?? originalNames(raised.message);
  const line = frames.findLast((frame) => frame.file === context.file)?.line ?? null;
  const hint = kind === 'runtime' || kind === 'unsupported' || kind === 'syntax' ? errorHint(raised) : null;
  return { kind, type: raised.type, message, line, frames: shortened(frames), hint };
}

/** The error of a run that took the worker with it. */
export function errorFromDeath(death: WorkerDeath, context: RunErrorContext): RunError {
  const make = (kind: RunErrorKind, type: string, message: string): RunError => ({
    kind,
    type,
    message,
    line: null,
    frames: [],
    hint: null,
  });
  switch (death.killedFor) {
    case 'timeout':
      return make('timeout', 'TimeoutError', limitMessage('timeout', context) ?? '');
    case 'deadline':
      return make('timeout', 'TimeoutError', 'the deadline of the whole run is over');
    case 'output':
      return make('output', 'OutputLimitError', 'more was printed than maxOutputChars allows');
    case 'aborted':
      return make('aborted', 'KeyboardInterrupt', 'the run was aborted');
    case 'too_large':
      return make('limit', 'ValueTooLargeError', death.detail);
    case 'frame':
      return make('crash', 'WorkerError', death.detail);
    case 'closed':
      return make('aborted', 'KeyboardInterrupt', 'the sandbox was closed');
    case null:
      break;
  }
  if (death.exitCode === MEMORY_EXIT || death.detail.includes('memory limit')) {
    return make('memory', 'MemoryError', limitMessage('memory', context) ?? '');
  }
  if (death.exitCode === null && death.signal === null) {
    return make('infrastructure', 'WorkerError', `the engine process did not start: ${death.detail}`);
  }
  const how = death.signal ?? `exit code ${death.exitCode}`;
  return make('crash', 'WorkerError', `the engine process died (${how}) ${death.detail}`.trim());
}

function limitMessage(kind: RunErrorKind, context: RunErrorContext): string | null {
  if (kind === 'timeout') return `the code ran longer than its limit of ${context.timeoutSeconds} seconds`;
  if (kind === 'memory') return `the code needed more memory than its limit of ${context.memoryMegabytes} MB`;
  return null;
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
