import type { EngineOutcome } from '../engine.js';
import { PythonFloat, PythonObject, type PythonValue } from '../python-value.js';
import { pythonValueToJson } from '../python-value-to-json.js';
import { withoutObjectTexts } from './object-texts.js';
import type { LoggedRun } from './run-log.js';

/** Characters of each side that a difference shows. */
const SHOWN_CHARS = 40;
/** Deeper than a value can nest that comes out of a sandbox. */
const MAX_DEPTH = 200;

/**
 * How the result of a run differs from what it came to before, in a few words; null when it is the same. Objects that
 * have no counterpart in JavaScript are all the same, and so is text that shows them.
 */
export function resultDifference(run: LoggedRun, again: EngineOutcome): string | null {
  if (run.ok !== again.ok) {
    return again.ok ? 'it failed here and not there' : `it raised ${again.error?.type ?? 'an error'} there`;
  }
  const [printed, printedThere] = [withoutObjectTexts(run.stdout), withoutObjectTexts(again.stdout)];
  if (printed !== printedThere) return `it printed ${pair(printed, printedThere)}`;
  if (isSame(run.value, again.value)) return null;
  return `its value was ${pair(jsonText(run.value), jsonText(again.value))}`;
}

/** Whether a value is or holds an object that has no counterpart in JavaScript. */
export function holdsObject(value: PythonValue, depth = 0): boolean {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return false;
  if (value instanceof PythonObject) return true;
  if (value instanceof PythonFloat || value instanceof Uint8Array) return false;
  return membersOf(value).some((member) => holdsObject(member, depth + 1));
}

function isSame(left: PythonValue, right: PythonValue): boolean {
  if (holdsObject(left) || holdsObject(right)) return true;
  return withoutObjectTexts(jsonText(left)) === withoutObjectTexts(jsonText(right));
}

function membersOf(value: Exclude<PythonValue, null | string | number | bigint | boolean>): PythonValue[] {
  if (Array.isArray(value) || value instanceof Set) return [...value];
  if (value instanceof Map) return [...value].flat();
  return Object.values(value);
}

function jsonText(value: PythonValue): string {
  return JSON.stringify(pythonValueToJson(value));
}

/** Both sides from where they part. */
function pair(here: string, there: string): string {
  let same = 0;
  while (same < here.length && here[same] === there[same]) same++;
  const start = Math.max(0, same - SHOWN_CHARS / 2);
  return `${shown(here, start)} here and ${shown(there, start)} there`;
}

function shown(text: string, start: number): string {
  const part = text.slice(start, start + SHOWN_CHARS);
  return `${start > 0 ? '…' : ''}${JSON.stringify(part)}${start + SHOWN_CHARS < text.length ? '…' : ''}`;
}
