import { canonicalJson, contentHash, type Json } from '../core/index.js';

/**
 * Everything in a world that a task can depend on, as facts by name: `countries/FR` ↦ the row. The name says
 * where the fact lives; the value is plain JSON.
 */
export type WorldState = ReadonlyMap<string, Json>;

/** One fact that a call added (`before` null), removed (`after` null) or changed. */
export interface StateChange {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}

/** The identity of a state: SHA-256 over its facts in the order of their names. */
export function worldStateDigest(state: WorldState): string {
  return contentHash([...state].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What differs from `before` to `after`, in the order of the names. Equal facts are equal as canonical JSON. */
export function worldStateChanges(before: WorldState, after: WorldState): readonly StateChange[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes: StateChange[] = [];
  for (const name of [...names].sort()) {
    const old = before.get(name);
    const now = after.get(name);
    if (
      old !== undefined &&
      now !== undefined &&
      (old === now || canonicalJson(old) === canonicalJson(now))
    ) {
      continue;
    }
    changes.push({ name, before: old ?? null, after: now ?? null });
  }
  return changes;
}
