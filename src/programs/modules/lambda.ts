import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import {
  deserialize,
  JsonDataModel,
  type MaybeData,
  type RestoreOptions,
  type SerializableFunction,
  SymbolicDataModel,
  serialize,
} from '../../data/index.js';
import type { CallContext } from '../call-context.js';
import { MODULE_OPTIONS, Module, type ModuleOptions } from '../module.js';
import { type ModuleInputs, partsOf } from '../structure.js';
import { configOf } from './module-config.js';
import { ONE_SCHEMA, SCHEMA_OPTIONS, type SchemaOptions, schemaOfOptions } from './module-options.js';

/** What a {@link Lambda} computes: an object of the values of its inputs, or null for missing. */
export type LambdaFunction = (
  inputs: readonly JsonObject[],
  context: CallContext,
) => JsonObject | null | Promise<JsonObject | null>;

/** What a {@link Lambda} takes: a function, and the schema of what it gives. */
export interface LambdaOptions extends ModuleOptions, SchemaOptions {
  /** Called with one object for each input. To save the module, give the function a `registeredName`. */
  readonly function: LambdaFunction;
}

const checkLambdaOptions = defineOptions<LambdaOptions>()(
  'Lambda',
  { ...MODULE_OPTIONS, ...SCHEMA_OPTIONS, function: option.required(option.callback) },
  ONE_SCHEMA,
);

/**
 * A function as a module. Its result is checked against the schema. It is saved by the registered name of its function;
 * code is never written to a file.
 *
 * @example
 * ```ts
 * import { DataModel } from 'mettle/data';
 * import { Lambda } from 'mettle/programs';
 *
 * const number = new DataModel({
 *   schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
 * });
 * const add = new Lambda({
 *   dataModel: number,
 *   function: ([left, right]) => ({ n: Number(left?.n) + Number(right?.n) }),
 * });
 * const sum = await add.call([number.of({ n: 1 }), number.of({ n: 2 })]);
 * console.log(sum?.json); // → { n: 3 }
 * ```
 */
export class Lambda extends Module {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Lambda';
  readonly schema: JsonObject;
  readonly #options: LambdaOptions;

  /** @throws {MettleError} `core/invalid_option`, and as `DataModel`. */
  constructor(options: LambdaOptions) {
    checkLambdaOptions(options, new.target.name);
    super(options);
    const schema = schemaOfOptions(options);
    if (schema === null) {
      throw coreError('invalid_option', 'Lambda needs a schema or a dataModel of what its function gives.');
    }
    this.schema = schema;
    this.#options = options;
  }

  static fromConfig(config: JsonObject, options: RestoreOptions = {}): Lambda {
    const restored: unknown = deserialize(config.function, options);
    return new Lambda({ ...config, function: restored as LambdaFunction });
  }

  override async forward(inputs: ModuleInputs, context: CallContext): Promise<MaybeData> {
    const values = partsOf<MaybeData>(inputs).flatMap((part) => (part === null ? [] : [part.json]));
    const json = await this.#options.function(values, context);
    return json === null ? null : new JsonDataModel({ schema: this.schema, json, name: this.name });
  }

  override async computeOutputSpec(): Promise<SymbolicDataModel> {
    return new SymbolicDataModel({ schema: this.schema, name: this.name });
  }

  /** @throws {MettleError} `data/not_registered` for a function without a registered name. */
  getConfig(): JsonObject {
    return {
      ...configOf(this.#options, ['function', 'dataModel']),
      schema: this.schema,
      function: serialize(this.#options.function as SerializableFunction),
    };
  }
}
