import { coreError } from '../error-codes.js';
import { errorMessage, type MettleError } from '../errors.js';
import { isJsonObject, type JsonObject } from '../json.js';
import type { SchemaProblem } from './problem.js';
import {
  checkSchemaValidatorOptions,
  type SchemaValidatorOptions,
  schemaValidator,
} from './schema-validator.js';

/** A schema of Zod, Valibot, ArkType or any other library that follows Standard Schema (standardschema.dev), version 1. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Standard JSON Schema: how the schema says itself as JSON Schema. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
      | undefined;
  };
}

/** What a {@link StandardSchema} answers: the value it made, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that a {@link StandardSchema} finds wrong. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The schema of some data: JSON Schema, or one of a library that follows Standard Schema. */
export type DataSchema<Output = unknown> = JsonObject | StandardSchema<Output>;

/** What data of a schema is in TypeScript; JSON Schema says nothing to the compiler. */
export type DataOf<S extends DataSchema> = S extends StandardSchema<infer Output> ? Output : JsonObject;

/** What {@link SchemaReader.read} finds: the value (with the schema's own defaults and conversions), or what is wrong. */
export type SchemaReading<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] };

/** A {@link DataSchema} at work. */
export interface SchemaReader<Output = unknown> {
  /** The schema as JSON Schema (draft 2020-12), as a model is shown it. */
  readonly jsonSchema: JsonObject;
  /** Checks a value. Never rejects. */
  read(value: unknown): Promise<SchemaReading<Output>>;
}

/**
 * A schema as JSON Schema (draft 2020-12).
 *
 * @throws {MettleError} `core/no_json_schema` where a Standard Schema can't say itself as one, `core/invalid_schema` for none.
 */
export function jsonSchemaOf(schema: DataSchema): JsonObject {
  if (schema === undefined) {
    throw coreError(
      'invalid_schema',
      'There is no schema. Give one as { schema }: JSON Schema, or a schema of Zod or a library like it.',
    );
  }
  if (!isStandardSchema(schema)) return schema;
  const { vendor, jsonSchema } = schema['~standard'];
  if (jsonSchema === undefined) {
    throw noJsonSchema(vendor, 'has no JSON Schema of its own', undefined);
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject;
  } catch (error) {
    throw noJsonSchema(vendor, `cannot be written as JSON Schema: ${errorMessage(error)}`, error);
  }
}

/**
 * Makes a schema of either kind ready to check data.
 *
 * @throws {MettleError} `core/no_json_schema` as {@link jsonSchemaOf}; `core/invalid_schema` for what is no schema.
 */
export function schemaReader<const S extends DataSchema>(
  schema: S,
  options: SchemaValidatorOptions = {},
): SchemaReader<DataOf<S>> {
  checkSchemaValidatorOptions(options, 'schemaReader');
  const jsonSchema = jsonSchemaOf(schema);
  if (isStandardSchema(schema)) {
    return { jsonSchema, read: (value) => readStandard(schema as StandardSchema<DataOf<S>>, value) };
  }
  const validator = schemaValidator(jsonSchema, options);
  return {
    jsonSchema,
    read: async (value) => {
      const problems = validator.check(value);
      return problems.length === 0 ? { ok: true, value: value as DataOf<S> } : { ok: false, problems };
    },
  };
}

/** Whether a value is a {@link StandardSchema}: an object or a function that says so of itself. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = '~standard' in value ? value['~standard'] : undefined;
  return isJsonObject(standard) && typeof (standard as { validate?: unknown }).validate === 'function';
}

async function readStandard<Output>(
  schema: StandardSchema<Output>,
  value: unknown,
): Promise<SchemaReading<Output>> {
  try {
    const result = await schema['~standard'].validate(value);
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, problems: result.issues.slice(0, 20).map(problemOf) };
  } catch (error) {
    const message = `cannot be checked: ${errorMessage(error)}`;
    return { ok: false, problems: [{ path: [], keyword: 'schema', message }] };
  }
}

function problemOf({ message, path = [] }: StandardIssue): SchemaProblem {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step));
  return {
    path: keys.map((key) => (typeof key === 'number' ? key : String(key))),
    keyword: 'schema',
    message,
  };
}

function noJsonSchema(vendor: string, why: string, cause: unknown): MettleError {
  return coreError(
    'no_json_schema',
    `This ${vendor} schema ${why}. Give the JSON Schema itself, or wrap it so that it follows Standard JSON Schema (Zod 4.2 and later does; Valibot: toStandardJsonSchema of @valibot/to-json-schema).`,
    { cause },
  );
}
