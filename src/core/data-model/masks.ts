import type { JsonDataModel } from './json-data-model.js';
import { keyMatcher, type MaskOptions } from './key-mask.js';
import { maskShape } from './mask-schema.js';
import { maskObject } from './mask-value.js';
import { schemaOf, shapeOf } from './object-shape.js';
import { type AnyDataModel, jsonOf, type MaybeDataModel, result } from './operand.js';

/**
 * Keeps the fields that the mask means and drops the others. With `recursive` the same holds inside what is kept, and a
 * list of objects whose own name is not meant is kept with what is meant inside its objects. Missing stays missing.
 *
 * @throws {MettleError} `data_model/invalid_mask` for a pattern that can't be run in linear time.
 */
export function inMask(operand: JsonDataModel, options: MaskOptions): JsonDataModel;
export function inMask(operand: AnyDataModel, options: MaskOptions): AnyDataModel;
export function inMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel;
export function inMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel {
  return masked(operand, options, true);
}

/**
 * Drops the fields that the mask means and keeps the others; with `recursive` also inside objects and lists. Missing
 * stays missing.
 *
 * @throws {MettleError} `data_model/invalid_mask` for a pattern that can't be run in linear time.
 */
export function outMask(operand: JsonDataModel, options: MaskOptions): JsonDataModel;
export function outMask(operand: AnyDataModel, options: MaskOptions): AnyDataModel;
export function outMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel;
export function outMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel {
  return masked(operand, options, false);
}

function masked(operand: MaybeDataModel, options: MaskOptions, keep: boolean): MaybeDataModel {
  const mask = { keep, recursive: options.recursive ?? true, matches: keyMatcher(options) };
  if (operand === null) return null;
  const schema = schemaOf(maskShape(shapeOf(operand.schema), mask));
  return result([operand], schema, () => maskObject(jsonOf(operand), mask));
}
