import { concatenated, concatShapes } from './concat.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';
import { besides, eitherOf, schemaOf, shapeOf } from './object-shape.js';
import type { AnyDataModel, MaybeDataModel } from './operand.js';
import { rememberedForPair } from './remembered.js';

/**
 * The one that isn't missing; both joined as by `concat` if neither is missing; missing if both are.
 *
 * The schema of two schemas allows each of these cases: a field is required only where every case has it. A value keeps
 * the schema it came with, so a graph that needs one schema whichever branch was taken gives the value the symbolic
 * one.
 */
export function or(left: JsonDataModel | null, right: JsonDataModel | null): JsonDataModel | null;
export function or(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel;
export function or(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel {
  if (left === null) return right;
  if (right === null) return left;
  return bothValues(left, right) ? concatenated(left, right) : either(left, right, true);
}

/** The only one that isn't missing; missing if both are or neither is. The schema of two schemas allows either. */
export function xor(left: JsonDataModel | null, right: JsonDataModel | null): JsonDataModel | null;
export function xor(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel;
export function xor(left: MaybeDataModel, right: MaybeDataModel): MaybeDataModel {
  if (left === null) return right;
  if (right === null) return left;
  return bothValues(left, right) ? null : either(left, right, false);
}

function bothValues(left: AnyDataModel, right: AnyDataModel): boolean {
  return left instanceof JsonDataModel && right instanceof JsonDataModel;
}

function either(left: AnyDataModel, right: AnyDataModel, both: boolean): SymbolicDataModel {
  const schema = (both ? oneOrBoth : oneOfTwo)(left.schema, right.schema);
  return new SymbolicDataModel({ schema, name: `${left.name}_${right.name}` });
}

const oneOfTwo = rememberedForPair((left, right) => {
  const [one, other] = besides(shapeOf(left), shapeOf(right));
  return schemaOf({ ...one, ...eitherOf([one, other]) });
});

const oneOrBoth = rememberedForPair((left, right) => {
  const [one, other] = besides(shapeOf(left), shapeOf(right));
  return schemaOf({ ...one, ...eitherOf([one, other, concatShapes(one, other).shape]) });
});
