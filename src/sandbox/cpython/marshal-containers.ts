import type { MettleError } from '../../core/index.js';
import { sandboxError } from '../error-codes.js';
import { KeyCollisions } from '../key-collisions.js';
import { PythonObject, type PythonValue } from '../python-value.js';

/** The mark that ends a dict. */
export const END: unique symbol = Symbol('end');
/** The mark in front of an object that is no plain value. */
export const MARK: unique symbol = Symbol('mark');
/** What a container is while members are missing. */
export const PENDING: unique symbol = Symbol('pending');

/** A container whose members are being read: given each, it is itself once it is complete, and else `PENDING`. */
export interface Open {
  add(part: PythonValue | typeof END | typeof MARK): PythonValue | typeof PENDING;
}

/** A list or tuple of so many members, or an object behind its mark. */
export class OpenList implements Open {
  readonly #items: PythonValue[] = [];
  #left: number;
  #marked = false;

  constructor(count: number) {
    this.#left = count;
  }

  add(part: PythonValue | typeof END | typeof MARK): PythonValue | typeof PENDING {
    this.#left--;
    if (part === MARK && this.#items.length === 0 && !this.#marked) this.#marked = true;
    else this.#items.push(plainValue(part));
    if (this.#left > 0) return PENDING;
    return this.#marked ? markedObject(this.#items) : this.#items;
  }
}

/** A set of so many members. */
export class OpenSet implements Open {
  readonly #items = new Set<PythonValue>();
  readonly #collisions = new KeyCollisions();
  #left: number;

  constructor(count: number) {
    this.#left = count;
  }

  add(part: PythonValue | typeof END | typeof MARK): PythonValue | typeof PENDING {
    this.#left--;
    const item = plainValue(part);
    this.#collisions.take(item);
    this.#items.add(item);
    return this.#left > 0 ? PENDING : this.#items;
  }
}

/** A dict, up to its end. */
export class OpenDict implements Open {
  readonly #record: Record<string, PythonValue> = {};
  #map: Map<PythonValue, PythonValue> | null = null;
  #collisions: KeyCollisions | null = null;
  #key: PythonValue | undefined;

  add(part: PythonValue | typeof END | typeof MARK): PythonValue | typeof PENDING {
    if (this.#key === undefined) {
      if (part === END) return this.#map ?? this.#record;
      this.#key = plainValue(part);
    } else {
      this.#put(this.#key, plainValue(part));
      this.#key = undefined;
    }
    return PENDING;
  }

  #put(key: PythonValue, item: PythonValue): void {
    const record = this.#record;
    if (typeof key !== 'string') {
      this.#collisions ??= new KeyCollisions();
      this.#collisions.take(key);
    }
    if (this.#map !== null) this.#map.set(key, item);
    else if (typeof key !== 'string')
      this.#map = new Map<PythonValue, PythonValue>(Object.entries(record)).set(key, item);
    else if (key !== '__proto__') record[key] = item;
    else
      Object.defineProperty(record, key, {
        value: item,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
}

/** A member that is a value. */
export function plainValue(part: PythonValue | typeof END | typeof MARK): PythonValue {
  if (typeof part === 'symbol') throw malformed('a mark where a value was expected');
  return part;
}

function markedObject(parts: readonly PythonValue[]): PythonObject {
  const [type, text, attributes] = parts;
  if (parts.length < 2 || parts.length > 3 || typeof type !== 'string' || typeof text !== 'string') {
    throw malformed('a broken mark');
  }
  if (attributes === undefined) return new PythonObject(type, text);
  if (!isRecord(attributes)) throw malformed('a broken mark');
  return new PythonObject(type, text, attributes);
}

function isRecord(value: PythonValue): value is { readonly [key: string]: PythonValue } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The error for data that is not a value. */
export function malformed(what: string): MettleError {
  return sandboxError('protocol', `The Python process sent data that is not a value: ${what}.`);
}
