import { describeProblem, type JsonObject, type SchemaValidator, schemaValidator } from '../core/index.js';
import { JsonDataModel } from '../data/index.js';
import { programError } from './error-codes.js';
import { isData, type ModuleOutputs, partsOf } from './structure.js';

/** Compiled once for each schema object; modules give the same object each time. */
const validators = new WeakMap<JsonObject, SchemaValidator>();

/** What checks a schema's values, compiled once. */
export function validatorOf(schema: JsonObject): SchemaValidator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = schemaValidator(schema, { patterns: 'ignore' });
    validators.set(schema, validator);
  }
  return validator;
}

/**
 * Refuses what a module may not give: what is no data, and data that breaks its own schema.
 *
 * @throws {MettleError} `programs/invalid_output`.
 */
export function checkOutputs(
  outputs: unknown,
  module: string,
  againstSchema: boolean,
): asserts outputs is ModuleOutputs {
  for (const part of partsOf(outputs)) {
    if (part === null) continue;
    if (!(part instanceof JsonDataModel)) {
      throw programError(
        'invalid_output',
        `"${module}" gave ${isData(part) ? 'a symbolic data model' : nameOf(part)} where a JsonDataModel or null is expected.`,
        { details: { module } },
      );
    }
    if (!againstSchema) continue;
    const [problem] = validatorOf(part.schema).check(part.json);
    if (problem !== undefined) {
      throw programError(
        'invalid_output',
        `"${module}" returned data that its schema forbids: ${describeProblem(problem, part.name)}.`,
        { details: { module } },
      );
    }
  }
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  return typeof value === 'object' ? 'a plain object' : `a ${typeof value}`;
}
