import type { RunError, RunErrorKind, SandboxLimits, StackFrame } from '../contract.js';
import { endedError, memoryError } from '../ended-errors.js';
import type { PythonValue } from '../python-value.js';
import { diedOfMemory, hintFor, limitSign } from './hints.js';

/** The error of a process that broke the protocol of the sandbox's own channel. */
export function protocolError(what: string): RunError {
  return endedError(
    'crash',
    'ProtocolError',
    `the Python process wrote to the sandbox's own channel: ${what}`,
  );
}

/** How the supervisor says a run ended. */
export interface EndReport {
  readonly reason: string;
  /** Wait status of the process, when it ended by itself. */
  readonly status: number;
  readonly seconds: number;
  /** Whether the namespace is lost. */
  readonly lost: boolean;
  /** Why files could not all be read back, or null; the workspace is empty then. */
  readonly files: string | null;
  /** Bytes of memory that the namespace had taken before the run. */
  readonly held: number;
  /** Where the code was when its time was over, as CPython's faulthandler writes it; empty where that is not known. */
  readonly place: string;
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
    held: Number(report.held),
    place: report.place instanceof Uint8Array ? Buffer.from(report.place).toString('latin1') : '',
  };
}

/** The error of a run that ended without a result and without the host's doing. `stderr`: what it wrote there. */
export function endError(report: EndReport, limits: SandboxLimits, stderr: string): RunError {
  if (report.reason === 'exit' && report.status !== 0 && diedOfMemory(stderr)) return memoryError(limits);
  switch (report.reason) {
    case 'memory':
      return memoryError(limits);
    case 'processes':
      return endedError(
        'limit',
        'BlockingIOError',
        `the code started more than ${limits.maxProcesses} processes and threads`,
      );
    case 'files':
      return endedError(
        'limit',
        'OSError',
        `files written by the code hold more than ${limits.maxFileBytes} bytes`,
      );
    case 'full':
      return endedError(
        'memory',
        'MemoryError',
        `the names kept in the sandbox fill its ${limits.memoryMegabytes} MB, so those of this run were not kept`,
      );
    case 'unseen':
      return endedError(
        'limit',
        'OSError',
        'the code made folders, files or memory maps that cannot be counted: too deep, closed or too many',
      );
    case 'entries':
      return endedError('limit', 'OSError', 'the code made too many files and folders');
    case 'frame':
      return endedError('limit', 'ValueError', 'the Python process sent more than any allowed value takes');
    case 'protocol':
      return protocolError('a frame of an unknown kind');
    case 'keeper_lost':
      return endedError(
        'crash',
        'ProcessEnded',
        'the code ended the process that keeps the namespace; it is empty again',
      );
    default:
      return {
        ...endedError(
          'crash',
          'ProcessEnded',
          describeStatus(report.status),
          'The code ended its own process; raise SystemExit or an exception instead of os._exit or signals.',
        ),
        ...((report.status & 0x7f) === 0 ? { exitStatus: (report.status >> 8) & 0xff } : {}),
      };
  }
}

/** Bytes that a run needs beside what the namespace holds. */
const LEAST_ROOM_BYTES = 4 * 2 ** 20;

/** The exit status of a session process that could not even begin a run. */
const NOT_BEGUN = 71 << 8;

/** The error, its memory put down to the namespace kept from earlier runs where that is what takes it. */
export function withHeldMemory(failure: RunError, end: EndReport, limits: SandboxLimits): RunError {
  const most = limits.memoryMegabytes * 2 ** 20;
  if (end.held * 2 < most) return failure;
  const held = Math.round(end.held / 2 ** 20);
  const hint = `Names kept from earlier runs take ${held} of ${limits.memoryMegabytes} MB: delete what is not needed any more, or call reset(), which frees all of it.`;
  const isUnbegun =
    failure.kind === 'crash' && end.status === NOT_BEGUN && end.held + LEAST_ROOM_BYTES > most;
  if (isUnbegun) {
    const message = `the names kept in the sandbox fill its ${limits.memoryMegabytes} MB, so the run could not begin`;
    return endedError('memory', 'MemoryError', message, hint);
  }
  return failure.kind === 'memory' || failure.type === 'MemoryError' ? { ...failure, hint } : failure;
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
  const line = typeof described.line === 'number' ? described.line : null;
  const hint = hintFor({ type, message, path, files, starts: described.starts === true });
  const status = typeof described.exitStatus === 'number' ? { exitStatus: described.exitStatus } : {};
  const told = Array.isArray(described.notes) ? described.notes.filter((one) => typeof one === 'string') : [];
  const notes = told.length > 0 ? { notes: told } : {};
  const kind = limitSign({ type, message }) ?? kindOf(described.kind);
  return { kind, type, message, line, frames, hint, ...notes, ...status };
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
