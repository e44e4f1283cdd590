import { canonicalJson, type JsonObject, type Steps } from '../../core/index.js';
import { recordError } from '../error-codes.js';
import { readTrajectory } from '../parse-trajectory.js';
import { REDACTED } from '../redacted.js';
import type { Trajectory } from '../trajectory.js';
import { trajectoryId } from '../trajectory-id.js';
import { trajectoryRecord } from '../trajectory-record.js';
import { redactRecord } from './redact-record.js';
import type { RedactionCounts, Redactor } from './redactor.js';

/** A record without its secrets; the record itself where it has none. */
export function* redactTrajectory(
  trajectory: Trajectory,
  redactor: Redactor,
): Steps<{ readonly trajectory: Trajectory; readonly counts: RedactionCounts }> {
  const record = trajectoryRecord(trajectory);
  yield;
  const redacted = redactRecord(record, redactor);
  yield;
  const counts = redactor.takeCounts();
  if (canonicalJson(redacted) === canonicalJson(record)) return { trajectory, counts: {} };
  yield;
  const read = readTrajectory(redacted);
  yield;
  if ('problem' in read) throw recordError('invalid_record', `Redacted, it is no record: ${read.problem}`);
  const { task } = read.trajectory;
  const before = (task.metadata.redacted ?? {}) as JsonObject;
  const marked = {
    ...read.trajectory,
    task: { ...task, metadata: { ...task.metadata, redacted: { ...before, ...counts } } },
  };
  return { trajectory: { ...marked, id: trajectoryId(marked), verification: REDACTED }, counts };
}
