import type { ValueType } from '../language/value-type.js';
import { type Kinds, kindOf, withClause } from './kind-of.js';
import { boundNames, freeNames, type Term, term } from './term.js';

/** Names of the library's loops that say nothing of what they stand for. */
const NEUTRAL: ReadonlySet<string> = new Set(['item', 'inner_item']);

/** Names for one item, the first that is free. */
const ITEM_NAMES: Readonly<Partial<Record<ValueType, readonly string[]>>> = {
  integer: ['n', 'm', 'k'],
  number: ['n', 'm', 'k'],
  integers: ['row', 'line'],
  numbers: ['row', 'line'],
  text: ['word', 'part', 'piece'],
};
const CHARACTERS = ['character', 'letter'];
const UNKNOWN = ['item', 'other', 'inner_item'];

/** The term with loops over numbers that say `n`, loops over texts that say `word`, and so on. */
export function renameItems(one: Term, kinds: Kinds, taken: ReadonlySet<string>): Term {
  if (one.kind === 'lambda') return one;
  if (one.kind !== 'comprehension') {
    return { ...one, parts: one.parts.map((part) => renameItems(part, kinds, taken)) };
  }
  const [item, ...clauses] = one.parts;
  if (item === undefined) return one;
  let inner = kinds;
  const names = new Set(taken);
  const renamed = new Map<string, string>();
  const change = (part: Term, known: Kinds): Term => renameItems(substituted(part, renamed), known, names);
  const changed: Term[] = [];
  for (const { parts } of clauses) {
    const [target, iterable, ...tests] = parts;
    if (target === undefined || iterable === undefined) return one;
    const over = change(iterable, inner);
    for (const name of boundNames(target)) {
      if (!NEUTRAL.has(name)) names.add(name);
    }
    const used = new Set([...names, ...[item, ...tests].flatMap((part) => [...freeNames(part)])]);
    const before = withClause(inner, term('clause', '', target, over));
    for (const name of boundNames(target)) {
      if (!NEUTRAL.has(name)) continue;
      used.delete(name);
      const type = before.names.get(name);
      const isText = target.kind === 'name' && kindOf(over, inner) === 'text';
      const wanted = isText ? CHARACTERS : type === undefined ? UNKNOWN : (ITEM_NAMES[type] ?? UNKNOWN);
      const chosen = wanted.find((candidate) => !used.has(candidate)) ?? name;
      renamed.set(name, chosen);
      names.add(chosen);
    }
    const bound = substituted(target, renamed);
    inner = withClause(inner, term('clause', '', bound, over));
    const known = inner;
    changed.push(term('clause', '', bound, over, ...tests.map((test) => change(test, known))));
  }
  return { ...one, parts: [change(item, inner), ...changed] };
}

/** The term with free names replaced. */
export function substituted(one: Term, names: ReadonlyMap<string, string>): Term {
  if (names.size === 0) return one;
  if (one.kind === 'name') return term('name', names.get(one.data) ?? one.data);
  if (one.kind === 'lambda') {
    return {
      ...one,
      parts: one.parts.map((part) => substituted(part, without(names, one.data.split(', ')))),
    };
  }
  if (one.kind !== 'comprehension') {
    return { ...one, parts: one.parts.map((part) => substituted(part, names)) };
  }
  let inner = names;
  const clauses = one.parts.slice(1).map((clause) => {
    const [target = clause, iterable = clause, ...tests] = clause.parts;
    const over = substituted(iterable, inner);
    inner = without(inner, boundNames(target));
    const known = inner;
    return term('clause', '', target, over, ...tests.map((test) => substituted(test, known)));
  });
  const [item = one] = one.parts;
  return { ...one, parts: [substituted(item, inner), ...clauses] };
}

function without(names: ReadonlyMap<string, string>, gone: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...names].filter(([name]) => !gone.includes(name)));
}
