import { whilePending } from '../../core/internal.js';
import type { PythonValue } from '../python-value.js';
import { decodeMarshal } from './marshal-decode.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Makes changes in the workspace of a process that runs nothing; null when all were made, else what went wrong. */
export function writeWorkspace(
  process: SupervisorProcess,
  operations: readonly PythonValue[],
): Promise<string | null> {
  const written = new Promise<string | null>((resolve) => {
    const done = (complaint: string | null): void => {
      process.detach();
      resolve(complaint);
    };
    process.attach((frame) => {
      done(frame.kind === 's' ? complaintOf(decodeMarshal(frame.body)) : `an unexpected frame ${frame.kind}`);
    }, done);
    if (process.ended === null) process.send('W', operations as PythonValue);
  });
  return whilePending(written);
}

function complaintOf(value: PythonValue): string | null {
  return value === null ? null : String(value);
}
