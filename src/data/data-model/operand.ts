import type { JsonObject } from '../../core/index.js';
import { JsonDataModel, SymbolicDataModel } from './json-data-model.js';

/** What an operator takes: a value with its schema, or a schema alone. */
export type AnyDataModel = JsonDataModel | SymbolicDataModel;

/** An {@link AnyDataModel}, or missing. */
export type MaybeDataModel = AnyDataModel | null;

/** The result of an operator: a value where all operands are values, else a schema. */
export function result(
  operands: readonly AnyDataModel[],
  schema: JsonObject,
  json: () => JsonObject,
): AnyDataModel {
  const name = operands.map((operand) => operand.name).join('_') || undefined;
  const named = name === undefined ? {} : { name };
  return operands.every((operand) => operand instanceof JsonDataModel)
    ? new JsonDataModel({ schema, json: json(), ...named })
    : new SymbolicDataModel({ schema, ...named });
}

/** The value of an operand that {@link result} found to be one. */
export function jsonOf(operand: AnyDataModel): JsonObject {
  return operand instanceof JsonDataModel ? operand.json : {};
}
