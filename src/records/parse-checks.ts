import { describeProblem, isJsonObject, type Json, schemaValidator } from '../core/index.js';
import { jsonProblem } from '../core/internal.js';
import { recordError } from './error-codes.js';
import type { ExpectedOutcome } from './task.js';
import { checksSchema } from './trajectory-schema.js';

/** Some of what a task expects, to be put in the place of what it did. */
export type NewChecks = Partial<ExpectedOutcome>;

let validator: ReturnType<typeof schemaValidator> | undefined;

/**
 * Reads checks as a record's `expected` has them: any of `answer`, `state_digest`, `goals`, `invariants` and `process`.
 * @throws {MettleError} `records/invalid_checks`.
 */
export function parseChecks(value: Json): NewChecks {
  validator ??= schemaValidator(checksSchema);
  const problem = checksProblem(value, validator);
  if (problem !== null || !isJsonObject(value)) {
    throw recordError('invalid_checks', `These are no checks: ${problem ?? 'no object'}.`);
  }
  const { state_digest: stateDigest, ...rest } = value;
  return { ...rest, ...(stateDigest === undefined ? {} : { stateDigest }) } as unknown as NewChecks;
}

function checksProblem(value: Json, { check }: ReturnType<typeof schemaValidator>): string | null {
  const [problem] = check(value);
  if (problem !== undefined) return describeProblem(problem, 'checks');
  // A number such as 1e400 is read as infinite, which no record can hold.
  const unsafe = jsonProblem(value);
  return unsafe === undefined ? null : `they hold what ${unsafe}`;
}
