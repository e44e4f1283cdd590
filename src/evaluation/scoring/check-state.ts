import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { WorldState } from '../../environments/index.js';
import { namesToCompare } from '../../environments/internal.js';
import type { StateCheck } from '../../records/index.js';

/** A check that two states decide. */
export type PlainStateCheck = Exclude<StateCheck, { kind: 'tests_pass' }>;

/** Why a check does not hold in `state`, in a few words, or null when it does. `initial` is the state at the start. */
export function checkState(check: PlainStateCheck, initial: WorldState, state: WorldState): string | null {
  switch (check.kind) {
    case 'fact': {
      const found = state.get(check.name);
      if (found === undefined) return `${check.name} is missing`;
      return sameJson(check.value, found) ? null : `${check.name} is ${shorten(found)}`;
    }
    case 'has': {
      const found = state.get(check.name);
      if (found === undefined) return `${check.name} is missing`;
      if (!isJsonObject(found)) return `${check.name} is not an object`;
      const wrong = Object.entries(check.members).find(
        ([member, value]) => !Object.hasOwn(found, member) || !sameJson(value, found[member] ?? null),
      );
      if (wrong === undefined) return null;
      const [member] = wrong;
      return Object.hasOwn(found, member)
        ? `${check.name} has ${member} ${shorten(found[member] ?? null)}`
        : `${check.name} has no ${member}`;
    }
    case 'absent':
      return state.has(check.name) ? `${check.name} is still there` : null;
    case 'count': {
      const count = [...state.keys()].filter((name) => name.startsWith(check.prefix)).length;
      return count === check.value ? null : `${check.prefix} has ${count} facts instead of ${check.value}`;
    }
    case 'contains': {
      const text = textOf(state.get(check.name));
      if (text === null) return `${check.name} is not text`;
      return text.includes(check.text) ? null : `${check.name} does not contain ${shorten(check.text)}`;
    }
    case 'unchanged':
      return changedFact(check.except, initial, state);
    default:
      return unknownCheck(check);
  }
}

/** The text of a fact, where it is one: the fact itself, or its member `text`. */
export function textOf(fact: Json | undefined): string | null {
  const text = isJsonObject(fact) ? fact.text : fact;
  return typeof text === 'string' ? text : null;
}

function changedFact(except: readonly string[], initial: WorldState, state: WorldState): string | null {
  const names = new Set(except.filter((name) => !isPrefix(name)));
  const prefixes = except.filter(isPrefix).map((name) => (name.endsWith('*') ? name.slice(0, -1) : name));
  const isLeftOut = (name: string): boolean =>
    names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  const mayDiffer = [...namesToCompare(initial, state)].some((name) => initial.get(name) !== state.get(name));
  if (!mayDiffer) return null;
  for (const [name, before] of initial) {
    const after = state.get(name);
    if (before === after || isLeftOut(name)) continue;
    if (after === undefined) return `${name} is gone`;
    if (!sameJson(before, after)) return `${name} was changed to ${shorten(after)}`;
  }
  for (const name of state.keys()) {
    if (!initial.has(name) && !isLeftOut(name)) return `${name} was added`;
  }
  return null;
}

function isPrefix(name: string): boolean {
  return name.endsWith('/') || name.endsWith('*');
}

function sameJson(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

/** A check out of a file that says more than this code knows never holds. */
function unknownCheck(check: never): string {
  return `there is no check ${shorten(check)}`;
}

function shorten(value: Json): string {
  const text = canonicalJson(value);
  return shortened(text, 120);
}
