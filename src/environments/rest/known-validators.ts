import {
  type Json,
  type JsonObject,
  type SchemaProblem,
  type SchemaValidator,
  schemaValidator,
} from '../../core/index.js';

/** One validator for each schema that was met. */
const validators = new WeakMap<JsonObject, SchemaValidator>();

/** What is wrong with a value by a schema that stands alone; empty when nothing is. */
export function schemaProblems(schema: JsonObject, value: Json): readonly SchemaProblem[] {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = schemaValidator(schema);
    validators.set(schema, validator);
  }
  return validator.check(value);
}

/** Whether a value meets a schema that stands alone. */
export function meetsSchema(schema: JsonObject, value: Json): boolean {
  return schemaProblems(schema, value).length === 0;
}
