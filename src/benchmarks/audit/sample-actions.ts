import { isJsonObject, type Json, type JsonObject, type RandomStream } from '../../core/index.js';
import type { AuditTarget } from './audit-target.js';

/** Tools that take an answer, by their names. */
const ANSWERING = /answer|submit|final|finish|complete|guess|respond|reply|solution/i;
/** Tools that say whether something is right. */
const JUDGING = /verif|check|grade|judge|score|reward|evaluat|validate|run_?tests?/i;

/** Actions that hand in a value as the answer: one for each way there is. */
export function answers(target: AuditTarget, value: Json): readonly JsonObject[] {
  if (target.tools.length === 0) return [filled(target.actionSchema ?? {}, value)];
  return target.tools
    .filter(({ name }) => ANSWERING.test(name))
    .map(({ name, parameters }) => ({ tool: name, arguments: filled(parameters, value) }));
}

/** Calls of tools that judge, with a value. */
export function judgings(target: AuditTarget, value: Json): readonly JsonObject[] {
  return target.tools
    .filter(({ name }) => JUDGING.test(name) && !ANSWERING.test(name))
    .map(({ name, parameters }) => ({ tool: name, arguments: filled(parameters, value) }));
}

/** A call of each tool, or some free actions, with arguments drawn by chance from their schemas and the words of a text. */
export function touches(target: AuditTarget, text: string, random: RandomStream): readonly JsonObject[] {
  const words = text.match(/[\p{L}\p{N}_./-]+/gu) ?? ['x'];
  if (target.tools.length === 0) {
    return [0, 1, 2].map(() => sample(target.actionSchema ?? {}, words, random) as JsonObject);
  }
  return target.tools
    .filter(({ name }) => !ANSWERING.test(name))
    .map(({ name, parameters }) => ({ tool: name, arguments: sample(parameters, words, random) }));
}

/** Calls of tools whose parameters are named as given, each by the words that go there. */
export function callsWith(
  target: AuditTarget,
  values: readonly (readonly [name: RegExp, value: string])[],
): readonly JsonObject[] {
  return target.tools.flatMap(({ name, parameters }) => {
    const names = Object.keys(propertiesOf(parameters));
    const given = values.flatMap(([pattern, value]) => {
      const found = names.find((each) => pattern.test(each));
      return found === undefined ? [] : [[found, value] as const];
    });
    return given.length < values.length ? [] : [{ tool: name, arguments: Object.fromEntries(given) }];
  });
}

/** An object in which everything that can be a value is this one. */
function filled(schema: Json, value: Json): JsonObject {
  const entries = Object.entries(propertiesOf(schema)).filter(([name]) => name !== 'metadata');
  return Object.fromEntries(entries.map(([name, property]) => [name, fitted(property, value)]));
}

function fitted(schema: Json, value: Json): Json {
  if (!isJsonObject(schema)) return value;
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'integer':
    case 'number': {
      const number = Number(value);
      return Number.isFinite(number) ? (schema.type === 'integer' ? Math.trunc(number) : number) : 0;
    }
    case 'boolean':
      return Boolean(value);
    case 'array':
      return Array.isArray(value) ? value : [fitted(schema.items ?? {}, value)];
    case 'object':
      return isJsonObject(value) ? value : {};
    default:
      return value;
  }
}

function sample(schema: Json, words: readonly string[], random: RandomStream): Json {
  if (!isJsonObject(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0)
    return random.pick(schema.enum as readonly Json[]);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : random.integer(0, 9);
    case 'boolean':
      return random.integer(0, 1) === 1;
    case 'array':
      return [sample(schema.items ?? {}, words, random)];
    case 'object':
      return Object.fromEntries(
        Object.entries(propertiesOf(schema))
          .filter(([name]) => name !== 'metadata')
          .map(([name, property]) => [name, sample(property, words, random)]),
      );
    default:
      return random.pick(words);
  }
}

function propertiesOf(schema: Json): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}
