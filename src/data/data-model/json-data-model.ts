import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { dataError } from '../error-codes.js';
import { shapeOf } from './object-shape.js';

const checkJsonDataModelOptions = defineOptions<{
  readonly schema: JsonObject;
  readonly json: JsonObject;
  readonly name?: string;
}>()('JsonDataModel', {
  schema: option.required(option.record),
  json: option.required(option.record),
  name: option.string,
});

/** A JSON object with its schema: the data that modules pass to each other while a program runs. */
export class JsonDataModel {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>JsonDataModel';
  readonly schema: JsonObject;
  readonly json: JsonObject;
  /** For people: shows in summaries and plots. */
  readonly name: string;

  constructor(options: { readonly schema: JsonObject; readonly json: JsonObject; readonly name?: string }) {
    checkJsonDataModelOptions(options);
    this.schema = options.schema;
    this.json = options.json;
    this.name = options.name ?? titleOf(options.schema) ?? 'json';
  }

  /** The JSON schema of the value. */
  getSchema(): JsonObject {
    return this.schema;
  }

  /** The value. */
  getJson(): JsonObject {
    return this.json;
  }

  /** The field, or undefined where there is none. */
  get(key: string): Json | undefined {
    return Object.hasOwn(this.json, key) ? this.json[key] : undefined;
  }

  /** The names of the fields, in order. */
  keys(): string[] {
    return Object.keys(this.json);
  }

  /** What it is saved as. */
  getConfig(): JsonObject {
    return { schema: this.schema, json: this.json, name: this.name };
  }

  /** @throws {MettleError} `data/invalid_value` for a configuration without schema or value. */
  static fromConfig(config: JsonObject): JsonDataModel {
    return new JsonDataModel({ ...schemaAndName(config), json: objectIn(config, 'json') });
  }
}

const checkSymbolicDataModelOptions = defineOptions<{
  readonly schema: JsonObject;
  readonly name?: string;
}>()('SymbolicDataModel', {
  schema: option.required(option.record),
  name: option.string,
});

/**
 * The schema of a value that doesn't exist yet: it stands for the data while a graph of modules is built. Programs also
 * record which call it came from.
 */
export class SymbolicDataModel {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>SymbolicDataModel';
  readonly schema: JsonObject;
  /** For people: shows in summaries and plots. */
  readonly name: string;

  constructor(options: { readonly schema: JsonObject; readonly name?: string }) {
    checkSymbolicDataModelOptions(options);
    this.schema = options.schema;
    this.name = options.name ?? titleOf(options.schema) ?? 'symbolic';
  }

  /** The JSON schema of the value to come. */
  getSchema(): JsonObject {
    return this.schema;
  }

  /**
   * The names of the fields that are declared, in order.
   * @throws {MettleError} `data/not_an_object` for a schema of something else.
   */
  keys(): string[] {
    return [...shapeOf(this.schema).properties.keys()];
  }

  /** What it is saved as. */
  getConfig(): JsonObject {
    return { schema: this.schema, name: this.name };
  }

  /** @throws {MettleError} `data/invalid_value` for a configuration without a schema. */
  static fromConfig(config: JsonObject): SymbolicDataModel {
    return new SymbolicDataModel(schemaAndName(config));
  }
}

/** A value at run time: there, or missing. Missing (`null`) flows through modules and says that a branch was not taken. */
export type MaybeData = JsonDataModel | null;

/** The parts of a configuration that both kinds have. */
export function schemaAndName(config: JsonObject): { readonly schema: JsonObject; readonly name?: string } {
  const { name } = config;
  return { schema: objectIn(config, 'schema'), ...(typeof name === 'string' ? { name } : {}) };
}

function objectIn(config: JsonObject, key: string): JsonObject {
  const value = config[key];
  if (isJsonObject(value)) return value;
  throw dataError('invalid_value', `The configuration of a data model needs an object in ${key}.`);
}

function titleOf(schema: JsonObject): string | undefined {
  const { title } = schema;
  return typeof title === 'string' && title !== '' ? title : undefined;
}
