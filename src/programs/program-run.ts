import type { MaybeData } from '../data/index.js';
import type { MeterReading } from '../models/index.js';
import type { CallRecord, ProgramRun } from '../training/index.js';
import { usageOfMeter } from '../training/internal.js';

/** What became of one sample. */
export function programRun(
  outputs: readonly MaybeData[],
  calls: readonly CallRecord[],
  error: string | null,
  reading: MeterReading,
): ProgramRun {
  const isMissing = outputs.every((output) => output === null);
  return {
    outputs: outputs.map((output) => output?.json ?? null),
    calls,
    error: error ?? (isMissing ? firstError(calls) : null),
    usage: usageOfMeter(reading),
  };
}

/** Why a run whose calls all ended gave nothing. */
function firstError(calls: readonly CallRecord[]): string | null {
  const failed = calls.find((call) => call.error !== null);
  return failed === undefined ? null : `${failed.callId}: ${failed.error}`;
}
