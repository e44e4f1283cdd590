import type { JsonObject } from '../../core/index.js';
import { JsonDataModel, SymbolicDataModel } from '../../data/index.js';
import type { AnyModule } from '../call-context.js';
import { validatorOf } from '../check-outputs.js';
import { programError } from '../error-codes.js';
import { uniqueNames, unused } from '../names.js';
import { keysOf, partsOf, type Shape, type Structured, shapeOf } from '../structure.js';
import { type GraphNode, type InputOrigin, originOf } from './node.js';

/** Where an argument of a call comes from: an input, an output of an earlier call, or a constant of the graph. */
export type Argument =
  | { readonly kind: 'input'; readonly input: number }
  | { readonly kind: 'call'; readonly call: number; readonly output: number }
  | { readonly kind: 'constant'; readonly data: JsonDataModel | null };

/** One call of a module, ready to be run. */
export interface GraphCall {
  readonly module: AnyModule;
  readonly shape: Shape;
  readonly arguments: readonly Argument[];
  readonly outputs: readonly SymbolicDataModel[];
  readonly outputShape: Shape;
  /** One more than the deepest call it takes something from. */
  readonly depth: number;
}

/** An input of a graph. */
export interface GraphInput {
  readonly name: string;
  readonly schema: JsonObject;
  readonly optional: boolean;
}

/** The calls between inputs and outputs, each after those it takes something from. */
export interface Graph {
  readonly inputs: readonly GraphInput[];
  readonly inputShape: Shape;
  readonly calls: readonly GraphCall[];
  readonly outputs: readonly Argument[];
  readonly outputNames: readonly string[];
  readonly outputShape: Shape;
  /** The modules of the graph, in the order of their first calls. */
  readonly modules: readonly AnyModule[];
}

/** What a graph is made from. */
export interface GraphOptions {
  /** For messages. */
  readonly owner: string;
  readonly inputs: Structured<SymbolicDataModel>;
  readonly outputs: Structured<SymbolicDataModel>;
}

/**
 * Finds the calls that lead from the inputs to the outputs.
 *
 * @throws {MettleError} `programs/invalid_graph` naming what doesn't connect; `programs/duplicate_name`.
 */
export function buildGraph({ owner, inputs, outputs }: GraphOptions): Graph {
  const inputData = symbolicParts(inputs, owner, 'inputs');
  const outputData = symbolicParts(outputs, owner, 'outputs');
  const graphInputs = readInputs(owner, inputData, keysOf(inputs));
  const positions = new Map(inputData.map((data, index) => [data, index]));
  const nodes = reachableNodes(owner, outputData, positions);
  const argumentOf = (data: unknown): Argument => {
    if (!(data instanceof SymbolicDataModel)) {
      return { kind: 'constant', data: data instanceof JsonDataModel ? data : null };
    }
    const input = positions.get(data);
    if (input !== undefined) return { kind: 'input', input };
    const origin = originOf(data);
    if (origin?.kind !== 'call') throw notConnected(owner, data);
    return { kind: 'call', call: nodes.indexOf(origin.node), output: origin.index };
  };
  const calls = nodes.map(({ module, inputs: given, shape, outputs: produced }) => ({
    module,
    shape: shapeOf(given),
    arguments: partsOf(given).map(argumentOf),
    outputs: produced,
    outputShape: shape,
  }));
  return finishGraph({
    owner,
    inputs: graphInputs,
    inputShape: shapeOf(inputs),
    calls,
    outputs: outputData.map(argumentOf),
    outputShape: shapeOf(outputs),
  });
}

/** A graph before its depths and names are known; each call stands after those it takes something from. */
export interface UnfinishedGraph extends Omit<Graph, 'calls' | 'outputNames' | 'modules'> {
  readonly owner: string;
  readonly calls: readonly Omit<GraphCall, 'depth'>[];
}

/**
 * Completes a graph.
 *
 * @throws {MettleError} `programs/duplicate_name`; `core/invalid_schema` for the schema of an input.
 */
export function finishGraph({ owner, ...graph }: UnfinishedGraph): Graph {
  // A schema that is none shows here and not at the first call.
  for (const { schema } of graph.inputs) validatorOf(schema);
  const calls: GraphCall[] = [];
  for (const call of graph.calls) {
    const depths = call.arguments.map((each) => (each.kind === 'call' ? (calls[each.call]?.depth ?? 0) : 0));
    calls.push({ ...call, depth: Math.max(0, ...depths) + 1 });
  }
  const modules = [...new Set(calls.map(({ module }) => module))];
  const names = uniqueNames(modules, `"${owner}"`);
  const { inputs, outputs, outputShape } = graph;
  const keys = typeof outputShape === 'object' ? outputShape : undefined;
  return {
    ...graph,
    calls,
    modules,
    outputNames: keys ?? namesOfOutputs(outputs, calls, inputs, names),
  };
}

