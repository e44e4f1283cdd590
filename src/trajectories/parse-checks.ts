import { describeProblem, isJsonObject, type Json, MettleError, schemaValidator } from '../core/index.js';
import type { ExpectedOutcome } from './task.js';
import { checksSchema } from './trajectory-schema.js';

/** Some of what a task expects, to be put in the place of what it did. */
export type NewChecks = Partial<ExpectedOutcome>;

let validator: ReturnType<typeof schemaValidator> | undefined;

/**
 * Reads checks as a record's `expected` has them: any of `answer`, `state_digest`, `goals`, `invariants` and `process`.
 * @throws {MettleError} `trajectories/invalid_checks`.
 */
export function parseChecks(value: Json): NewChecks {
  validator ??= schemaValidator(checksSchema);
  const [problem] = validator.check(value);
  if (problem !== undefined || !isJsonObject(value)) {
    throw new MettleError({
      code: 'trajectories/invalid_checks',
      message: `These are no checks: ${problem === undefined ? 'no object' : describeProblem(problem, 'checks')}.`,
    });
  }
  const { state_digest: stateDigest, ...rest } = value;
  return { ...rest, ...(stateDigest === undefined ? {} : { stateDigest }) } as unknown as NewChecks;
}
