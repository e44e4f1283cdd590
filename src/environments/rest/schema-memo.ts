import type { JsonObject } from '../../core/index.js';

/**
 * What was found out about schemas, by the schema and its definitions. A document can say the same thing along 2³⁰ paths:
 * each is looked at once.
 */
export class SchemaMemo<T> {
  readonly #known = new WeakMap<JsonObject, WeakMap<JsonObject, { readonly value: T }>>();

  /** The value that was computed before, or is now. */
  get(schema: JsonObject, definitions: JsonObject, compute: () => T): T {
    let known = this.#known.get(definitions);
    if (known === undefined) {
      known = new WeakMap();
      this.#known.set(definitions, known);
    }
    const found = known.get(schema);
    if (found !== undefined) return found.value;
    const value = compute();
    known.set(schema, { value });
    return value;
  }
}
