import { isJsonObject, type Json, type Steps } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { readTrajectory } from '../parse-trajectory.js';
import { buildTrajectory } from './build-trajectory.js';
import type { UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';
import type { ImportedLine } from './imported-line.js';
import { recogniseTrace, traceFormats } from './trace-formats.js';

/** A record that was read. */
export type ImportedRecord = Omit<ImportedLine, 'line'>;

/** The name of Mettle's own records. */
const METTLE = 'mettle';

/** Reads the runs of one record of a log. @param asked - the name of a form, or `auto` */
export function* importRecord(
  exact: ExactJson,
  asked: string,
): Steps<readonly (ImportedRecord | UnusableRecord)[]> {
  const { value } = exact;
  const isOurs = isJsonObject(value) && 'steps' in value && 'environment' in value && 'version' in value;
  if (asked === METTLE || (asked === 'auto' && isOurs)) return [ownRecord(value, asked)];
  const found = asked === 'auto' ? recogniseTrace(value) : null;
  const format = found?.format ?? traceFormats.find(({ name }) => name === asked);
  if (format === undefined)
    return [{ reason: 'it is in no form that is known; give --format if you know it' }];
  const other = asked !== 'auto' && format.recognises(value) === null ? recogniseTrace(value) : null;
  if (other !== null && !isAmbiguous(format.name, other.format.name)) {
    return [{ reason: `it looks like ${other.format.name}, because ${other.because}: use --format auto` }];
  }
  yield;
  try {
    const decoded = format.decode(value, exact);
    const runs: (ImportedRecord | UnusableRecord)[] = [];
    for (const conversation of isList(decoded) ? decoded : [decoded]) {
      yield;
      const run = 'reason' in conversation ? conversation : buildTrajectory(conversation, format.name);
      runs.push('reason' in run ? run : { ...run, format: format.name, because: found?.because ?? null });
    }
    return runs;
  } catch (error) {
    return [{ reason: errorMessage(error) }];
  }
}

function isList<T extends object>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function ownRecord(value: Json, asked: string): ImportedRecord | UnusableRecord {
  const read = readTrajectory(value);
  if ('problem' in read) return { reason: read.problem };
  const because = asked === METTLE ? null : 'it has steps, an environment and a version';
  return { trajectory: read.trajectory, losses: [], format: METTLE, because };
}

/** Whether a record may be of either form: without tools they look the same. */
function isAmbiguous(asked: string, found: string): boolean {
  return (asked === 'anthropic' && found === 'openai') || (asked === 'hermes' && found === 'sharegpt');
}
