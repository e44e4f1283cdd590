import type { SymbolicDataModel } from '../../data/index.js';
import type { AnyModule } from '../call-context.js';
import type { Shape, SymbolicInputs } from '../structure.js';

/** One call of a module in a graph. */
export interface GraphNode {
  readonly module: AnyModule;
  readonly inputs: SymbolicInputs;
  /** How its outputs are put together. */
  readonly shape: Shape;
  readonly outputs: readonly SymbolicDataModel[];
}

/** What an input of a program is. */
export interface InputOrigin {
  /** Undefined where the user gave none. */
  readonly name: string | undefined;
  readonly optional: boolean;
}

/** Where symbolic data comes from. */
export type Origin =
  | { readonly kind: 'input'; readonly input: InputOrigin }
  | { readonly kind: 'call'; readonly node: GraphNode; readonly index: number };

const origins = new WeakMap<SymbolicDataModel, Origin>();

/** Remembers a call of a module on symbolic data. */
export function recordNode(node: GraphNode): void {
  for (const [index, output] of node.outputs.entries()) origins.set(output, { kind: 'call', node, index });
}

/** Remembers an input. */
export function recordInput(data: SymbolicDataModel, input: InputOrigin): void {
  origins.set(data, { kind: 'input', input });
}

/** Where symbolic data comes from; undefined where neither `Input` nor a module made it. */
export function originOf(data: SymbolicDataModel): Origin | undefined {
  return origins.get(data);
}
