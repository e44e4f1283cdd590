import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../core/index.js';
import type { ToolDefinition } from './tool-definition.js';

/** One validator for each schema that was met; making one costs more than using it. */
const validators = new WeakMap<JsonObject, Validator>();

/** Keywords that only say that something below them is wrong. */
const SUMMARIES: ReadonlySet<string> = new Set(['properties', 'items', 'additionalProperties']);

/**
 * What is wrong with a tool call's arguments, one line each; empty when they fit the tool's JSON Schema
 * (draft 2020-12). Arguments are strict: no value is coerced.
 */
export function checkToolArguments(tool: ToolDefinition, argumentValues: Json): readonly string[] {
  let validator = validators.get(tool.parameters);
  if (validator === undefined) {
    validator = new Validator(tool.parameters, '2020-12', false);
    validators.set(tool.parameters, validator);
  }
  const { valid, errors } = validator.validate(argumentValues);
  if (valid) return [];
  const causes = errors.filter(({ keyword }) => !SUMMARIES.has(keyword));
  return causes.filter((cause) => !isEcho(cause, causes)).map(describe);
}

/** A member that fails its own schema is also reported as one that is not allowed; only the first helps. */
function isEcho(cause: OutputUnit, causes: readonly OutputUnit[]): boolean {
  return (
    cause.keyword === 'false' &&
    causes.some(
      ({ keyword, instanceLocation: place }) =>
        keyword !== 'false' && `${place}/`.startsWith(`${cause.instanceLocation}/`),
    )
  );
}

function describe({ keyword, instanceLocation, error }: OutputUnit): string {
  const place = `arguments${instanceLocation.slice(1).replaceAll('/', '.')}`;
  return keyword === 'false' ? `${place} is not an argument` : `${place}: ${error}`;
}
