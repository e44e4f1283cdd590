import { coreError } from './error-codes.js';
import type { MettleError } from './errors.js';
import { shortened } from './text/shortened.js';

/** Nesting at which {@link canonicalJson} stops: deeper values are refused rather than overflowing the stack. */
const CANONICAL_JSON_MAX_DEPTH = 500;
/** Keys of a path that an error can show, each of two characters at least. */
const MAX_KEYS_SHOWN = 100;

/**
 * The one JSON text of a value: keys sorted by UTF-16 code units, no white space, numbers as ECMAScript
 * prints them (RFC 8785). Two values are the same datum exactly when their canonical texts are equal.
 *
 * Members whose value is `undefined` are left out, as `JSON.stringify` does.
 *
 * @example
 * ```ts
 * import { canonicalJson } from 'mettle/core';
 *
 * console.log(canonicalJson({ b: [1, 2], a: 'x' })); // → {"a":"x","b":[1,2]}
 * ```
 * @throws {MettleError} `core/not_representable` for NaN, infinities, bigint, functions, symbols, cycles, values
 *   with a class of their own, `undefined` inside a list, and nesting over {@link CANONICAL_JSON_MAX_DEPTH}.
 */
export function canonicalJson(value: unknown): string {
  return new Writer().write(value);
}

/**
 * Writes one value. `JSON.stringify` is many times as fast as code that goes from value to value, so that it writes each
 * part whose keys are in order already. Where an error stands is kept as a path of keys.
 */
class Writer {
  readonly #path: (string | number)[] = [];
  readonly #above: object[] = [];

  write(value: unknown): string {
    return this.#reordered(value, 0) ?? JSON.stringify(value);
  }

  /** The text of a value; null where `JSON.stringify` gives it as it is. */
  #reordered(value: unknown, depth: number): string | null {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return null;
      case 'number':
        if (!Number.isFinite(value)) throw this.#notRepresentable(`the number ${value}`, depth);
        return null;
      case 'object':
        return value === null ? null : this.#reorderedContainer(value, depth);
      default:
        throw this.#notRepresentable(`a value of type ${typeof value}`, depth);
    }
  }

  #reorderedContainer(value: object, depth: number): string | null {
    if (depth >= CANONICAL_JSON_MAX_DEPTH) {
      // A value that holds itself is as deep as one likes.
      const what = this.#above.includes(value) ? 'a cycle' : 'nesting that deep';
      throw this.#notRepresentable(what, depth);
    }
    this.#above[depth] = value;
    return Array.isArray(value) ? this.#reorderedList(value, depth) : this.#reorderedObject(value, depth);
  }

  #reorderedList(items: readonly unknown[], depth: number): string | null {
    const texts = new Map<number, string>();
    for (let index = 0; index < items.length; index++) {
      this.#path[depth] = index;
      const text = this.#reordered(items[index], depth + 1);
      if (text !== null) texts.set(index, text);
    }
    if (texts.size === 0) return null;
    return `[${items.map((item, index) => texts.get(index) ?? JSON.stringify(item)).join(',')}]`;
  }

  #reorderedObject(value: object, depth: number): string | null {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw this.#notRepresentable(`an instance of ${value.constructor?.name ?? 'a class'}`, depth);
    }
    const members = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(value);
    let isAsIs = isInOrder(keys);
    // Without a comparison of its own, sort goes by UTF-16 code units.
    if (!isAsIs) keys.sort();
    let text = '';
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string;
      const member = members[key];
      if (member === undefined) continue;
      this.#path[depth] = key;
      const written = this.#reordered(member, depth + 1);
      if (written !== null && isAsIs) {
        isAsIs = false;
        text = this.#members(keys.slice(0, index), members);
      }
      if (!isAsIs) text += `${text === '' ? '' : ','}${quote(key)}:${written ?? plain(member)}`;
    }
    return isAsIs ? null : `{${text}}`;
  }

  #members(keys: readonly string[], members: Readonly<Record<string, unknown>>): string {
    return keys
      .filter((key) => members[key] !== undefined)
      .map((key) => `${quote(key)}:${plain(members[key])}`)
      .join(',');
  }

  #notRepresentable(what: string, depth: number): MettleError {
    const keys = this.#path.slice(0, Math.min(depth, MAX_KEYS_SHOWN));
    const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    return coreError(
      'not_representable',
      `JSON cannot hold ${what} (at ${shortened(`$${path}`, 200)}). Convert it to a string, a number or null first.`,
    );
  }
}

/** A value that needs no reordering. */
function plain(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function isInOrder(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return false;
  }
  return true;
}

/** Text that stands in JSON as it is; for short text, `JSON.stringify` takes several times as long. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function quote(text: string): string {
  return text.length < 50 && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
