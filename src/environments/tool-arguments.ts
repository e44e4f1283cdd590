import {
  type Json,
  type JsonObject,
  type SchemaProblem,
  type SchemaValidator,
  schemaValidator,
} from '../core/index.js';
import type { ToolDefinition } from '../records/index.js';

/** One validator for each schema that was met; making one costs more than using it. */
const validators = new WeakMap<JsonObject, SchemaValidator>();

/**
 * What is wrong with a tool call's arguments, one line each; empty when they fit the tool's JSON Schema
 * (draft 2020-12). Arguments are strict: no value is coerced.
 *
 * @throws {MettleError} `core/invalid_schema` for parameters that are no schema.
 */
export function checkToolArguments(tool: ToolDefinition, argumentValues: Json): readonly string[] {
  let validator = validators.get(tool.parameters);
  if (validator === undefined) {
    validator = schemaValidator(tool.parameters);
    validators.set(tool.parameters, validator);
  }
  return validator.check(argumentValues).map(describe);
}

function describe({ path, keyword, message }: SchemaProblem): string {
  const place = ['arguments', ...path].join('.');
  return keyword === 'additionalProperties' ? `${place} is not an argument` : `${place}: ${message}`;
}
