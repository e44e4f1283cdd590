import type { Json, JsonObject } from '../../core/index.js';
import { dataError } from '../error-codes.js';
import type { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { anyOf, besides, type ObjectShape, schemaOf, shapeOf } from './object-shape.js';
import { type AnyDataModel, jsonOf, type MaybeDataModel, result } from './operand.js';
import { rememberedForPair } from './remembered.js';
import { withoutNumber } from './words.js';

/**
 * The fields of both. If a field of the second has a name that is taken, it gets a number: `answer`, `answer_1`,
 * `answer_2`. Names are decided by the schemas, so they don't depend on which optional fields a value has.
 *
 * @throws {MettleError} `data/missing_operand` when one is missing: ask with {@link and} where that may be.
 */
export function concat(left: JsonDataModel | null, right: JsonDataModel | null): JsonDataModel;
export function concat(left: MaybeDataModel, right: MaybeDataModel): AnyDataModel;
export function concat(left: MaybeDataModel, right: MaybeDataModel): AnyDataModel {
  if (left === null || right === null) {
    const which =
      left === null ? (right === null ? 'both data models are' : 'the first is') : 'the second is';
    throw dataError(
      'missing_operand',
      `concat needs two data models, but ${which} missing (null). Use and() to get null then.`,
    );
  }
  return concatenated(left, right);
}

/** Both if neither is missing, else missing: {@link concat} for branches that may not have been taken. */
export function and(left: JsonDataModel | null, right: JsonDataModel | null): JsonDataModel | null;
export function and(left: SymbolicDataModel, right: AnyDataModel): SymbolicDataModel;
export function and(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel;
export function and(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel {
  return left === null || right === null ? null : concatenated(left, right);
}

/** {@link concat} of two that are there. */
export function concatenated(left: AnyDataModel, right: AnyDataModel): AnyDataModel {
  const { schema, ...names } = joinOf(left.schema, right.schema);
  return result([left, right], schema, () => joinJson(jsonOf(left), jsonOf(right), names));
}

const joinOf = rememberedForPair((left, right) => {
  const first = shapeOf(left);
  const { shape, rightNames } = concatShapes(...besides(first, shapeOf(right)));
  return { schema: schemaOf(shape), left: first.properties, right: rightNames, declared: shape.properties };
});

interface ConcatShapes {
  readonly shape: ObjectShape;
  readonly rightNames: ReadonlyMap<string, string>;
}

/** The shape of both, and what the fields of the second are called in it; those of the first keep their names. */
export function concatShapes(left: ObjectShape, right: ObjectShape): ConcatShapes {
  const properties = new Map(left.properties);
  const required = new Set(left.required);
  const rightNames = new Map<string, string>();
  const next = new Map<string, number>();
  for (const [key, schema] of right.properties) {
    const name = freeKey(key, properties, next);
    rightNames.set(key, name);
    properties.set(name, schema);
    if (right.required.has(key)) required.add(name);
  }
  const additional = anyOf([left.additional, right.additional].filter((schema) => schema !== false));
  const shape: ObjectShape = { ...left, properties, required, additional };
  return { shape, rightNames };
}

/** `key` where it is free, else its base with the first number that is. */
function freeKey(key: string, taken: { has(key: string): boolean }, next: Map<string, number>): string {
  if (!taken.has(key)) return key;
  const base = withoutNumber(key);
  let number = next.get(base) ?? 1;
  while (taken.has(`${base}_${number}`)) number += 1;
  if (number > 1) next.set(base, number + 1);
  return `${base}_${number}`;
}

interface JoinedNames {
  /** The declared fields of the first. They keep their names. */
  readonly left: ReadonlyMap<string, unknown>;
  /** The declared fields of the second, and what they are called. */
  readonly right: ReadonlyMap<string, string>;
  /** The declared fields of both, by what they are called. */
  readonly declared: ReadonlyMap<string, unknown>;
}

/** Declared fields under the names they were given; then those no schema declares, under names that are left. */
function joinJson(first: JsonObject, second: JsonObject, { left, right, declared }: JoinedNames): JsonObject {
  const members: [string, Json][] = [];
  for (const key of left.keys()) if (Object.hasOwn(first, key)) members.push([key, first[key] as Json]);
  for (const [key, name] of right) if (Object.hasOwn(second, key)) members.push([name, second[key] as Json]);
  const undeclared = new Set<string>();
  const taken = { has: (key: string) => declared.has(key) || undeclared.has(key) };
  const next = new Map<string, number>();
  for (const [value, names] of [[first, left] as const, [second, right] as const]) {
    for (const key of Object.keys(value)) {
      if (names.has(key)) continue;
      const name = freeKey(key, taken, next);
      undeclared.add(name);
      members.push([name, value[key] as Json]);
    }
  }
  return Object.fromEntries(members);
}
