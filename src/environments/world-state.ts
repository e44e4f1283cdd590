import { canonicalJson, type Json, sha256 } from '../core/index.js';
import type { StateChange } from '../records/index.js';

/**
 * Everything in a world that a task can depend on, as facts by name: `countries/FR` ↦ the row. The name says
 * where the fact lives; the value is plain JSON. States and their facts are never changed, only replaced.
 */
export type WorldState = ReadonlyMap<string, Json>;

/** Characters from which a fact enters a digest by its own hash, so that long texts are hashed once. */
const LONG_FACT = 1_000;

/** The canonical texts of facts that were met before: most facts of a world outlive most calls. */
const knownTexts = new WeakMap<object, string>();

/** What long facts that were met before are in a digest. */
const knownHashes = new WeakMap<object, string>();

/** The texts of facts with their names: what a digest is made of. */
const knownPairs = new WeakMap<object, { readonly name: string; readonly text: string }>();

/** The digests of states that were met before: every world of an environment begins with the same one. */
const knownDigests = new WeakMap<WorldState, string>();

/**
 * The identity of a state: SHA-256 of the canonical text of its facts as pairs, in the order of their names. In place of
 * a fact of over 1,000 characters stand null and the SHA-256 of its text.
 */
export function worldStateDigest(state: WorldState): string {
  let digest = knownDigests.get(state);
  if (digest === undefined) {
    digest = digestOf(state);
    knownDigests.set(state, digest);
  }
  return digest;
}

function digestOf(state: WorldState): string {
  const pairs = [...state.keys()].sort().map((name) => pairText(name, state.get(name) ?? null));
  return sha256(`[${pairs.join(',')}]`);
}

/** What differs from `before` to `after`, in the order of the names. Equal facts are equal as canonical JSON. */
export function worldStateChanges(before: WorldState, after: WorldState): readonly StateChange[] {
  const changes: StateChange[] = [];
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) changes.push({ name, before: old, after: null });
    else if (old !== now) {
      freezeFact(now);
      if (factText(old) !== factText(now)) changes.push({ name, before: old, after: now });
    }
  }
  for (const [name, now] of after) {
    if (before.has(name)) continue;
    freezeFact(now);
    changes.push({ name, before: null, after: now });
  }
  return changes.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** States whose facts are known to be frozen. */
const frozenStates = new WeakSet<WorldState>();

/** Makes sure that nobody changes a fact in its place: worlds, branches and records share them. */
export function freezeFacts(state: WorldState): WorldState {
  if (frozenStates.has(state)) return state;
  for (const fact of state.values()) freezeFact(fact);
  frozenStates.add(state);
  return state;
}

function freezeFact(fact: Json): void {
  if (typeof fact !== 'object' || fact === null || Object.isFrozen(fact)) return;
  for (const part of Object.values(fact)) freezeFact(part);
  Object.freeze(fact);
}

function textInDigest(fact: Json): string {
  const known = typeof fact === 'object' && fact !== null ? knownHashes.get(fact) : undefined;
  if (known !== undefined) return known;
  const text = factText(fact);
  if (text.length <= LONG_FACT) return text;
  const hash = `null,"${sha256(text)}"`;
  if (typeof fact === 'object' && fact !== null) knownHashes.set(fact, hash);
  return hash;
}

function pairText(name: string, fact: Json): string {
  if (typeof fact !== 'object' || fact === null) return `[${JSON.stringify(name)},${textInDigest(fact)}]`;
  let pair = knownPairs.get(fact);
  if (pair?.name !== name) {
    pair = { name, text: `[${JSON.stringify(name)},${textInDigest(fact)}]` };
    knownPairs.set(fact, pair);
  }
  return pair.text;
}

function factText(fact: Json): string {
  if (typeof fact !== 'object' || fact === null) return canonicalJson(fact);
  let text = knownTexts.get(fact);
  if (text === undefined) {
    text = canonicalJson(fact);
    knownTexts.set(fact, text);
  }
  return text;
}
