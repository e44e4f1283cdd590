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

  constructor(base: ReadonlyMap<string, Json>, changed: ReadonlyMap<string, Json | undefined> = new Map()) {
    this.base = base;
    this.changed = changed;
    let size = base.size;
    for (const [name, fact] of changed) size += Number(fact !== undefined) - Number(base.has(name));
    this.size = size;
  }

  /** The state with these facts; undefined removes one. */
  with(facts: ReadonlyMap<string, Json | undefined>): OverlayState {
    return new OverlayState(this.base, new Map([...this.changed, ...facts]));
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
