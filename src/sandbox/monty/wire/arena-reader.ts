import { MAX_INTEGER_BITS, MAX_INTEGERS_BYTES } from '../../integers.js';
import { KeyCollisions } from '../../key-collisions.js';
import { MAX_VALUE_DEPTH, PythonObject, type PythonValue } from '../../python-value.js';
import { NODE } from './node-kinds.js';
import { decodeLeaf } from './other-nodes.js';
import { brokenFrame, type WireReader } from './reader.js';

/**
 * The values of an `Arena` message. Each is made once, however many containers hold it; how large and how deep it is
 * when it is walked as a tree is known of each, because a few nodes that share each other can stand for a tree larger
 * than any memory.
 */
export class Arena {
  readonly #values: PythonValue[] = [];
  /** Containers in one another, by node. */
  readonly #depths: number[] = [];
  /** Bytes of the encoded nodes of the whole tree below each node; may be infinite. */
  readonly #sizes: number[] = [];
  /** Bytes of the integers beyond 2^53 in the whole tree below each node, where the arena has any. */
  readonly #integers: number[] = [];
  /** Names of classes, by node. */
  readonly #types = new Map<number, string>();
  /** The items of the container that is being read: an array that grows by itself would take room for many more. */
  readonly #held: PythonValue[] = [];
  /** Depth and size of the node that is being read. */
  #depth = 0;
  #size = 0;
  #integerBytes = 0;

  /** Reads the current message as an arena. Throws `sandbox/broken_frame`. */
  read(reader: WireReader): void {
    while (reader.next()) {
      if (reader.field !== 2) {
        reader.skip();
        continue;
      }
      const start = reader.position;
      const outer = reader.enter();
      this.#depth = 0;
      this.#size = 0;
      this.#integerBytes = 0;
      let value: PythonValue | undefined;
      while (reader.next()) value = this.#node(reader);
      reader.leave(outer);
      if (value === undefined) throw brokenFrame('a value has no kind');
      if (this.#integerBytes > 0) this.#integers[this.#values.length] = this.#integerBytes;
      this.#values.push(value);
      this.#depths.push(this.#depth);
      this.#sizes.push(this.#size + reader.position - start);
    }
  }

  /** The value at an index. Throws `sandbox/broken_frame` where there is none. */
  value(index: number): PythonValue {
    const value = this.#values[index];
    if (value === undefined) throw brokenFrame('a value is not where it should be');
    return value;
  }

  /** Whether the value at an index nests deeper than values may. The worker itself cuts values at greater depth. */
  isTooDeep(index: number): boolean {
    return (this.#depths[index] ?? 0) > MAX_VALUE_DEPTH;
  }

  /** Whether the value at an index holds integers that are too large to cross, one of them or all together. */
  hasLargeIntegers(index: number): boolean {
    return (this.#integers[index] ?? 0) > MAX_INTEGERS_BYTES;
  }

  /** The bytes that the value at an index takes where nothing is shared. */
  treeBytes(index: number): number {
    return this.#sizes[index] ?? 0;
  }

  #node(reader: WireReader): PythonValue | undefined {
    switch (reader.field) {
      case NODE.string:
        return reader.string();
      case NODE.int: {
        const value = reader.sint();
        if (typeof value === 'bigint') this.#integerBytes += 8;
        return value;
      }
      case NODE.bigint:
        return this.#bigInt(reader);
      case NODE.float:
        return reader.double();
      case NODE.boolean:
        return reader.bool();
      case NODE.none:
        reader.skip();
        return null;
      case NODE.list:
      case NODE.tuple:
        return this.#items(reader, 1);
      case NODE.namedTuple:
        return this.#items(reader, 3);
      case NODE.dict: {
        const outer = reader.enter();
        const dict = this.#pairs(reader);
        reader.leave(outer);
        return dict;
      }
      case NODE.set:
      case NODE.frozenSet:
        return setOf(this.#items(reader, 1));
      case NODE.bytes:
        return reader.bytes();
      case NODE.type:
        return this.#message(reader, () => this.#type(reader));
      case NODE.classInstance:
        return this.#message(reader, () => this.#instance(reader));
      default:
        return decodeLeaf(reader);
    }
  }

  #bigInt(reader: WireReader): bigint | number {
    let negative = false;
    let magnitude: Uint8Array = new Uint8Array();
    const outer = reader.enter();
    while (reader.next()) {
      if (reader.field === 1) negative = reader.bool();
      else if (reader.field === 2) magnitude = reader.bytes();
      else reader.skip();
    }
    reader.leave(outer);
    const isTooLarge = magnitude.length > MAX_INTEGER_BITS / 8;
    this.#integerBytes += isTooLarge ? Number.POSITIVE_INFINITY : magnitude.length;
    // Nobody gets to see a value that holds one that is too large.
    if (isTooLarge || magnitude.length === 0) return 0;
    const absolute = BigInt(`0x${Buffer.from(magnitude).toString('hex')}`);
    const value = negative ? -absolute : absolute;
    return absolute <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }

  #message<T>(reader: WireReader, read: () => T): T {
    const outer = reader.enter();
    const result = read();
    reader.leave(outer);
    return result;
  }

  #items(reader: WireReader, field: number): PythonValue[] {
    const held = this.#held;
    let count = 0;
    this.#atLeast(1);
    const outer = reader.enter();
    while (reader.next()) {
      if (reader.field !== field) reader.skip();
      else if (reader.wireType === 0) held[count++] = this.#child(reader.uint());
      else {
        // Packed, as the worker writes them.
        const list = reader.enter();
        while (!reader.atEnd) held[count++] = this.#child(reader.uint());
        reader.leave(list);
      }
    }
    reader.leave(outer);
    return held.slice(0, count);
  }

