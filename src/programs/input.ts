import { type DataSchema, defineOptions, option } from '../core/index.js';
import { jsonSchemaOf } from '../core/internal.js';
import { SymbolicDataModel } from '../data/index.js';
import { recordInput } from './graph/node.js';
import { checkName } from './names.js';

/** What {@link Input} takes. */
export interface InputOptions {
  /** What will come in: JSON Schema, or a schema of Zod and others that follow Standard JSON Schema. */
  readonly schema: DataSchema;
  /** Default: `input`, numbered where there are several; in a record of inputs, its key. */
  readonly name?: string;
  /** Whether the program runs without it. Default: false: where it is missing, all outputs are. */
  readonly optional?: boolean;
}

const checkInputOptions = defineOptions<InputOptions>()('Input', {
  schema: option.required(option.any),
  name: option.string,
  optional: option.boolean,
});

/**
 * An input of a program: symbolic data to call modules with.
 *
 * @throws {MettleError} `core/invalid_option` for one that does not exist; `programs/invalid_name`;
 *   `core/no_json_schema` as `jsonSchemaOf`.
 */
export function Input(options: InputOptions): SymbolicDataModel {
  checkInputOptions(options);
  const { name, optional = false } = options;
  if (name !== undefined) checkName(name, 'an input');
  const schema = jsonSchemaOf(options.schema);
  const data = new SymbolicDataModel({ schema, name: name ?? 'input' });
  recordInput(data, { name, optional });
  return data;
}
