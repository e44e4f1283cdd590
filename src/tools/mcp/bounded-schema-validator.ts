import { describeProblem, isJsonObject, schemaValidator } from '../../core/index.js';

type Verdict<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string };

/** Our validator as the official packages want theirs: bounded, whatever the schema is. */
export function boundedSchemaValidator<T>(schema: unknown): (input: unknown) => Verdict<T> {
  const validator = schemaValidator(isJsonObject(schema) ? schema : {}, { patterns: 'ignore' });
  return (input) => {
    const problems = validator.check(input);
    return problems.length === 0
      ? { valid: true, data: input as T, errorMessage: undefined }
      : {
          valid: false,
          data: undefined,
          errorMessage: problems.map((problem) => describeProblem(problem, 'result')).join('; '),
        };
  };
}
