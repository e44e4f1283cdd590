import type { RunError, RunErrorKind, SandboxLimits, StackFrame } from '../contract.js';
import type { PythonValue } from '../python-value.js';
import { hintFor } from './hints.js';

/** Why the host ended a run before it ended itself. */
export type StopReason =
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'deadline'; readonly seconds: number }
  | { readonly kind: 'output'; readonly characters: number }
  | { readonly kind: 'hostCalls'; readonly count: number }
  | { readonly kind: 'value'; readonly bytes: number }
  | { readonly kind: 'protocol'; readonly what: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'closed' };

/** The error of a run that the host ended. */
export function stopError(reason: StopReason): RunError {
  switch (reason.kind) {
    case 'timeout':
      return error('timeout', 'TimeoutError', `the code ran longer than ${reason.seconds} seconds`, {
        hint: 'Do less in one run, or raise timeoutSeconds.',
      });
    case 'deadline':
      return error(
        'timeout',
        'TimeoutError',
        `the run, host calls included, took longer than ${reason.seconds} seconds`,
        {
          hint: 'Make host functions faster, or raise deadlineSeconds.',
        },
      );
    case 'output':
      return error(
        'output',
        'OutputLimitError',
        `the code printed more than ${reason.characters} characters`,
        {
          hint: 'Print less: a summary, or the first rows.',
        },
      );
    case 'hostCalls':
      return error(
        'limit',
        'RuntimeError',
        `the code called host functions more than ${reason.count} times`,
        {},
      );
    case 'value':
      return error('limit', 'ValueError', `a value takes more than ${reason.bytes} bytes encoded`, {});
    case 'protocol':
      return error(
        'crash',
        'ProtocolError',
        `the Python process wrote to the sandbox's own channel: ${reason.what}`,
        {},
      );
    case 'aborted':
      return error('aborted', 'KeyboardInterrupt', 'the run was aborted', {});
    case 'closed':
      return error('aborted', 'KeyboardInterrupt', 'the sandbox was closed', {});
  }
}

/** How the supervisor says a run ended. */
export interface EndReport {
  readonly reason: string;
  /** Wait status of the process, when it ended by itself. */
  readonly status: number;
  readonly seconds: number;
  /** Whether the namespace is lost. */
  readonly lost: boolean;
  /** Why files could not all be read back, or null. */
  readonly files: string | null;
}

/** Reads the supervisor's report. */
export function readEndReport(value: PythonValue): EndReport {
  const report = value as { readonly [key: string]: PythonValue };
  return {
    reason: String(report.reason),
    status: Number(report.status),
    seconds: Number(report.seconds),
    lost: report.lost === true,
    files: typeof report.files === 'string' ? report.files : null,
  };
}

/** The error of a run that ended without a result and without the host's doing. */
export function endError(report: EndReport, limits: SandboxLimits): RunError {
  switch (report.reason) {
    case 'memory':
      return error(
        'memory',
        'MemoryError',
        `the code and its processes held more than ${limits.memoryMegabytes} MB`,
        {},
      );
    case 'processes':
      return error(
        'limit',
        'BlockingIOError',
        `the code started more than ${limits.maxProcesses} processes and threads`,
        {},
      );
    case 'files':
      return error(
        'limit',
        'OSError',
        `files written by the code hold more than ${limits.maxFileBytes} bytes`,
        {},
      );
    case 'entries':
      return error('limit', 'OSError', 'the code made too many files and folders', {});
    case 'frame':
      return error('limit', 'ValueError', 'the Python process sent more than any allowed value takes', {});
    case 'protocol':
      return stopError({ kind: 'protocol', what: 'a frame of an unknown kind' });
    case 'keeper_lost':
      return error(
        'crash',
        'ProcessEnded',
        'the code ended the process that keeps the namespace; it is empty again',
        {},
      );
    default:
      return error('crash', 'ProcessEnded', describeStatus(report.status), {
        hint: 'The code ended its own process; raise SystemExit or an exception instead of os._exit or signals.',
      });
  }
}

const SIGNALS: Readonly<Record<number, string>> = {
  4: 'SIGILL, an illegal instruction',
  6: 'SIGABRT, an abort',
  7: 'SIGBUS, a bad memory access',
  8: 'SIGFPE, an arithmetic error',
  9: 'SIGKILL',
  11: 'SIGSEGV, a bad memory access',
  15: 'SIGTERM',
  24: 'SIGXCPU, the processor time limit',
  31: 'SIGSYS, a refused system call',
};

function describeStatus(status: number): string {
  const signal = status & 0x7f;
  if (signal !== 0) return `the Python process was ended by ${SIGNALS[signal] ?? `signal ${signal}`}`;
  return `the Python process ended with exit code ${(status >> 8) & 0xff} before the run was over`;
}

/** The error that the session process describes; foreign data, so every field is checked. */
export function readRunError(value: PythonValue, files: { exists(path: string): boolean }): RunError {
  const described = (value ?? {}) as { readonly [key: string]: PythonValue };
  const type = text(described.type, 'Exception');
  const message = text(described.message, '');
  const path = typeof described.path === 'string' ? described.path : null;
  const frames = Array.isArray(described.frames) ? described.frames.flatMap(readFrame) : [];
  const line = described.line;
  return error(kindOf(described.kind), type, message, {
    line: typeof line === 'number' ? line : null,
    frames,
    hint: hintFor({ type, message, path, files }),
  });
}

function kindOf(value: PythonValue | undefined): RunErrorKind {
  return value === 'syntax' || value === 'memory' || value === 'limit' ? value : 'runtime';
}

function readFrame(value: PythonValue): StackFrame[] {
  if (!Array.isArray(value)) return [];
  const [file, line, column, name] = value;
  if (typeof file !== 'string' || typeof line !== 'number' || typeof name !== 'string') return [];
  return [{ file, line, ...(typeof column === 'number' ? { column } : {}), function: name }];
}

function text(value: PythonValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** A run error with the usual fields empty. */
export function error(
  kind: RunErrorKind,
  type: string,
  message: string,
  more: Partial<Pick<RunError, 'line' | 'frames' | 'hint'>>,
): RunError {
  return { kind, type, message, line: null, frames: [], hint: null, ...more };
}
