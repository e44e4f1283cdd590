import type { DataSchema, JsonObject } from '../../core/index.js';
import { checkOptionNames, coreError } from '../../core/internal.js';
import { DataModel, JsonDataModel, SymbolicDataModel } from '../../data/index.js';

/** What the options of every module are called. */
export const MODULE_OPTIONS = ['name', 'description', 'trainable', 'hooks'] as const;

/**
 * Refuses options that do not exist.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function checkOptions(owner: string, options: object, known: readonly string[]): void {
  checkOptionNames(options, known, { code: 'core/invalid_option', owner });
}

/** What a module gives, said in one of two ways. */
export interface SchemaOptions {
  /** JSON Schema or Standard Schema (Zod, Valibot, …) of an object. */
  readonly schema?: DataSchema | undefined;
  /** The same as a data model. Give one of the two. */
  readonly dataModel?: DataSchema | SymbolicDataModel | JsonDataModel | undefined;
}

/**
 * The JSON Schema that options say, closed to fields that it does not name; null where they say none.
 *
 * @throws {MettleError} `core/invalid_option` for both at a time, and as `DataModel`.
 */
export function schemaOfOptions(owner: string, { schema, dataModel }: SchemaOptions): JsonObject | null {
  if (schema !== undefined && dataModel !== undefined) {
    throw coreError('invalid_option', `${owner} takes schema or dataModel, not both: they say the same.`);
  }
  const given = schema ?? dataModel;
  if (given === undefined) return null;
  const isModel = given instanceof SymbolicDataModel || given instanceof JsonDataModel;
  return new DataModel({ schema: isModel ? given.schema : given }).schema;
}
