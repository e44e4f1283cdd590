import { isJsonObject, type Json, type JsonObject } from '../core/index.js';
import type { ToolDefinition } from './tool-definition.js';

/**
 * What is wrong with a tool call's arguments, one line each; empty when they fit the tool's schema.
 *
 * Understood of JSON Schema: `type` (a name or a list), `properties`, `required`, `additionalProperties: false`,
 * `enum`, `items`, `minLength`, `maxLength`, `minimum`, `maximum`. Arguments are strict: no value is coerced.
 */
export function checkToolArguments(tool: ToolDefinition, argumentValues: Json): readonly string[] {
  return problemsOf(argumentValues, { type: 'object', ...tool.parameters }, 'arguments');
}

function problemsOf(value: Json, schema: JsonObject, path: string): string[] {
  const types = typeNames(schema.type);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    return [`${path} must be ${types.join(' or ')}, got ${typeOf(value)}`];
  }
  const problems: string[] = [];
  if (Array.isArray(schema.enum) && !schema.enum.some((choice) => Object.is(choice, value))) {
    problems.push(`${path} must be one of ${JSON.stringify(schema.enum)}`);
  }
  if (typeof value === 'string') problems.push(...lengthProblems(value, schema, path));
  if (typeof value === 'number') problems.push(...rangeProblems(value, schema, path));
  if (Array.isArray(value) && isJsonObject(schema.items)) {
    const items = schema.items;
    problems.push(...value.flatMap((item: Json, index) => problemsOf(item, items, `${path}[${index}]`)));
  }
  if (isJsonObject(value)) problems.push(...memberProblems(value, schema, path));
  return problems;
}

function memberProblems(value: JsonObject, schema: JsonObject, path: string): string[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const problems = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}.${name} is missing`);
  for (const [name, member] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isJsonObject(property)) problems.push(...problemsOf(member, property, `${path}.${name}`));
    else if (schema.additionalProperties === false) problems.push(`${path}.${name} is not an argument`);
  }
  return problems;
}

function lengthProblems(value: string, schema: JsonObject, path: string): string[] {
  const problems: string[] = [];
  if (typeof schema.minLength === 'number' && value.length < schema.minLength) {
    problems.push(`${path} must have at least ${schema.minLength} characters`);
  }
  if (typeof schema.maxLength === 'number' && value.length > schema.maxLength) {
    problems.push(`${path} must have at most ${schema.maxLength} characters`);
  }
  return problems;
}

function rangeProblems(value: number, schema: JsonObject, path: string): string[] {
  const problems: string[] = [];
  if (typeof schema.minimum === 'number' && value < schema.minimum) {
    problems.push(`${path} must be at least ${schema.minimum}`);
  }
  if (typeof schema.maximum === 'number' && value > schema.maximum) {
    problems.push(`${path} must be at most ${schema.maximum}`);
  }
  return problems;
}

function typeNames(type: Json | undefined): readonly string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : [];
}

function hasType(value: Json, type: string): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return typeOf(value) === type;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
