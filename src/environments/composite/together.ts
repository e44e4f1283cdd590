import type { World } from '../environment.js';

/** All worlds, or none: where one does not open, the others are closed. */
export async function openTogether(openings: readonly (() => Promise<World>)[]): Promise<readonly World[]> {
  const results = await Promise.allSettled(openings.map((open) => open()));
  const worlds = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return worlds;
  await closeAll(worlds).catch(() => undefined);
  throw failed.reason;
}

/** Closes all, whatever closing one of them throws; then throws the first error. */
export async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const results = await Promise.allSettled(parts.map((part) => part.close()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
