import type { RunError, SandboxLimits } from '../contract.js';
import { endedError } from '../ended-errors.js';
import type { EngineOutcome } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import type { OutputCollector } from './output-collector.js';
import type { ExchangeResult } from './run-exchange.js';
import { type EndReport, endError, readRunError, withHeldMemory } from './run-outcome.js';

/** Why a run has no result, or null where it has one. */
export function failureOf(
  result: ExchangeResult,
  limits: SandboxLimits,
  files: { exists(path: string): boolean },
  stderr: string,
): RunError | null {
  const { stopped, end } = result;
  if (end === null) return endOf(result, limits, stderr);
  const report = reportOf(result);
  let failure: RunError | null = null;
  if (stopped !== null || result.report === null) failure = before(endOf(result, limits, stderr), end);
  else if (end.reason === 'full' || end.reason === 'files')
    failure = before(endError(end, limits, stderr), end);
  else if (report.ok !== true) failure = readRunError(report.error ?? null, files);
  else if (end.files !== null)
    failure = endedError('limit', 'OSError', `files could not be read back: ${end.files}`);
  return failure === null ? null : withHeldMemory(failure, end, limits);
}

/** The error of a run whose process was ended: the variables are those from before it, where they were kept apart. */
function before(failure: RunError, { lost, reason }: EndReport): RunError {
  // The host may stop a run just as it ends by itself, and what it assigned is kept.
  return lost || reason === 'result' ? failure : { ...failure, rolledBack: true };
}

/** The error of a request that ended without an answer. */
export function endOf({ stopped, end }: ExchangeResult, limits: SandboxLimits, stderr = ''): RunError {
  if (stopped !== null) return stopped;
  if (end !== null) return endError(end, limits, stderr);
  return endedError('crash', 'ProcessEnded', 'the confined Python process ended before the run was over');
}

/** The outcome of a run, with the namespace lost where the process that held it has ended, also with a result. */
export function outcomeOf(
  result: ExchangeResult,
  failure: RunError | null,
  output: OutputCollector,
  wallSeconds: number,
): EngineOutcome {
  const { end, hostCalls } = result;
  const report = reportOf(result);
  return {
    ok: failure === null,
    value: failure === null ? (report.value ?? null) : null,
    stdout: output.text('stdout'),
    stderr: output.text('stderr'),
    error: failure,
    usage: {
      wallSeconds,
      executionSeconds: executionSeconds(report.seconds ?? null, end?.seconds ?? 0, wallSeconds),
      hostCalls,
    },
    namespaceLost: end === null || end.lost,
  };
}

function reportOf({ report }: ExchangeResult): { readonly [key: string]: PythonValue } {
  return (report ?? {}) as { readonly [key: string]: PythonValue };
}

/** Seconds without those of host functions, which the code's own process alone tells: as far as they can be true. */
function executionSeconds(told: PythonValue, ofSupervisor: number, wallSeconds: number): number {
  const seconds = typeof told === 'number' && told >= 0 ? told : ofSupervisor;
  return Math.min(seconds >= 0 ? seconds : 0, wallSeconds);
}
