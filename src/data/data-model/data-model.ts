import type { Json, JsonObject } from '../../core/index.js';
import {
  canonicalJson,
  type DataSchema,
  defineOptions,
  describeProblem,
  option,
  type SchemaProblem,
  type SchemaReader,
  type SchemaValidator,
  schemaValidator,
} from '../../core/index.js';
import { errorMessage, isStandardSchema, jsonSchemaOf, schemaReader } from '../../core/internal.js';
import { dataError } from '../error-codes.js';
import { JsonDataModel, SymbolicDataModel, schemaAndName } from './json-data-model.js';
import { shapeOf } from './object-shape.js';

/** How a {@link DataModel} is declared. */
export interface DataModelOptions {
  /** The fields: a Zod object (or another Standard Schema that can say itself as JSON Schema), or JSON Schema. */
  readonly schema: DataSchema;
  /** For people, and the title of the schema where it has none. Default: the schema's title, else `data`. */
  readonly name?: string;
}

const checkDataModelOptions = defineOptions<DataModelOptions>()('DataModel', {
  schema: option.required(option.object),
  name: option.string,
});

/**
 * A declared data model: named fields with their schema. It is a schema without a value, so operators and graphs accept
 * it like any {@link SymbolicDataModel}; `parse` makes values of it.
 *
 * Fields that are not declared are refused, unless the schema says `additionalProperties` itself.
 *
 * @example
 * ```ts
 * import { concat, DataModel } from 'mettle/data';
 *
 * const Query = new DataModel({
 *   name: 'Query',
 *   schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
 * });
 * const asked = await Query.parse({ query: 'Which river is the longest?' });
 * console.log(concat(asked, asked).keys()); // → [ 'query', 'query_1' ]
 * ```
 */
export class DataModel extends SymbolicDataModel {
  /** How files name it. */
  static override readonly registeredName: string = 'mettle>DataModel';
  readonly #reader: SchemaReader | null;
  readonly #validator: SchemaValidator;

  /**
   * @throws {MettleError} `data/not_an_object` for a schema of anything but an object, `core/invalid_schema` for
   *   what is no schema, `core/no_json_schema` for a Standard Schema that can't be written as JSON Schema.
   */
  constructor(options: DataModelOptions) {
    const { schema, name } = checkDataModelOptions(options);
    super(declared(jsonSchemaOf(schema), name));
    this.#reader = isStandardSchema(schema) ? schemaReader(schema) : null;
    // What a library writes as a pattern, it checks itself.
    this.#validator = schemaValidator(this.schema, { patterns: this.#reader === null ? 'refuse' : 'ignore' });
  }

  /**
   * Checks a value, with the schema's own defaults, and gives it its schema.
   *
   * @throws {MettleError} `data/invalid_value`: each field that is wrong, and why.
   */
  async parse(value: unknown): Promise<JsonDataModel> {
    if (this.#reader === null) return this.of(value);
    const reading = await this.#reader.read(value);
    if (!reading.ok) throw this.#invalid(reading.problems);
    return this.of(reading.value);
  }

  /**
   * Checks a value against the JSON Schema, as it is: nothing is filled in.
   *
   * @throws {MettleError} `data/invalid_value`.
   */
  of(value: unknown): JsonDataModel {
    let json: Json;
    try {
      json = JSON.parse(canonicalOrder(value));
    } catch (error) {
      throw dataError('invalid_value', `This is not a value of ${this.name}: ${errorMessage(error)}`);
    }
    const problems = this.#validator.check(json);
    if (problems.length > 0) throw this.#invalid(problems);
    return new JsonDataModel({ schema: this.schema, json: json as JsonObject, name: this.name });
  }

  /** Restores a saved data model; what a library's schema asked beyond JSON Schema is not kept. */
  static override fromConfig(config: JsonObject): DataModel {
    return new DataModel(schemaAndName(config));
  }

  #invalid(problems: readonly SchemaProblem[]): Error {
    const lines = problems.slice(0, 3).map((problem) => describeProblem(problem, this.name));
    const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
    return dataError('invalid_value', `${lines.join('; ')}${more}`, { details: { problems } });
  }
}

/** The value's JSON text in its own order of members, after a check that JSON can hold it. */
function canonicalOrder(value: unknown): string {
  canonicalJson(value);
  return JSON.stringify(value);
}

function declared(
  given: JsonObject,
  name: string | undefined,
): { readonly schema: JsonObject; readonly name: string } {
  // What the caller does to its schema later changes nothing here.
  const schema: JsonObject = structuredClone(given);
  const { title } = shapeOf(schema);
  const own = typeof title === 'string' && title !== '' ? title : undefined;
  const { $schema: _, ...rest } = schema;
  const combined = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword));
  const isOpen = combined || Object.hasOwn(schema, 'additionalProperties');
  return {
    schema: {
      ...(own === undefined && name !== undefined ? { title: name } : {}),
      ...rest,
      ...(isOpen ? {} : { additionalProperties: false }),
    },
    name: name ?? own ?? 'data',
  };
}
