import { isJsonObject, type Json, type JsonObject, schemaValidator } from '../../core/index.js';
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
  return entityOf(data.get(key), shape.properties.get(key) ?? shape.additional, shape);
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
  return (value as readonly Json[])
    .map((item) => entityOf(item, list?.items ?? true, shape))
    .filter((entity) => entity !== null);
}

function entityOf(value: Json | undefined, schema: Json, shape: ObjectShape): MaybeData {
  if (!isJsonObject(value)) return null;
  const kinds = kindsOf(schema, shape).map((kind) => withDefinitions(kind, shape));
  const own = kinds.find((kind) => schemaValidator(kind, { patterns: 'ignore' }).check(value).length === 0);
  return new JsonDataModel({ schema: own ?? kinds[0] ?? { type: 'object' }, json: value });
}

/** What a value of a schema may be, references followed. */
function kindsOf(schema: Json, shape: ObjectShape): JsonObject[] {
  const target = followed(schema, shape.definitions);
  const branches = target.anyOf ?? target.oneOf;
  if (!Array.isArray(branches)) return [target];
  return (branches as readonly Json[]).flatMap((branch) => kindsOf(branch, shape));
}

function withDefinitions(schema: JsonObject, shape: ObjectShape): JsonObject {
  const definitions = used(schema, shape.definitions);
  return definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}
