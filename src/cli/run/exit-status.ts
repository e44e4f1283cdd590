import type { RunResult } from '../../sandbox/index.js';

/**
 * The status that code left with when it left by itself: the number of `sys.exit(3)` or `os._exit(3)`, 1 for a text,
 * which Python prints to stderr; null for every other end.
 */
export function exitStatusOf({ error, stderr }: Pick<RunResult, 'error' | 'stderr'>): number | null {
  if (error?.exitStatus !== undefined) return error.exitStatus;
  if (error === null || error.kind !== 'runtime' || error.type !== 'SystemExit') return null;
  if (stderr.endsWith(`${error.message}\n`)) return 1;
  return /^-?\d+$/.test(error.message) ? Number(error.message) : 1;
}
