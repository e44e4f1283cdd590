import { errorMessage, isJsonObject, type Json } from '../../../core/index.js';
import { type NewChecks, parseChecks, type Trajectory } from '../../../trajectories/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { readTextInput } from '../../read-text-input.js';

/** The checks for a record, in the place of those of its task; null where they stay. */
export type ChecksOf = (record: Trajectory) => NewChecks | null;

/**
 * Reads a file of checks: `{"goals": […], …}` for all tasks, or `{"tasks": {"ID": {…}}}` for some.
 * @throws {MettleError} `cli/cannot_read`; `cli/usage` for what holds no checks.
 */
export async function readChecks(path: string, io: CommandIo): Promise<ChecksOf> {
  const text = await readTextInput(path, io);
  try {
    const content = JSON.parse(text) as Json;
    if (!isJsonObject(content) || !isJsonObject(content.tasks)) {
      const checks = parseChecks(content);
      return () => checks;
    }
    const byTask = new Map(
      Object.entries(content.tasks).map(([id, checks]) => [id, parseChecks(checks ?? null)]),
    );
    return ({ task }) => byTask.get(task.id) ?? null;
  } catch (error) {
    throw usageError(`${path}: ${errorMessage(error)}`);
  }
}
