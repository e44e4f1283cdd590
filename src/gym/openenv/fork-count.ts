import type { JsonObject } from '../../core/index.js';
import { gymError } from '../error-codes.js';

/** How many forks are asked for: `count`, one by default. @throws {MettleError} `gym/invalid_fork` */
export function readForkCount({ count = 1 }: JsonObject): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 && count <= 1024) return count;
  throw gymError('invalid_fork', `count is a whole number from 1 to 1024; got ${JSON.stringify(count)}.`);
}
