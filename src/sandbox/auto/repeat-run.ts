import type { Json } from '../../core/index.js';
import type { EngineOutcome, EngineSession } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import { pythonValueToJson } from '../python-value-to-json.js';
import { type LoggedRun, replayCalls } from './run-log.js';

/**
 * Repeats a run in another session; whether it made the same calls of host functions and came to the same. Objects
 * that have no counterpart in JavaScript are not compared.
 */
export async function isRepeated(run: LoggedRun, session: EngineSession): Promise<boolean> {
  const replayed = replayCalls(run);
  const request = { ...run.request, functions: replayed.functions, signal: null, onOutput: null };
  const again = await session.run(request);
  return replayed.isSame() && isSameResult(run, again);
}

function isSameResult(run: LoggedRun, again: EngineOutcome): boolean {
  if (again.ok !== run.ok || again.stdout !== run.stdout) return false;
  return JSON.stringify(comparable(run.value)) === JSON.stringify(comparable(again.value));
}

function comparable(value: PythonValue): Json {
  const json = pythonValueToJson(value);
  return JSON.stringify(json).includes('"$object"') ? null : json;
}
