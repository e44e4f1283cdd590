import type { Json } from '../core/index.js';

/**
 * A large state that is another one but for some facts. A world with many facts and few changes gives one after each call:
 * it costs what was changed, and shares the rest with every state of its kind.
 */
export class OverlayState implements ReadonlyMap<string, Json> {
  /** The facts that all states over it share; nobody changes it. */
  readonly base: ReadonlyMap<string, Json>;
  /** The facts that are otherwise than in {@link OverlayState.base}; undefined for those that are gone. */
  readonly changed: ReadonlyMap<string, Json | undefined>;
  readonly size: number;
  /**
   * The state that this one was made from, and the facts that may differ from it: what is worked out for each state costs only those.
   * Undefined from {@link OverlayState.settle} on.
   */
  #since: { readonly state: OverlayState; readonly names: ReadonlySet<string> } | undefined;

  constructor(base: ReadonlyMap<string, Json>, changed: ReadonlyMap<string, Json | undefined> = new Map()) {
    this.base = base;
    this.changed = changed;
    let size = base.size;
    for (const [name, fact] of changed) size += Number(fact !== undefined) - Number(base.has(name));
    this.size = size;
  }

  /** The state with these facts; undefined removes one. */
  with(facts: ReadonlyMap<string, Json | undefined>): OverlayState {
    const state = new OverlayState(this.base, new Map([...this.changed, ...facts]));
    state.#since =
      this.#since === undefined
        ? { state: this, names: new Set(facts.keys()) }
        : { state: this.#since.state, names: new Set([...this.#since.names, ...facts.keys()]) };
    return state;
  }

  get since(): { readonly state: OverlayState; readonly names: ReadonlySet<string> } | undefined {
    return this.#since;
  }

  /** Forgets the state that this one was made from: what is worked out for each state is known of this one. */
  settle(): void {
    this.#since = undefined;
  }

  get(name: string): Json | undefined {
    return this.changed.has(name) ? this.changed.get(name) : this.base.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): MapIterator<[string, Json]> {
    for (const [name, fact] of this.base) {
      const now = this.changed.has(name) ? this.changed.get(name) : fact;
      if (now !== undefined) yield [name, now];
    }
    for (const [name, fact] of this.changed) {
      if (fact !== undefined && !this.base.has(name)) yield [name, fact];
    }
  }

  *keys(): MapIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): MapIterator<Json> {
    for (const [, fact] of this.entries()) yield fact;
  }

  forEach(callback: (fact: Json, name: string, state: ReadonlyMap<string, Json>) => void): void {
    for (const [name, fact] of this.entries()) callback(fact, name, this);
  }

  [Symbol.iterator](): MapIterator<[string, Json]> {
    return this.entries();
  }
}
