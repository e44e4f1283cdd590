import { basename } from 'node:path';
import type { JsonObject } from '../../../core/index.js';

/** Suites that a result can name for any machine: a word, such as `sql` or `bfcl`, and no file. */
const WORD = /^[a-z][a-z0-9_-]*$/;

/**
 * What a result keeps of the call that made it, so that `verify-run` can make it again. It holds no path: of a suite that is a file, its name; and no
 * command of an agent, which who verifies the run has to give.
 */
export function originOf(suite: string, options: Readonly<Record<string, unknown>>): JsonObject {
  const { category, level, policy } = options as {
    readonly category?: readonly string[];
    readonly level?: number;
    readonly policy?: string;
  };
  return {
    suite: WORD.test(suite) ? suite : basename(suite),
    is_file: !WORD.test(suite),
    category: category ?? null,
    level: level ?? null,
    policy: policy ?? null,
  };
}
