import type { JsonObject } from '../../core/index.js';
import type { JsonDataModel } from './json-data-model.js';
import { checkMaskOptions, keyMatcher, type MaskOptions, type NewMatcher } from './key-mask.js';
import { maskShape } from './mask-schema.js';
import { maskObject } from './mask-value.js';
import { schemaOf, shapeOf } from './object-shape.js';
import { type AnyDataModel, jsonOf, type MaybeDataModel, result } from './operand.js';
import { rememberedFor } from './remembered.js';

/**
 * Keeps the fields that the mask selects and drops the others. With `recursive` the same holds inside what is kept, and
 * a list of objects whose own name is not meant is kept with what is meant inside its objects. Missing stays missing.
 *
 * @throws {MettleError} `data/invalid_mask` for a pattern that can't be run in linear time.
 */
export function inMask(operand: JsonDataModel, options: MaskOptions): JsonDataModel;
export function inMask(operand: AnyDataModel, options: MaskOptions): AnyDataModel;
export function inMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel;
export function inMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel {
  checkMaskOptions(options, 'inMask');
  return masked(operand, options, true);
}

/**
 * Drops the fields that the mask selects and keeps the others; with `recursive` also inside objects and lists. Missing
 * stays missing.
 *
 * @throws {MettleError} `data/invalid_mask` for a pattern that can't be run in linear time.
 */
export function outMask(operand: JsonDataModel, options: MaskOptions): JsonDataModel;
export function outMask(operand: AnyDataModel, options: MaskOptions): AnyDataModel;
export function outMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel;
export function outMask(operand: MaybeDataModel, options: MaskOptions): MaybeDataModel {
  checkMaskOptions(options, 'outMask');
  return masked(operand, options, false);
}

function masked(operand: MaybeDataModel, options: MaskOptions, keep: boolean): MaybeDataModel {
  if (operand === null) {
    keyMatcher(options);
    return null;
  }
  const recursive = options.recursive ?? true;
  const text = JSON.stringify([keep, recursive, options.mask, options.pattern]);
  const { schema, newMatcher } = maskedSchema(operand.schema, text, () => {
    const compiled = keyMatcher(options);
    const mask = { keep, recursive, matches: compiled() };
    return { schema: schemaOf(maskShape(shapeOf(operand.schema), mask)), newMatcher: compiled };
  });
  return result([operand], schema, () =>
    maskObject(jsonOf(operand), { keep, recursive, matches: newMatcher() }),
  );
}

const maskedSchema = rememberedFor<{ readonly schema: JsonObject; readonly newMatcher: NewMatcher }>();
