import type { JsonObject } from '../../core/index.js';
import { dataError } from '../error-codes.js';
import type { JsonDataModel } from './json-data-model.js';
import { schemaOf, shapeOf } from './object-shape.js';
import { type AnyDataModel, jsonOf, type MaybeDataModel, result } from './operand.js';
import { rememberedFor } from './remembered.js';

/**
 * Puts a word before the name of each field: `answer` → `first_answer`. Missing stays missing.
 *
 * @throws {MettleError} `data/invalid_name` for an empty word.
 */
export function prefix(operand: JsonDataModel, word: string): JsonDataModel;
export function prefix(operand: AnyDataModel, word: string): AnyDataModel;
export function prefix(operand: MaybeDataModel, word: string): MaybeDataModel;
export function prefix(operand: MaybeDataModel, word: string): MaybeDataModel {
  return renameKeys(operand, word, (key) => `${word}_${key}`);
}

/**
 * Puts a word after the name of each field: `answer` → `answer_first`. Missing stays missing.
 *
 * @throws {MettleError} `data/invalid_name` for an empty word.
 */
export function suffix(operand: JsonDataModel, word: string): JsonDataModel;
export function suffix(operand: AnyDataModel, word: string): AnyDataModel;
export function suffix(operand: MaybeDataModel, word: string): MaybeDataModel;
export function suffix(operand: MaybeDataModel, word: string): MaybeDataModel {
  return renameKeys(operand, word, (key) => `${key}_${word}`);
}

const renamedSchema = rememberedFor<JsonObject>();

function renameKeys(operand: MaybeDataModel, word: string, rename: (key: string) => string): MaybeDataModel {
  if (typeof word !== 'string' || word === '') {
    throw dataError(
      'invalid_name',
      'A prefix or suffix is a word of at least one letter; this one is empty.',
    );
  }
  if (operand === null) return null;
  const schema = renamedSchema(operand.schema, rename(''), () => {
    const shape = shapeOf(operand.schema);
    return schemaOf({
      ...shape,
      properties: new Map([...shape.properties].map(([key, field]) => [rename(key), field])),
      required: new Set([...shape.required].map(rename)),
    });
  });
  return result([operand], schema, () => withKeys(jsonOf(operand), rename));
}

function withKeys(json: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [rename(key), value]));
}
