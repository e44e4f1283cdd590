import { describeProblem, type JsonObject, schemaValidator } from '../../core/index.js';
import { JsonDataModel, SymbolicDataModel } from '../../data/index.js';
import { programError } from '../error-codes.js';
import { type Argument, finishGraph, type Graph, type GraphCall } from '../graph/graph.js';
import { checkName } from '../names.js';
import type { Shape } from '../structure.js';
import { type RestoreModuleOptions, restoreModule, serializeModule } from './save-modules.js';

const SHAPE = {
  anyOf: [
    { const: 'one' },
    { type: 'integer', minimum: 0, maximum: 100_000 },
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
  ],
};
const POSITION = { type: 'integer', minimum: 0 };
const ARGUMENT = {
  anyOf: [
    { type: 'object', properties: { input: POSITION }, required: ['input'], additionalProperties: false },
    {
      type: 'object',
      properties: { call: POSITION, output: POSITION },
      required: ['call', 'output'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        constant: {
          type: ['object', 'null'],
          properties: { schema: { type: 'object' }, json: { type: 'object' }, name: { type: 'string' } },
          required: ['schema', 'json', 'name'],
          additionalProperties: false,
        },
      },
      required: ['constant'],
      additionalProperties: false,
    },
  ],
};
const OBJECT = { type: 'object' };

/** What a saved graph looks like. */
const GRAPH = schemaValidator({
  type: 'object',
  properties: {
    inputs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, schema: OBJECT, optional: { type: 'boolean' } },
        required: ['name', 'schema', 'optional'],
        additionalProperties: false,
      },
    },
    input_shape: SHAPE,
    modules: { type: 'array', items: OBJECT },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          module: POSITION,
          shape: SHAPE,
          arguments: { type: 'array', items: ARGUMENT },
          output_shape: SHAPE,
          outputs: {
            type: 'array',
            items: {
              type: 'object',
              properties: { schema: OBJECT, name: { type: 'string' } },
              required: ['schema', 'name'],
              additionalProperties: false,
            },
          },
        },
        required: ['module', 'shape', 'arguments', 'output_shape', 'outputs'],
        additionalProperties: false,
      },
    },
    outputs: { type: 'array', minItems: 1, items: ARGUMENT },
    output_shape: SHAPE,
  },
  required: ['inputs', 'input_shape', 'modules', 'calls', 'outputs', 'output_shape'],
  additionalProperties: false,
});

/** A graph as files hold it. */
export function graphConfig(graph: Graph): JsonObject {
  return {
    inputs: graph.inputs.map(({ name, schema, optional }) => ({ name, schema, optional })),
    input_shape: graph.inputShape,
    modules: graph.modules.map(serializeModule),
    calls: graph.calls.map((call) => ({
      module: graph.modules.indexOf(call.module),
      shape: call.shape,
      arguments: call.arguments.map(argumentConfig),
      output_shape: call.outputShape,
      outputs: call.outputs.map(({ schema, name }) => ({ schema, name })),
    })),
    outputs: graph.outputs.map(argumentConfig),
    output_shape: graph.outputShape,
  };
}

/**
 * Restores a graph. The data may come from anyone.
 *
 * @throws {MettleError} `programs/invalid_file` for what `graphConfig` never gives, such as a call that needs a later one;
 *   as `deserialize` for its modules.
 */
export function restoreGraph(owner: string, config: JsonObject, options: RestoreModuleOptions): Graph {
  const [problem] = GRAPH.check(config);
  if (problem !== undefined) throw invalid(describeProblem(problem, `the graph of "${owner}"`));
  const saved = config as unknown as SavedGraph;
  for (const { name } of saved.inputs) checkName(name, `an input of "${owner}"`);
  if (new Set(saved.inputs.map(({ name }) => name)).size < saved.inputs.length) {
    throw invalid(`two inputs of "${owner}" have the same name`);
  }
  const modules = saved.modules.map((module) => restoreModule(module, options));
  const calls: Omit<GraphCall, 'depth'>[] = [];
  const read = (argument: SavedArgument): Argument => {
    if ('constant' in argument) {
      return { kind: 'constant', data: argument.constant && new JsonDataModel(argument.constant) };
    }
    if ('input' in argument) {
      if (argument.input >= saved.inputs.length) throw invalid(`"${owner}" has no input ${argument.input}`);
      return { kind: 'input', input: argument.input };
    }
    if (argument.output >= (calls[argument.call]?.outputs.length ?? 0)) {
      throw invalid(
        `a call of "${owner}" needs output ${argument.output} of call ${argument.call}, which doesn't come before it`,
      );
    }
    return { kind: 'call', call: argument.call, output: argument.output };
  };
  for (const call of saved.calls) {
    const module = modules[call.module];
    if (module === undefined) throw invalid(`a call of "${owner}" has no module ${call.module}`);
    checkCount(owner, call.shape, call.arguments.length);
    checkCount(owner, call.output_shape, call.outputs.length);
    calls.push({
      module,
      shape: call.shape,
      arguments: call.arguments.map(read),
      outputs: call.outputs.map((output) => new SymbolicDataModel(output)),
      outputShape: call.output_shape,
    });
  }
  checkCount(owner, saved.input_shape, saved.inputs.length);
  checkCount(owner, saved.output_shape, saved.outputs.length);
  if (new Set(calls.map(({ module }) => module)).size < modules.length) {
    throw invalid(`a module of "${owner}" is never called`);
  }
  return finishGraph({
    owner,
    inputs: saved.inputs,
    inputShape: saved.input_shape,
    calls,
    outputs: saved.outputs.map(read),
    outputShape: saved.output_shape,
  });
}

type SavedArgument =
  | { readonly input: number }
  | { readonly call: number; readonly output: number }
  | {
      readonly constant: {
        readonly schema: JsonObject;
        readonly json: JsonObject;
        readonly name: string;
      } | null;
    };

interface SavedGraph {
  readonly inputs: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly optional: boolean;
  }[];
  readonly input_shape: Shape;
  readonly modules: readonly JsonObject[];
  readonly calls: readonly {
    readonly module: number;
    readonly shape: Shape;
    readonly arguments: readonly SavedArgument[];
    readonly output_shape: Shape;
    readonly outputs: readonly { readonly schema: JsonObject; readonly name: string }[];
  }[];
  readonly outputs: readonly SavedArgument[];
  readonly output_shape: Shape;
}

function argumentConfig(argument: Argument): JsonObject {
  if (argument.kind === 'input') return { input: argument.input };
  if (argument.kind === 'call') return { call: argument.call, output: argument.output };
  const { data } = argument;
  return { constant: data && { schema: data.schema, json: data.json, name: data.name } };
}

function checkCount(owner: string, shape: Shape, parts: number): void {
  const expected = shape === 'one' ? 1 : typeof shape === 'number' ? shape : shape.length;
  // An object gives keys that are whole numbers first, in their order.
  const isOrdered =
    typeof shape !== 'object' ||
    Object.keys(Object.fromEntries(shape.map((key) => [key, 0]))).join('\0') === shape.join('\0');
  if (!isOrdered) throw invalid(`the keys of a record of "${owner}" are in an order that no object has`);
  if (expected !== parts)
    throw invalid(`a list of "${owner}" has ${parts} entries where ${expected} are expected`);
}

/** What is said of a file that Mettle never wrote. */
export function invalid(what: string): Error {
  return programError('invalid_file', `This file holds no program that can be restored: ${what}.`);
}
