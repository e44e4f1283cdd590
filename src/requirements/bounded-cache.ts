/** What {@link BoundedCache} may hold. */
export interface BoundedCacheOptions {
  readonly maxEntries: number;
  /** Sum of the weights of all entries. Default: no bound. */
  readonly maxWeight?: number;
}

/** A map that forgets what was used longest ago when it grows over its bounds. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly weight: number }>();
  readonly #maxEntries: number;
  readonly #maxWeight: number;
  #weight = 0;

  constructor(options: BoundedCacheOptions) {
    this.#maxEntries = options.maxEntries;
    this.#maxWeight = options.maxWeight ?? Number.POSITIVE_INFINITY;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value, now the most recently used one. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value; one that alone is over the bounds is not kept. */
  set(key: string, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#weight <= this.#maxWeight) break;
      this.delete(oldest);
    }
  }

  /** Forgets a value. */
  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
