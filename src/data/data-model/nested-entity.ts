import {
  isJsonObject,
  type Json,
  type JsonObject,
  type SchemaValidator,
  schemaValidator,
} from '../../core/index.js';
import { used } from './definitions.js';
import { JsonDataModel, type MaybeData } from './json-data-model.js';
import { followed, type ObjectShape, shapeOf } from './object-shape.js';

/**
 * The object in a field as separate data, with its part of the schema. If the field allows several kinds of objects,
 * that is the first that fits.
 *
 * @returns null where the field is missing, or holds no object.
 * @throws {MettleError} `data/not_an_object`, `data/unsupported_schema`.
 * @example
 * ```ts
 * import { getNestedEntity, JsonDataModel } from 'mettle/data';
 *
 * const place = { title: 'Place', type: 'object', properties: { city: { type: 'string' } } };
 * const person = { type: 'object', properties: { name: { type: 'string' }, home: place } };
 * const ada = new JsonDataModel({ schema: person, json: { name: 'Ada', home: { city: 'London' } } });
 * const home = getNestedEntity(ada, 'home');
 * console.log(home?.name, home?.json); // → Place { city: 'London' }
 * ```
 */
export function getNestedEntity(data: JsonDataModel, key: string): MaybeData {
  const shape = shapeOf(data.schema);
  return entityMaker(shape.properties.get(key) ?? shape.additional, shape)(data.get(key));
}

/**
 * The objects of a list in a field, each as data of its own; anything else in the list is left out. Empty where the field
 * is missing, or holds no list.
 *
 * @throws {MettleError} as {@link getNestedEntity}.
 */
export function getNestedEntityList(data: JsonDataModel, key: string): JsonDataModel[] {
  const shape = shapeOf(data.schema);
  const value = data.get(key);
  if (!Array.isArray(value)) return [];
  const list = kindsOf(shape.properties.get(key) ?? shape.additional, shape).find(
    ({ items }) => items !== undefined,
  );
  const entityOf = entityMaker(list?.items ?? true, shape);
  return (value as readonly Json[]).map(entityOf).filter((entity) => entity !== null);
}

/** Makes data of the values of a schema; null for what is no object. */
function entityMaker(schema: Json, shape: ObjectShape): (value: Json | undefined) => MaybeData {
  const kinds = kindsOf(schema, shape).map((kind) => {
    const whole = withDefinitions(kind, shape);
    let validator: SchemaValidator | undefined;
    const fits = (value: JsonObject): boolean => {
      validator ??= schemaValidator(whole, { patterns: 'ignore' });
      return validator.check(value).length === 0;
    };
    return { schema: whole, fits };
  });
  return (value) => {
    if (!isJsonObject(value)) return null;
    const own = kinds.find(({ fits }) => fits(value)) ?? kinds[0];
    return new JsonDataModel({ schema: own?.schema ?? { type: 'object' }, json: value });
  };
}

/** What a value of a schema may be, references followed; each kind once, however many ways lead to it. */
function kindsOf(schema: Json, shape: ObjectShape, seen = new Set<JsonObject>()): JsonObject[] {
  const target = followed(schema, shape.definitions);
  if (seen.has(target)) return [];
  seen.add(target);
  const branches = target.anyOf ?? target.oneOf;
  if (!Array.isArray(branches)) return [target];
  return (branches as readonly Json[]).flatMap((branch) => kindsOf(branch, shape, seen));
}

function withDefinitions(schema: JsonObject, shape: ObjectShape): JsonObject {
  const definitions = used(schema, shape.definitions);
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}
