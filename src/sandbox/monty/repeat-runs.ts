import type { RunLog } from './run-log.js';
import { dumpRequest, resetRequest } from './wire/requests.js';
import type { WorkerProcess } from './worker-process.js';

/** Largest dump that is read back. */
export const MAX_DUMP_BYTES: number = 250 * 2 ** 20;

/**
 * Repeats logged runs in a worker without a session, which is without one again afterwards.
 *
 * @param start the request that brings the namespace of before the runs into the worker
 * @returns the namespace of after the runs as the worker dumps it; null when it could not be had
 */
export async function repeatRuns(
  process: WorkerProcess,
  start: Buffer,
  log: RunLog,
): Promise<Uint8Array | null> {
  process.keepAlive(true);
  process.send(start);
  if ((await process.turn()).event.kind !== 'ok') return null;
  if (!(await log.repeat(process))) return null;
  process.send(Buffer.concat([dumpRequest(), resetRequest()]));
  const [dumped, reset] = await Promise.all([process.turn(MAX_DUMP_BYTES), process.turn()]);
  return dumped.event.kind === 'dump' && reset.event.kind === 'ok' ? dumped.event.state : null;
}
