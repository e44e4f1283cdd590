import { extname } from 'node:path';
import type { JsonObject } from '../../core/index.js';
import { defineOptions, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { DataModel } from '../../data/index.js';
import { type Dataset, datasetOf } from '../dataset.js';
import { csvRows } from '../readers/csv.js';
import { jsonlRows, jsonRows } from '../readers/json.js';
import { parquetRows } from '../readers/parquet.js';
import type { Row } from '../row.js';
import type { Template } from '../template.js';
import { huggingFaceRows, SERVER_OPTIONS, type ServerOptions } from './hugging-face.js';

/** What a public set is, and what samples are made of it. */
export interface FieldSetDefinition {
  readonly name: string;
  /** On the Hugging Face Hub: `owner/name`. */
  readonly dataset: string;
  /** The part of the set that is loaded unless another is named. */
  readonly config: string;
  readonly splits: readonly [string, ...string[]];
  readonly input: Template;
  readonly output: Template;
  /** Schemas of the fields of an input and of an output; all are required. */
  readonly inputFields: JsonObject;
  readonly outputFields: JsonObject;
}

/** Where a public set is loaded from. */
export interface FieldSetLoadOptions extends ServerOptions {
  /** Your copy: a `.jsonl`, `.json`, `.csv` or `.parquet` file with the columns of the set. Default: the datasets server. */
  readonly path?: string;
  /** Which part of the server's set. Default: the first of `splits`. */
  readonly split?: string;
  readonly config?: string;
}

const checkLoadOptions = defineOptions<FieldSetLoadOptions>()('load', {
  ...SERVER_OPTIONS,
  path: option.string,
  split: option.string,
  config: option.string,
});

/** A public set that evaluations of a field use. */
export interface FieldSet {
  readonly name: string;
  /** On the Hugging Face Hub: `owner/name`. */
  readonly dataset: string;
  readonly splits: readonly string[];
  getInputDataModel(): DataModel;
  getOutputDataModel(): DataModel;
  /**
   * The samples, from your file or as the datasets server gives them. Each is checked against the data models.
   *
   * @throws {MettleError} `core/invalid_option` for a split that the set does not have, or a file of another kind.
   *   Going through the samples: `datasets/offline`, `datasets/not_found`, `datasets/invalid_row`, `datasets/unknown_field`.
   */
  load(options?: FieldSetLoadOptions): Dataset;
}

/** Makes a set of its definition. */
export function fieldSet(definition: FieldSetDefinition): FieldSet {
  const { name, dataset, splits } = definition;
  const model = (side: string, fields: JsonObject) =>
    new DataModel({
      name: `${name}_${side}`,
      schema: { type: 'object', properties: fields, required: Object.keys(fields) },
    });
  let input: DataModel | undefined;
  let output: DataModel | undefined;
  const set: FieldSet = {
    name,
    dataset,
    splits,
    getInputDataModel() {
      input ??= model('input', definition.inputFields);
      return input;
    },
    getOutputDataModel() {
      output ??= model('output', definition.outputFields);
      return output;
    },
    load(options = {}) {
      checkLoadOptions(options, `${name}.load`);
      const { path, split = splits[0], config = definition.config } = options;
      if (path === undefined && !splits.includes(split)) {
        throw coreError(
          'invalid_option',
          `${name} has the splits ${splits.join(', ')}; got ${JSON.stringify(split)}.`,
        );
      }
      const rows =
        path === undefined ? () => huggingFaceRows({ ...options, dataset, config, split }) : rowsOf(path);
      return datasetOf(rows, {
        input: definition.input,
        output: definition.output,
        inputDataModel: set.getInputDataModel(),
        outputDataModel: set.getOutputDataModel(),
      });
    },
  };
  return set;
}

function rowsOf(path: string): () => AsyncIterable<Row> {
  switch (extname(path).toLowerCase()) {
    case '.jsonl':
      return () => jsonlRows(path);
    case '.json':
      return () => jsonRows(path);
    case '.csv':
      return () => csvRows({ path, delimiter: ',' });
    case '.parquet':
      return () => parquetRows(path);
    default:
      throw coreError('invalid_option', `${path} ends in none of .jsonl, .json, .csv, .parquet.`);
  }
}
