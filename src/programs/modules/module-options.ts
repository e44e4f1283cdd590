import { type DataSchema, type JsonObject, type OptionKinds, option } from '../../core/index.js';
import { DataModel, JsonDataModel, SymbolicDataModel } from '../../data/index.js';

/** What a module gives, said in one of two ways. */
export interface SchemaOptions {
  /** JSON Schema or Standard Schema (Zod, Valibot, …) of an object. */
  readonly schema?: DataSchema | undefined;
  /** The same as a data model. Give one of the two. */
  readonly dataModel?: DataSchema | SymbolicDataModel | JsonDataModel | undefined;
}

/** The kinds of {@link SchemaOptions}. */
export const SCHEMA_OPTIONS: OptionKinds<SchemaOptions> = { schema: option.any, dataModel: option.any };

/** {@link SchemaOptions} say the same: one of them can be given. */
export const ONE_SCHEMA = { conflicts: [['schema', 'dataModel']] } as const;

/**
 * The JSON Schema that options say, closed to fields that it does not name; null where they say none.
 *
 * @throws {MettleError} as `DataModel`.
 */
export function schemaOfOptions({ schema, dataModel }: SchemaOptions): JsonObject | null {
  const given = schema ?? dataModel;
  if (given === undefined) return null;
  const isModel = given instanceof SymbolicDataModel || given instanceof JsonDataModel;
  return new DataModel({ schema: isModel ? given.schema : given }).schema;
}
