import { isJsonObject, type JsonObject } from '../core/index.js';
import { shortened } from '../core/internal.js';
import { JsonDataModel, SymbolicDataModel } from '../data/index.js';
import { programError } from './error-codes.js';
import type { Graph } from './graph/graph.js';
import {
  fillShape,
  isData,
  type JsonInputs,
  keysOf,
  type ModuleInputs,
  partsOf,
  type SymbolicInputs,
  shapeOf,
} from './structure.js';

/** Schema of what a program without a graph is called with. */
const ANY_OBJECT: JsonObject = { type: 'object' };

/**
 * What a program is called with, as data in the order of its inputs: plain JSON objects get the schemas of the inputs.
 *
 * @throws {MettleError} `programs/invalid_input`.
 */
export function readProgramInputs(
  program: string,
  graph: Graph | undefined,
  inputs: JsonInputs | SymbolicInputs,
): ModuleInputs | SymbolicInputs {
  if (isData(inputs)) return inputs;
  if (graph === undefined) return readWithoutGraph(program, inputs);
  const names = graph.inputs.map(({ name }) => name);
  const read = (part: unknown, index: number) => readPart(program, part, graph.inputs[index]?.schema);
  if (Array.isArray(inputs)) return inputs.map(read) as ModuleInputs;
  const byName = typeof graph.inputShape === 'object' || graph.inputs.length > 1;
  if (!byName) return read(inputs, 0) as ModuleInputs;
  const record = inputs as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(record).find((key) => !names.includes(key));
  const lacking = names.find((name) => !Object.hasOwn(record, name));
  if (unknown !== undefined || lacking !== undefined) {
    throw programError(
      'invalid_input',
      `"${program}" takes the inputs ${names.join(', ')}; ${unknown === undefined ? `${lacking} is not given (null says that it is missing)` : `there is none of the name ${unknown}`}.`,
    );
  }
  // In the order of the inputs, whatever order an object gives its keys.
  return names.map((name, index) => read(record[name], index)) as ModuleInputs;
}

/** Symbolic data for what a call brings. */
export function symbolicInputs(inputs: JsonInputs | SymbolicInputs): SymbolicInputs {
  const parts = partsOf<unknown>(inputs);
  const isPlain = !isData(inputs) && !Array.isArray(inputs) && !parts.every(isData);
  if (isPlain || parts.length === 0) {
    return new SymbolicDataModel({ schema: ANY_OBJECT, name: 'input' });
  }
  return fillShape(
    shapeOf(inputs),
    parts.map((part) => {
      if (part instanceof SymbolicDataModel) return part;
      return new SymbolicDataModel({
        schema: part instanceof JsonDataModel ? part.schema : ANY_OBJECT,
        name: 'input',
      });
    }),
  );
}

function readWithoutGraph(
  program: string,
  inputs: JsonInputs | SymbolicInputs,
): ModuleInputs | SymbolicInputs {
  const parts = partsOf<unknown>(inputs);
  if (Array.isArray(inputs)) return parts.map((part) => readPart(program, part, ANY_OBJECT)) as ModuleInputs;
  if (parts.some((part) => part instanceof JsonDataModel || part instanceof SymbolicDataModel)) {
    const keys = keysOf(inputs) ?? [];
    return fillShape(
      keys,
      parts.map((part) => readPart(program, part, ANY_OBJECT)),
    ) as ModuleInputs;
  }
  return readPart(program, inputs, ANY_OBJECT) as ModuleInputs;
}

function readPart(
  program: string,
  part: unknown,
  schema: JsonObject = ANY_OBJECT,
): JsonDataModel | SymbolicDataModel | null {
  if (isData(part)) return part;
  if (isJsonObject(part)) return new JsonDataModel({ schema, json: part });
  throw programError(
    'invalid_input',
    `"${program}" takes data models and JSON objects, not ${shortened(String(JSON.stringify(part)), 60)}.`,
  );
}