  /** Reads `NodePairs`. */
  #pairs(reader: WireReader): PythonValue {
    this.#atLeast(1);
    const record: Record<string, PythonValue> = {};
    let map: Map<PythonValue, PythonValue> | null = null;
    let collisions: KeyCollisions | null = null;
    while (reader.next()) {
      if (reader.field !== 1) {
        reader.skip();
        continue;
      }
      reader.pair();
      const key = this.#child(reader.key);
      const value = this.#child(reader.value);
      if (typeof key !== 'string') {
        collisions ??= new KeyCollisions();
        collisions.take(key);
      }
      if (map !== null) map.set(key, value);
      else if (typeof key === 'string') setOwn(record, key, value);
      else map = new Map<PythonValue, PythonValue>(Object.entries(record)).set(key, value);
    }
    return map ?? record;
  }

  #type(reader: WireReader): PythonObject {
    let name = 'object';
    while (reader.next()) {
      if (reader.field === 1) name = reader.string();
      else reader.skip();
    }
    this.#types.set(this.#values.length, name);
    return new PythonObject('type', `<class '${name}'>`);
  }

  #instance(reader: WireReader): PythonObject {
    let type = 0;
    let attributes: PythonValue = {};
    while (reader.next()) {
      if (reader.field === 1) type = reader.varint();
      else if (reader.field === 3) attributes = this.#message(reader, () => this.#pairs(reader));
      else reader.skip();
    }
    this.#atLeast(1);
    const name = this.#types.get(type) ?? 'object';
    const record = attributes instanceof Map ? {} : (attributes as Readonly<Record<string, PythonValue>>);
    return new PythonObject(name, `<${name} object>`, record);
  }

  /** A node that the current one holds: it must come before. */
  #child(index: number): PythonValue {
    const value = this.#values[index];
    if (value === undefined) throw brokenFrame('a container holds a value that does not come before it');
    const depth = (this.#depths[index] ?? 0) + 1;
    if (depth > this.#depth) this.#depth = depth;
    this.#size += this.#sizes[index] ?? 0;
    if (this.#integers.length > 0) this.#integerBytes += this.#integers[index] ?? 0;
    return value;
  }

  #atLeast(depth: number): void {
    if (this.#depth < depth) this.#depth = depth;
  }
}

function setOf(items: readonly PythonValue[]): Set<PythonValue> {
  const collisions = new KeyCollisions();
  const set = new Set<PythonValue>();
  for (const item of items) {
    collisions.take(item);
    set.add(item);
  }
  return set;
}

/** Sets an own property, also one named `__proto__`. */
export function setOwn(record: Record<string, PythonValue>, key: string, value: PythonValue): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}
