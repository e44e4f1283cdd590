import type { JsonObject } from '../../core/index.js';
import type { AnyModule } from '../call-context.js';
import type { Argument, Graph } from '../graph/graph.js';
import { variableIndex } from '../module-tree.js';
import { uniqueNames } from '../names.js';
import type { Variable } from '../variable.js';
import { fieldWords } from './field-words.js';

/** A program as pictures and summaries need it. */
export interface DrawnProgram extends AnyModule {
  readonly graph: Graph | undefined;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly nonTrainableVariables: readonly Variable[];
}

/** A box of the picture. */
export interface PictureNode {
  readonly id: string;
  readonly kind: 'input' | 'call' | 'program' | 'constant' | 'output';
  readonly title: string;
  /** The class of a module; empty for the others. */
  readonly className: string;
  /** Whether the program runs without it. */
  readonly optional: boolean;
  /** Fields of what it gives, each `name: type`; empty where the schema names none. */
  readonly fields: readonly string[];
  /** Variables in it that training changes, by the end of their keys. */
  readonly trained: readonly string[];
  /** Variables in it that training leaves alone. */
  readonly fixed: readonly string[];
}

/** Data that goes from one box to another. */
interface PictureEdge {
  readonly from: string;
  readonly to: string;
}

/** Boxes and what goes between them; each box stands after those it takes something from. */
export interface ProgramPicture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
}

/** What is drawn of a program, without saying how. */
export function programPicture(
  program: DrawnProgram,
  { expandNested }: { readonly expandNested: boolean },
): ProgramPicture {
  const nodes: PictureNode[] = [];
  const edges = new Map<string, PictureEdge>();
  const connect = (sources: readonly string[], to: string): void => {
    for (const from of sources) edges.set(JSON.stringify([from, to]), { from, to });
  };
  const { graph } = program;
  const inputs = (
    graph?.inputs ?? program.inputNames.map((name) => ({ name, schema: {}, optional: false }))
  ).map(({ name, schema, optional }) => {
    const id = `input ${name}`;
    nodes.push(plainNode(id, 'input', name, schema, optional));
    return [id];
  });
  if (graph === undefined) {
    const id = 'call';
    nodes.push(moduleNode(id, program.name, program, {}, program));
    connect(inputs.flat(), id);
    for (const name of program.outputNames) {
      nodes.push(plainNode(`output ${name}`, 'output', name, {}, false));
      connect([id], `output ${name}`);
    }
    return { nodes, edges: [...edges.values()] };
  }
  const sources = drawGraph({ root: program, graph, inputs, path: '', expandNested, nodes, connect });
  for (const [index, name] of program.outputNames.entries()) {
    const id = `output ${name}`;
    nodes.push(plainNode(id, 'output', name, {}, false));
    connect(sources[index] ?? [], id);
  }
  return { nodes, edges: [...edges.values()] };
}

/** Draws the calls of a graph; gives the boxes behind each of its outputs. */
function drawGraph(options: {
  readonly root: DrawnProgram;
  readonly graph: Graph;
  /** The boxes behind each input. */
  readonly inputs: readonly (readonly string[])[];
  readonly path: string;
  readonly expandNested: boolean;
  readonly nodes: PictureNode[];
  connect(sources: readonly string[], to: string): void;
}): readonly (readonly string[])[] {
  const { root, graph, inputs, path, expandNested, nodes, connect } = options;
  const names = uniqueNames(graph.modules, `"${root.name}"`);
  const counts = new Map<AnyModule, number>();
  for (const { module } of graph.calls) counts.set(module, (counts.get(module) ?? 0) + 1);
  const called = new Map<AnyModule, number>();
  /** The boxes behind each output of each call. */
  const given: (readonly (readonly string[])[])[] = [];
  const sourcesOf = (argument: Argument): readonly string[] => {
    if (argument.kind === 'input') return inputs[argument.input] ?? [];
    if (argument.kind === 'call') return given[argument.call]?.[argument.output] ?? [];
    const id = `constant ${path}${nodes.length}`;
    nodes.push(
      plainNode(id, 'constant', argument.data?.name ?? 'missing', argument.data?.schema ?? {}, false),
    );
    return [id];
  };
  for (const call of graph.calls) {
    const { module } = call;
    const number = called.get(module) ?? 0;
    called.set(module, number + 1);
    const name = names.get(module) ?? module.name;
    const title = `${path}${name}${(counts.get(module) ?? 0) > 1 ? `#${number}` : ''}`;
    const sources = call.arguments.map(sourcesOf);
    const nested = expandNested ? graphOf(module) : undefined;
    if (nested !== undefined) {
      given.push(
        drawGraph({
          ...options,
          root: module as DrawnProgram,
          graph: nested,
          inputs: sources,
          path: `${title}/`,
        }),
      );
      continue;
    }
    const id = `call ${title}`;
    nodes.push(moduleNode(id, title, module, call.outputs[0]?.schema ?? {}, root));
    connect(sources.flat(), id);
    given.push(call.outputs.map(() => [id]));
  }
  return graph.outputs.map(sourcesOf);
}

/** The graph of a module that is a program. */
function graphOf(module: AnyModule): Graph | undefined {
  return 'graph' in module ? (module as DrawnProgram).graph : undefined;
}

function plainNode(
  id: string,
  kind: PictureNode['kind'],
  title: string,
  schema: JsonObject,
  optional: boolean,
): PictureNode {
  return { id, kind, title, className: '', optional, fields: fieldWords(schema), trained: [], fixed: [] };
}

function moduleNode(
  id: string,
  title: string,
  module: AnyModule,
  schema: JsonObject,
  root: AnyModule,
): PictureNode {
  const { byKey, trainableKeys } = variableIndex(module);
  const keys = [...byKey.keys()];
  const isTrained = (key: string) => root.trainable && trainableKeys.has(key);
  const short = (key: string) => {
    const [first = '', ...rest] = key.split('/');
    return first === module.name && rest.length === 1 ? rest.join('/') : key;
  };
  return {
    id,
    kind: graphOf(module) === undefined ? 'call' : 'program',
    title,
    className: module.constructor.name,
    optional: false,
    fields: fieldWords(schema),
    trained: keys.filter(isTrained).map(short),
    fixed: keys.filter((key) => !isTrained(key)).map(short),
  };
}
