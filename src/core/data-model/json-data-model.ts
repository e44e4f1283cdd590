import type { Json, JsonObject } from '../json.js';

/**
 * A JSON object with the schema it keeps: what flows between the modules of a program while it runs.
 */
export class JsonDataModel {
  readonly schema: JsonObject;
  readonly json: JsonObject;
  /** For people: shows in summaries and plots. */
  readonly name: string;

  constructor(options: { readonly schema: JsonObject; readonly json: JsonObject; readonly name?: string }) {
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
}

/**
 * The schema of a value that is not there yet: what flows while a graph of modules is put together. Programs keep beside
 * it which call it came from.
 */
export class SymbolicDataModel {
  readonly schema: JsonObject;
  /** For people: shows in summaries and plots. */
  readonly name: string;

  constructor(options: { readonly schema: JsonObject; readonly name?: string }) {
    this.schema = options.schema;
    this.name = options.name ?? titleOf(options.schema) ?? 'symbolic';
  }

  /** The JSON schema of the value to come. */
  getSchema(): JsonObject {
    return this.schema;
  }
}

/** A value at run time: there, or missing. Missing (`null`) flows through modules and says that a branch was not taken. */
export type MaybeData = JsonDataModel | null;

function titleOf(schema: JsonObject): string | undefined {
  const { title } = schema;
  return typeof title === 'string' && title !== '' ? title : undefined;
}
