import { formatCall, joinedText } from './format-text.js';
import type { Kinds } from './kind-of.js';
import { applyRule, fill, mapParts } from './pattern.js';
import { compiledRules } from './rules.js';
import { boundNames, mentions, type Term, term, termKey, termSize } from './term.js';

/** Rewrites of one term at most: rules that undo each other end there. */
const MOST_REWRITES = 20;
/** Functions to which a list may come item by item. */
const TAKES_ITEMS: ReadonlySet<string> = new Set(['sum', 'any', 'all', 'max', 'min', 'set', 'sorted']);
/** Largest expression that is moved into the body of a loop. */
const MOST_MOVED = 5;

/** The term in better Python, inner parts first. Its values stay the same. */
export function simplify(one: Term, kinds: Kinds): Term {
  let current = mapParts(one, kinds, simplify);
  for (let count = 0; count < MOST_REWRITES; count++) {
    const next = rewriteOnce(current, kinds);
    if (next === null) return current;
    current = mapParts(next, kinds, simplify);
  }
  return current;
}

/** Concatenations and calls of `format` as f-strings, outer ones first. */
export function withFormattedTexts(one: Term, kinds: Kinds): Term {
  const written = formatCall(one) ?? joinedText(one, kinds);
  return written ?? mapParts(one, kinds, withFormattedTexts);
}

function rewriteOnce(one: Term, kinds: Kinds): Term | null {
  for (const rule of compiledRules()) {
    const next = applyRule(rule, one, kinds);
    if (next !== null && termKey(next) !== termKey(one)) return next;
  }
  return itemByItem(one) ?? oneLoop(one);
}

/** `sum([… for …])` as `sum(… for …)`. */
function itemByItem(one: Term): Term | null {
  const [callee, argument] = one.parts;
  if (one.kind !== 'call' || argument?.kind !== 'comprehension' || argument.data !== 'list') return null;
  const isJoin = callee?.kind === 'attribute' && callee.data === 'join';
  const takesItems = callee?.kind === 'name' && TAKES_ITEMS.has(callee.data);
  if (one.parts.length !== 2 || !(isJoin || takesItems)) return null;
  return { ...one, parts: [callee, { ...argument, data: 'generator' }] };
}

/** `[f(x) for x in [g(y) for y in ys if p(y)]]` as `[f(g(y)) for y in ys if p(y)]`. */
function oneLoop(outer: Term): Term | null {
  const [body, clause, ...more] = outer.parts;
  if (outer.kind !== 'comprehension' || body === undefined || clause === undefined || more.length > 0)
    return null;
  const [target, inner, ...tests] = clause.parts;
  if (target?.kind !== 'name' || inner?.kind !== 'comprehension' || inner.data === 'set') return null;
  const [item, innerClause, ...innerMore] = inner.parts;
  if (item === undefined || innerClause === undefined || innerMore.length > 0) return null;
  const bound = boundNames(innerClause.parts[0] ?? target);
  const uses = [body, ...tests].reduce((sum, part) => sum + countOf(part, target.data), 0);
  if (item.kind !== 'name' && (uses > 1 || termSize(item) > MOST_MOVED)) return null;
  // A name that the inner loop binds must mean nothing else in the outer one.
  const isTaken = bound.some(
    (name) => name !== target.data && [body, ...tests].some((part) => mentions(part, name)),
  );
  if (isTaken || [body, ...tests].some(bindsNames)) return null;
  const found = new Map([[target.data, item]]);
  const kept = tests.map((test) => fill(test, found));
  return term(
    'comprehension',
    outer.data,
    fill(body, found),
    term('clause', '', ...innerClause.parts, ...kept),
  );
}

function bindsNames(one: Term): boolean {
  return one.kind === 'clause' || one.kind === 'lambda' || one.parts.some(bindsNames);
}

function countOf(one: Term, name: string): number {
  if (one.kind === 'name') return one.data === name ? 1 : 0;
  return one.parts.reduce((sum, part) => sum + countOf(part, name), 0);
}