/** The schema of what an argument will be. */
export function schemaOf(graph: Graph, argument: Argument): JsonObject {
  if (argument.kind === 'constant') return argument.data?.schema ?? {};
  if (argument.kind === 'input') return graph.inputs[argument.input]?.schema ?? {};
  return graph.calls[argument.call]?.outputs[argument.output]?.schema ?? {};
}

function symbolicParts(
  structure: Structured<SymbolicDataModel>,
  owner: string,
  what: string,
): readonly SymbolicDataModel[] {
  // A promise, of a call that nobody awaited, would count as a record of nothing.
  const parts = structure instanceof Promise ? [structure] : partsOf<unknown>(structure);
  if (parts.length === 0) throw programError('invalid_graph', `"${owner}" has no ${what}.`);
  for (const part of parts) {
    if (part instanceof SymbolicDataModel) continue;
    throw programError(
      'invalid_graph',
      `The ${what} of "${owner}" must be symbolic data models: results of Input, or of modules called on them. Did you forget await?`,
    );
  }
  return parts as readonly SymbolicDataModel[];
}

function readInputs(
  owner: string,
  data: readonly SymbolicDataModel[],
  keys: readonly string[] | undefined,
): GraphInput[] {
  const origins = data.map((each): InputOrigin => {
    const origin = originOf(each);
    if (origin?.kind === 'input') return origin.input;
    throw programError('invalid_graph', `An input of "${owner}" was not made by Input: ${each.name}.`);
  });
  if (new Set(data).size < data.length) {
    throw programError('invalid_graph', `"${owner}" lists an input twice.`);
  }
  const names = uniqueNames(
    origins.map((origin, index) => {
      const name = keys?.[index] ?? origin.name;
      return { name: name ?? 'input', isNameChosen: name !== undefined };
    }),
    `The inputs of "${owner}":`,
  );
  return [...names.values()].map((name, index) => ({
    name,
    schema: (data[index] as SymbolicDataModel).schema,
    optional: (origins[index] as InputOrigin).optional,
  }));
}

/** The nodes behind the outputs, each after those it takes something from, without recursion. */
function reachableNodes(
  owner: string,
  outputs: readonly SymbolicDataModel[],
  inputs: ReadonlyMap<SymbolicDataModel, number>,
): GraphNode[] {
  const ordered: GraphNode[] = [];
  const state = new Map<GraphNode, 'open' | 'done'>();
  const nodesBehind = (data: readonly unknown[]): GraphNode[] =>
    data.flatMap((each) => {
      if (!(each instanceof SymbolicDataModel) || inputs.has(each)) return [];
      const origin = originOf(each);
      if (origin?.kind !== 'call') throw notConnected(owner, each);
      return [origin.node];
    });
  const stack = nodesBehind(outputs).reverse();
  while (stack.length > 0) {
    const node = stack.at(-1) as GraphNode;
    if (state.get(node) === 'done') {
      stack.pop();
    } else if (state.get(node) === 'open') {
      state.set(node, 'done');
      ordered.push(node);
      stack.pop();
    } else {
      state.set(node, 'open');
      stack.push(
        ...nodesBehind(partsOf(node.inputs))
          .filter((each) => !state.has(each))
          .reverse(),
      );
    }
  }
  return ordered;
}

function namesOfOutputs(
  outputs: readonly Argument[],
  calls: readonly GraphCall[],
  inputs: readonly GraphInput[],
  moduleNames: ReadonlyMap<AnyModule, string>,
): string[] {
  const taken = new Set<string>();
  return outputs.map((output) => {
    if (output.kind === 'constant') return unused('constant', taken);
    if (output.kind === 'input') return unused(inputs[output.input]?.name ?? 'input', taken);
    const module = calls[output.call]?.module;
    return unused((module && moduleNames.get(module)) ?? 'output', taken);
  });
}

function notConnected(owner: string, data: SymbolicDataModel): Error {
  const origin = originOf(data);
  return programError(
    'invalid_graph',
    origin?.kind === 'input'
      ? `"${owner}" depends on the input "${data.name}", which is not in its inputs.`
      : `The graph of "${owner}" doesn't connect: no module gave "${data.name}". Build it only from calls of modules.`,
  );
}
