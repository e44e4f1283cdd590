import type { RunError, SandboxLimits } from '../contract.js';
import { endedError } from '../ended-errors.js';
import type { EngineShellOutcome } from '../engine.js';
import { endOf } from './exchange-outcome.js';
import { USUAL_PROGRAMS } from './host-programs.js';
import type { OutputCollector } from './output-collector.js';
import type { ExchangeResult } from './run-exchange.js';
import { readRunError } from './run-outcome.js';

/** Of the programs that are there, those that every sandbox is to have; none where there is no shell. */
export function programNames(there: readonly string[]): readonly string[] {
  if (!there.includes('sh')) return [];
  const usual = new Set([...USUAL_PROGRAMS, 'python3']);
  return there.filter((name) => usual.has(name)).sort();
}

/** The outcome of a line that was not begun. */
export function shellNotStarted(error: RunError, wallSeconds: number): EngineShellOutcome {
  return { exitCode: null, stdout: '', stderr: '', error, wallSeconds };
}

/** The outcome of a line of the shell. `closed`: the error of a session that was closed meanwhile. */
export function shellOutcomeOf(
  result: ExchangeResult,
  closed: RunError | null,
  limits: SandboxLimits,
  output: OutputCollector,
  wallSeconds: number,
): EngineShellOutcome {
  const error = closed ?? errorOf(result, limits);
  const status = result.end?.status ?? 0;
  return {
    exitCode: error === null ? exitCodeOf(status) : null,
    stdout: output.text('stdout'),
    stderr: output.text('stderr'),
    error,
    wallSeconds,
  };
}

function errorOf(result: ExchangeResult, limits: SandboxLimits): RunError | null {
  const { stopped, end, report } = result;
  if (stopped !== null || end === null) return endOf(result, limits);
  if (report !== null) {
    const { error = null } = report as { readonly error?: ExchangeResult['report'] };
    return readRunError(error, { exists: () => false });
  }
  if (end.reason !== 'exit') return endOf(result, limits);
  if (end.files === null) return null;
  return endedError('limit', 'OSError', `files could not be read back: ${end.files}`);
}

/** The exit code that a shell gives a program that ended with a wait status: 128 and the signal where one ended it. */
function exitCodeOf(status: number): number {
  const signal = status & 0x7f;
  return signal === 0 ? (status >> 8) & 0xff : 128 + signal;
}
