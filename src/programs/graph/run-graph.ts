import type { JsonObject } from '../../core/index.js';
import { inParallel } from '../../core/internal.js';
import { JsonDataModel, type MaybeData } from '../../data/index.js';
import { CallContext } from '../call-context.js';
import { validatorOf } from '../check-outputs.js';
import { fillShape, type ModuleInputs, type ModuleOutputs, partsOf } from '../structure.js';
import type { Argument, Graph, GraphCall } from './graph.js';

/**
 * Runs the calls of a graph, depth by depth, those of a depth at the same time. Where one fails, the others of its depth
 * still end, so that what is recorded doesn't depend on timing; then the first failure in the order of the graph is thrown.
 *
 * @param inputs - one for each input of the graph.
 * @param concurrency - most calls at a time.
 */
export async function runGraph(
  graph: Graph,
  inputs: readonly MaybeData[],
  context: CallContext,
  concurrency: number,
): Promise<ModuleOutputs> {
  const results: (readonly MaybeData[])[] = [];
  const dataOf = (argument: Argument): MaybeData => {
    if (argument.kind === 'constant') return argument.data;
    if (argument.kind === 'input') return inputs[argument.input] ?? null;
    return results[argument.call]?.[argument.output] ?? null;
  };
  const run = async (
    { module, shape, arguments: taken, outputs: declared }: GraphCall,
    call: CallContext,
  ) => {
    const outputs = await module.callIn(call, fillShape(shape, taken.map(dataOf)) as ModuleInputs);
    return partsOf<MaybeData>(outputs).map((data, index) => asDeclared(data, declared[index]?.schema));
  };
  // All ids are given out before anything runs: what ends first decides nothing.
  const contexts = graph.calls.map(
    ({ module }) => new CallContext(context.root, module, context.placeFor(module)),
  );
  const depths = Math.max(0, ...graph.calls.map(({ depth }) => depth));
  for (let depth = 1; depth <= depths; depth += 1) {
    const indexes = [...graph.calls.keys()].filter((index) => graph.calls[index]?.depth === depth);
    await inParallel(concurrency, indexes, async (index) => {
      results[index] = await run(graph.calls[index] as GraphCall, contexts[index] as CallContext);
    });
  }
  return fillShape(graph.outputShape, graph.outputs.map(dataOf)) as ModuleOutputs;
}

/**
 * A value with the schema that the graph gave to its place: what comes after names fields by it, so names don't depend
 * on which arm of a branch was taken. A value that doesn't meet it keeps its own.
 */
function asDeclared(data: MaybeData, schema: JsonObject | undefined): MaybeData {
  if (data === null || schema === undefined || data.schema === schema) return data;
  if (validatorOf(schema).check(data.json).length > 0) return data;
  return new JsonDataModel({ schema, json: data.json, name: data.name });
}
