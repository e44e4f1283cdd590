import type { RunResult, SandboxLimits } from './contract.js';
import { MAX_TIMEOUT_SECONDS } from './limits.js';
import { STARVED_FACTOR } from './own-time.js';

/** Seconds that a run may be on its way beside its time limit. */
const PATIENCE_SECONDS = 60;

/**
 * Runs something that may be run twice. Where this machine gave it too little of a processor and its engine could not go
 * on, it's run again with so much time that it has had its limit in any case; if that isn't enough either, the
 * timeout is the code's own.
 */
export async function runPatiently(
  run: (limits: Partial<SandboxLimits>) => Promise<RunResult>,
): Promise<RunResult> {
  const first = await run({});
  if (first.error?.starved !== true) return first;
  const timeoutSeconds = Math.min(first.usage.wallSeconds * STARVED_FACTOR, MAX_TIMEOUT_SECONDS);
  const again = await run({ timeoutSeconds, deadlineSeconds: timeoutSeconds + PATIENCE_SECONDS });
  if (again.error?.kind !== 'timeout') return again;
  const { starved: _, ...error } = first.error;
  return { ...again, error };
}
