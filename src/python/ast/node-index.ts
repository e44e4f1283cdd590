import { eachChild } from './child-nodes.js';
import type { NodeOf, PythonNode, PythonNodeType } from './nodes.js';

/** Every node of a tree by kind, with its parent. Built by one walk that needs no call stack, however deep the tree. */
export class NodeIndex {
  /** The node at the top. */
  readonly root: PythonNode;
  readonly #parents: Map<PythonNode, PythonNode> = new Map();
  readonly #byType: Map<PythonNodeType, PythonNode[]> = new Map();
  #count = 0;

  constructor(root: PythonNode) {
    this.root = root;
    const pending: PythonNode[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.#count++;
      const known = this.#byType.get(node.nodeType);
      if (known === undefined) this.#byType.set(node.nodeType, [node]);
      else known.push(node);
      const first = pending.length;
      const parent = node;
      eachChild(node, (child) => {
        this.#parents.set(child, parent);
        pending.push(child);
      });
      reverseFrom(pending, first);
    }
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#count;
  }

  /** The nodes of one kind: parents before children, otherwise in the order of the text. */
  ofType<Type extends PythonNodeType>(type: Type): readonly NodeOf<Type>[] {
    return (this.#byType.get(type) ?? []) as NodeOf<Type>[];
  }

  /** The kinds that occur. */
  types(): IterableIterator<PythonNodeType> {
    return this.#byType.keys();
  }

  /** The node around `node`; undefined for the root. */
  parent(node: PythonNode): PythonNode | undefined {
    return this.#parents.get(node);
  }

  /** The nearest node around `node` of one of `types`; undefined where there is none. */
  enclosing<Type extends PythonNodeType>(node: PythonNode, types: readonly Type[]): NodeOf<Type> | undefined {
    let at = this.#parents.get(node);
    while (at !== undefined && !(types as readonly PythonNodeType[]).includes(at.nodeType)) {
      at = this.#parents.get(at);
    }
    return at as NodeOf<Type> | undefined;
  }
}

/** The nodes at and below `node`, parents first. Needs no call stack, however deep the tree. */
export function* descendants(node: PythonNode): Generator<PythonNode, void, undefined> {
  const pending: PythonNode[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    yield at;
    const first = pending.length;
    eachChild(at, (child) => pending.push(child));
    reverseFrom(pending, first);
  }
}

function reverseFrom(list: PythonNode[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low++, high--) {
    const node = list[low];
    const other = list[high];
    if (node === undefined || other === undefined) return;
    list[low] = other;
    list[high] = node;
  }
}
