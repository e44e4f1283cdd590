import type { EngineSession } from '../engine.js';
import { holdsObject, resultDifference } from './result-difference.js';
import { type LoggedRun, replayCalls } from './run-log.js';

/**
 * Repeats a run in another session. Returns null when it made the same calls of host functions and came to the same,
 * else how it differed, in a few words.
 */
export async function repeatRun(run: LoggedRun, session: EngineSession): Promise<string | null> {
  const replayed = replayCalls(run);
  // A value that was kept lazy must stay so: giving it out would use it up.
  const code = run.ok && holdsObject(run.value) ? `${run.request.code}\nNone` : run.request.code;
  const request = { ...run.request, code, functions: replayed.functions, signal: null, onOutput: null };
  const again = await session.run(request);
  if (!replayed.isSame()) return 'it called host functions otherwise';
  return resultDifference(run, again);
}
