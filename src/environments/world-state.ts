import { canonicalJson, type Json, sha256 } from '../core/index.js';
import type { StateChange } from '../records/index.js';
import { OverlayState } from './overlay-state.js';

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

/** Facts above which a state is digested in parts, so that a change costs what it changes. */
const MANY_FACTS = 10_000;
/** The parts that the facts of a large state fall into, by their names. */
const PARTS = 256;

/** The facts of a large state that others are made from: names in order and digests, part by part. */
const knownParts = new WeakMap<WorldState, readonly StatePart[]>();

interface StatePart {
  readonly names: readonly string[];
  readonly digest: string;
}

/**
 * The identity of a state: SHA-256 of the canonical text of its facts as pairs, in the order of their names. In place of
 * a fact of over 1,000 characters stand null and the SHA-256 of its text. A state of over 10,000 facts is digested in 256 parts:
 * SHA-256 of the list of their digests.
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
  if (state.size <= MANY_FACTS) return sha256(pairsText(state));
  const digests = partsOf(state).map(({ digest }) => digest);
  return sha256(JSON.stringify(['parts', ...digests]));
}

/** The text of the facts of a small state that others are made from, and where each stands in it. */
interface FactsText {
  /** In order. */
  readonly names: readonly string[];
  /** The pairs in that order, each with a comma behind it. */
  readonly text: string;
  /** Where each pair begins, and at last where the text ends. */
  readonly starts: readonly number[];
}

const knownFactsTexts = new WeakMap<WorldState, FactsText>();

/** The pairs of a small state in the order of their names. Of an overlay, only what is changed is put into the text of its base. */
function pairsText(state: WorldState): string {
  const pairs = state instanceof OverlayState ? overlayText(state) : factsText(state).text;
  return `[${pairs.slice(0, -1)}]`;
}

function overlayText({ base, changed }: OverlayState): string {
  const { names, text, starts } = factsText(base);
  const edits = [...changed].sort(([left], [right]) => (left < right ? -1 : 1));
  let result = '';
  let end = 0;
  for (const [name, fact] of edits) {
    const place = placeIn(names, name);
    const isInBase = names[place] === name;
    result += text.slice(end, starts[place]);
    if (fact !== undefined) result += `${pairText(name, fact)},`;
    end = starts[isInBase ? place + 1 : place] ?? end;
  }
  return result + text.slice(end);
}

function factsText(state: WorldState): FactsText {
  let known = knownFactsTexts.get(state);
  if (known === undefined) {
    const names = [...state.keys()].sort();
    const starts = [0];
    let text = '';
    for (const name of names) {
      text += `${pairIn(state, name)},`;
      starts.push(text.length);
    }
    known = { names, text, starts };
    knownFactsTexts.set(state, known);
  }
  return known;
}

/** Where a name stands among names in order, or would stand. */
function placeIn(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] as string) < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pairIn(state: WorldState, name: string): string {
  return pairText(name, state.get(name) ?? null);
}

function digestOfNames(names: readonly string[], state: WorldState): string {
  return sha256(`[${names.map((name) => pairIn(state, name)).join(',')}]`);
}

/** The parts of a large state. Of the state that another was made from they are kept, and taken where nothing in them changed. */
function partsOf(state: WorldState): readonly StatePart[] {
  let parts = knownParts.get(state);
  if (parts === undefined) {
    parts = state instanceof OverlayState ? overlayParts(state) : allParts(state);
    knownParts.set(state, parts);
    if (state instanceof OverlayState) state.settle();
  }
  return parts;
}

function overlayParts(state: OverlayState): readonly StatePart[] {
  const { since } = state;
  const known = since === undefined ? undefined : knownParts.get(since.state);
  const parts = known ?? partsOf(state.base);
  const changed = new Map<number, Set<string>>();
  for (const name of known === undefined ? state.changed.keys() : (since?.names ?? [])) {
    const part = partOf(name);
    changed.set(part, (changed.get(part) ?? new Set()).add(name));
  }
  return parts.map((part, index) => {
    const others = changed.get(index);
    if (others === undefined) return part;
    const names = [...new Set([...part.names, ...others])].filter((name) => state.has(name)).sort();
    return { names, digest: digestOfNames(names, state) };
  });
}

function allParts(state: WorldState): readonly StatePart[] {
  const names: string[][] = Array.from({ length: PARTS }, () => []);
  for (const name of state.keys()) names[partOf(name)]?.push(name);
  return names.map((part) => {
    part.sort();
    return { names: part, digest: digestOfNames(part, state) };
  });
}

/** The part that a name falls into: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) over its UTF-16 code units. */
function partOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 8) % PARTS;
}

/** What differs from `before` to `after`, in the order of the names. Equal facts are equal as canonical JSON. */
export function worldStateChanges(before: WorldState, after: WorldState): readonly StateChange[] {
  const changes: StateChange[] = [];
  for (const name of namesToCompare(before, after)) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) continue;
    if (now !== undefined) freezeFact(now);
    if (old === undefined || now === undefined || factText(old) !== factText(now)) {
      changes.push({ name, before: old ?? null, after: now ?? null });
    }
  }
  return changes.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The names of the facts in which two states can differ. */
export function namesToCompare(before: WorldState, after: WorldState): ReadonlySet<string> {
  const isOverOne =
    before instanceof OverlayState && after instanceof OverlayState && before.base === after.base;
  return isOverOne
    ? new Set([...before.changed.keys(), ...after.changed.keys()])
    : new Set([...before.keys(), ...after.keys()]);
}

/** States whose facts are known to be frozen. */
const frozenStates = new WeakSet<WorldState>();

/** Makes sure that nobody changes a fact in its place: worlds, branches and records share them. */
export function freezeFacts(state: WorldState): WorldState {
  if (frozenStates.has(state)) return state;
  if (state instanceof OverlayState) {
    freezeFacts(state.base);
    for (const fact of state.changed.values()) if (fact !== undefined) freezeFact(fact);
    return state;
  }
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
