import type { Json } from '../../core/index.js';
import type { LocatedNode, PythonNode } from '../../python/index.js';
import { numberValue, type PythonTree } from '../../python/internal.js';

/** Offsets in a script, in UTF-16 code units. */
export type Span = readonly [start: number, end: number];

/** Another detail in the place of one. */
export interface Change {
  readonly at: Span;
  readonly text: string;
  /** How it is told. Default: the text. */
  readonly told?: string;
  /** What is shown of it; the node itself if absent. */
  readonly around?: LocatedNode;
  /** Makes inputs on which it may show. */
  readonly show?: readonly ((input: Json) => Json)[];
  /** The module that the change needs. Default none. */
  readonly needs?: string;
}

/** Where a node stands. */
export function spanOf(node: LocatedNode, tree: PythonTree): Span {
  return [tree.start(node), tree.end(node)];
}

/** A whole number or fraction as it is written, also with a minus in front; null for anything else. */
export function signedNumber(node: PythonNode | null | undefined): number | null {
  const isNegative = node?.nodeType === 'UnaryOp' && node.op.nodeType === 'USub';
  const number = numberValue(isNegative ? node.operand : node);
  if (typeof number !== 'number') return null;
  return isNegative ? -number : number;
}
