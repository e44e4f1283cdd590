import {
  canonicalJson,
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type SchemaValidator,
  schemaValidator,
} from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { Environment } from '../../environments/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { readHostText } from '../../filesystem/internal.js';
import { trajectorySchema } from '../../records/index.js';
import { taskFromRecord, taskRecord } from '../../records/internal.js';
import { generationError } from '../error-codes.js';
import type { TaskInWorld } from './task-in-world.js';

const VERSION = 1;
const text = { type: 'string' } as const;

let validator: SchemaValidator | undefined;

/** A line fits this schema; its task is as in the record of a trajectory. */
function lineValidator(): SchemaValidator {
  const { task = {} } = trajectorySchema.properties as JsonObject;
  validator ??= schemaValidator(
    {
      type: 'object',
      properties: {
        version: { const: VERSION },
        task,
        environment: {
          type: 'object',
          properties: { name: text, fingerprint: text },
          required: ['name', 'fingerprint'],
          additionalProperties: false,
        },
        seed: { type: 'integer' },
      },
      required: ['version', 'task', 'environment', 'seed'],
      additionalProperties: false,
    },
    // The schema is ours: its work grows with the line and no faster.
    { maxWork: Number.POSITIVE_INFINITY },
  );
  return validator;
}

/**
 * Writes tasks as a JSON-lines file, whole or not at all: each with its seed and the identity of its environment. Oracles
 * are programs and are left out.
 *
 * @throws {MettleError} `filesystem/host_write_failed`.
 */
export async function writeTaskFile(path: string, tasks: readonly TaskInWorld[]): Promise<void> {
  const lines = tasks.map(({ task, environment: { name, fingerprint }, seed }) =>
    canonicalJson({ version: VERSION, task: taskRecord(task), environment: { name, fingerprint }, seed }),
  );
  await writeFileAtomically(path, lines.map((line) => `${line}\n`).join(''));
}

/**
 * Reads tasks that {@link writeTaskFile} wrote, each with that of the environments which it was made for.
 *
 * @throws {MettleError} `filesystem/unreadable_file`; `generation/invalid_task_file`, naming the line and what is
 *   wrong there, also where no environment given is the task's.
 */
export async function readTaskFile(
  path: string,
  environments: readonly Environment[],
): Promise<readonly TaskInWorld[]> {
  const content = await readHostText(path, 'tasks');
  const byFingerprint = new Map(environments.map((environment) => [environment.fingerprint, environment]));
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const fail = (what: string): never => {
      throw generationError('invalid_task_file', `${path}:${index + 1}: ${what}`);
    };
    const record = parseLine(line) ?? fail('no JSON object');
    const problem = lineValidator().check(record)[0];
    if (problem !== undefined) fail(describeProblem(problem, 'line'));
    const { name, fingerprint } = record.environment as JsonObject;
    const environment =
      byFingerprint.get(String(fingerprint)) ??
      fail(
        `the task is for the environment ${name} (${startOf(String(fingerprint), 12)}…), which is not among those given`,
      );
    return [{ task: taskFromRecord(record.task as JsonObject), environment, seed: Number(record.seed) }];
  });
}

function parseLine(line: string): JsonObject | null {
  try {
    const value = JSON.parse(line) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
