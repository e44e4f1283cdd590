import { isJsonObject, type Json, sha256 } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import type { NewChecks, Trajectory } from '../../../records/index.js';
import { parseChecks } from '../../../records/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { readTextInput } from '../../read-text-input.js';

/** What a file of checks holds. */
export interface ReadChecks {
  /** The checks for a record, in the place of those of its task; null where they stay. */
  readonly of: (record: Trajectory) => NewChecks | null;
  /** The ids of the tasks that it has checks for; null where they are for all. */
  readonly tasks: readonly string[] | null;
  /** The content hash of the file. */
  readonly hash: string;
}

/**
 * Reads a file of checks: `{"goals": […], …}` for all tasks, or `{"tasks": {"ID": {…}}}` for some.
 * @throws {MettleError} `cli/cannot_read`; `cli/usage` for what holds no checks.
 */
export async function readChecks(path: string, io: CommandIo): Promise<ReadChecks> {
  const text = await readTextInput(path, io);
  try {
    const content = JSON.parse(text) as Json;
    const hash = sha256(text);
    if (!isJsonObject(content) || !isJsonObject(content.tasks)) {
      const checks = parseChecks(content);
      return { of: () => checks, tasks: null, hash };
    }
    const byTask = new Map(
      Object.entries(content.tasks).map(([id, checks]) => [id, parseChecks(checks ?? null)]),
    );
    return { of: ({ task }) => byTask.get(task.id) ?? null, tasks: [...byTask.keys()], hash };
  } catch (error) {
    throw usageError(`${path}: ${errorMessage(error)}`);
  }
}
