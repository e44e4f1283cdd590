/**
 * An immutable map from text to values, sorted by key: a weight-balanced tree (S. Adams, "Efficient sets: a
 * balancing act", 1993) with the balance parameters 3 and 2 proved by Hirai and Yamamoto (2011). `set` and
 * `delete` give a new map that shares all but O(log n) nodes with the old one, which stays as it is.
 */
export class PersistentMap<Value> {
  readonly #root: Tree<Value>;

  private constructor(root: Tree<Value>) {
    this.#root = root;
  }

  /** The map without keys. */
  static empty<Value>(): PersistentMap<Value> {
    return new PersistentMap<Value>(undefined);
  }

  /** A map of keys and values in any order, each key once: built at once, in a fraction of the time of `set` for each. */
  static of<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    const sorted = [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
    return new PersistentMap(balanced(sorted, 0, sorted.length));
  }

  /** Number of keys. */
  get size(): number {
    return sizeOf(this.#root);
  }

  /** The value of a key, or undefined. */
  get(key: string): Value | undefined {
    let node = this.#root;
    while (node !== undefined && node.key !== key) node = key < node.key ? node.left : node.right;
    return node?.value;
  }

  /** A map in which `key` has `value`; this very map when it has that value already. */
  set(key: string, value: Value): PersistentMap<Value> {
    const root = insert(this.#root, key, value);
    return root === this.#root ? this : new PersistentMap(root);
  }

  /** A map without `key`; this very map when it has no such key. */
  delete(key: string): PersistentMap<Value> {
    const root = remove(this.#root, key);
    return root === this.#root ? this : new PersistentMap(root);
  }

  /** Keys and values in the order of the keys (UTF-16 code units). */
  *entries(): Generator<readonly [string, Value]> {
    const above: Node<Value>[] = [];
    let node = this.#root;
    while (node !== undefined || above.length > 0) {
      for (; node !== undefined; node = node.left) above.push(node);
      const next = above.pop();
      if (next === undefined) return;
      yield [next.key, next.value];
      node = next.right;
    }
  }

  /**
   * The keys whose values are not identical in the two maps, in order. Parts that the maps share are skipped
   * whole, so that the cost grows with what differs and not with the size.
   */
  static *differences<Value>(
    before: PersistentMap<Value>,
    after: PersistentMap<Value>,
  ): Generator<Difference<Value>> {
    yield* differences(before.#root, after.#root);
  }
}

/** A key whose value differs between two maps; undefined where the key is missing. */
export interface Difference<Value> {
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

interface Node<Value> {
  readonly key: string;
  readonly value: Value;
  readonly size: number;
  readonly left: Tree<Value>;
  readonly right: Tree<Value>;
}

type Tree<Value> = Node<Value> | undefined;

function sizeOf<Value>(tree: Tree<Value>): number {
  return tree === undefined ? 0 : tree.size;
}

function make<Value>(key: string, value: Value, left: Tree<Value>, right: Tree<Value>): Node<Value> {
  return { key, value, size: sizeOf(left) + sizeOf(right) + 1, left, right };
}

function balanced<Value>(
  sorted: readonly (readonly [string, Value])[],
  from: number,
  to: number,
): Tree<Value> {
  const middle = (from + to) >> 1;
  const entry = from < to ? sorted[middle] : undefined;
  if (entry === undefined) return undefined;
  return make(entry[0], entry[1], balanced(sorted, from, middle), balanced(sorted, middle + 1, to));
}

/** {@link make}, rotated where one side outweighs the other by what one insertion or removal can cause. */
function balance<Value>(key: string, value: Value, left: Tree<Value>, right: Tree<Value>): Node<Value> {
  const leftSize = sizeOf(left);
  const rightSize = sizeOf(right);
  if (leftSize + rightSize > 1) {
    if (right !== undefined && rightSize > 3 * leftSize) {
      const { left: inner, right: outer } = right;
      if (inner === undefined || sizeOf(inner) < 2 * sizeOf(outer)) {
        return make(right.key, right.value, make(key, value, left, inner), outer);
      }
      const low = make(key, value, left, inner.left);
      return make(inner.key, inner.value, low, make(right.key, right.value, inner.right, outer));
    }
    if (left !== undefined && leftSize > 3 * rightSize) {
      const { left: outer, right: inner } = left;
      if (inner === undefined || sizeOf(inner) < 2 * sizeOf(outer)) {
        return make(left.key, left.value, outer, make(key, value, inner, right));
      }
      const high = make(key, value, inner.right, right);
      return make(inner.key, inner.value, make(left.key, left.value, outer, inner.left), high);
    }
  }
  return make(key, value, left, right);
}

function insert<Value>(tree: Tree<Value>, key: string, value: Value): Node<Value> {
  if (tree === undefined) return make(key, value, undefined, undefined);
  if (key === tree.key) {
    return Object.is(value, tree.value) ? tree : make(key, value, tree.left, tree.right);
  }
  if (key < tree.key) {
    const left = insert(tree.left, key, value);
    return left === tree.left ? tree : balance(tree.key, tree.value, left, tree.right);
  }
  const right = insert(tree.right, key, value);
  return right === tree.right ? tree : balance(tree.key, tree.value, tree.left, right);
}

function remove<Value>(tree: Tree<Value>, key: string): Tree<Value> {
  if (tree === undefined) return undefined;
  if (key === tree.key) return glue(tree.left, tree.right);
  if (key < tree.key) {
    const left = remove(tree.left, key);
    return left === tree.left ? tree : balance(tree.key, tree.value, left, tree.right);
  }
  const right = remove(tree.right, key);
  return right === tree.right ? tree : balance(tree.key, tree.value, tree.left, right);
}

function glue<Value>(left: Tree<Value>, right: Tree<Value>): Tree<Value> {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (left.size > right.size) {
    const last = edge(left, 'right');
    return balance(last.key, last.value, remove(left, last.key), right);
  }
  const first = edge(right, 'left');
  return balance(first.key, first.value, left, remove(right, first.key));
}

function edge<Value>(tree: Node<Value>, side: 'left' | 'right'): Node<Value> {
  let node = tree;
  for (let next = node[side]; next !== undefined; next = node[side]) node = next;
  return node;
}

/** A balanced tree of all of `left`, then the key, then all of `right`, whatever their sizes. */
function join<Value>(key: string, value: Value, left: Tree<Value>, right: Tree<Value>): Node<Value> {
  if (left === undefined) return insert(right, key, value);
  if (right === undefined) return insert(left, key, value);
  if (right.size > 3 * left.size) {
    return balance(right.key, right.value, join(key, value, left, right.left), right.right);
  }
  if (left.size > 3 * right.size) {
    return balance(left.key, left.value, left.left, join(key, value, left.right, right));
  }
  return make(key, value, left, right);
}

interface Split<Value> {
  readonly less: Tree<Value>;
  readonly found: Value | undefined;
  readonly more: Tree<Value>;
}

function split<Value>(tree: Tree<Value>, key: string): Split<Value> {
  if (tree === undefined) return { less: undefined, found: undefined, more: undefined };
  if (key === tree.key) return { less: tree.left, found: tree.value, more: tree.right };
  if (key < tree.key) {
    const { less, found, more } = split(tree.left, key);
    return { less, found, more: join(tree.key, tree.value, more, tree.right) };
  }
  const { less, found, more } = split(tree.right, key);
  return { less: join(tree.key, tree.value, tree.left, less), found, more };
}

function* differences<Value>(before: Tree<Value>, after: Tree<Value>): Generator<Difference<Value>> {
  if (before === after) return;
  if (before === undefined) {
    if (after === undefined) return;
    yield* differences(undefined, after.left);
    yield { key: after.key, before: undefined, after: after.value };
    yield* differences(undefined, after.right);
    return;
  }
  const { less, found, more } = split(after, before.key);
  yield* differences(before.left, less);
  if (!Object.is(before.value, found)) yield { key: before.key, before: before.value, after: found };
  yield* differences(before.right, more);
}
