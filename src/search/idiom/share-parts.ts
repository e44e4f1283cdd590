import { type Kinds, kindOf } from './kind-of.js';
import { loopNames } from './pattern.js';
import { mapTerms, type Statement, termsOf } from './statement.js';
import { freeNames, type Term, term, termKey, termSize } from './term.js';

/** Smallest repeated expression that is no call and gets a name. */
const FEWEST_PARTS = 6;
/** Most names that are given. */
const MOST_NAMES = 6;

/**
 * Gives names to what the statements compute more than once. A part that is computed only where a test allows it keeps
 * its place, so that no statement comes to raise what it did not.
 *
 * @param nameFor - a free name for a part.
 */
export function shareParts(
  statements: readonly Statement[],
  nameFor: (part: Term) => string,
): readonly Statement[] {
  let body = statements.map((statement) =>
    statement.kind === 'if' ? { ...statement, body: shareParts(statement.body, nameFor) } : statement,
  ) as readonly Statement[];
  for (let count = 0; count < MOST_NAMES; count++) {
    const part = largestRepeated(body);
    if (part === null) return body;
    const name = nameFor(part);
    const key = termKey(part);
    body = [{ kind: 'assign', name, value: part }, ...mapTerms(body, (value) => replace(value, key, name))];
  }
  return body;
}

/** A name for a part by what it is: the words of a text, the largest item. */
export function partName(part: Term, kinds: Kinds): string {
  const callee = part.kind === 'call' ? part.parts[0] : undefined;
  const called = callee?.kind === 'name' || callee?.kind === 'attribute' ? callee.data : '';
  const known = NAMES[called];
  if (called === 'split' && part.parts.length === 1) return 'words';
  if (known !== undefined) return known;
  switch (kindOf(part, kinds)) {
    case 'text':
      return 'part';
    case 'texts':
      return 'parts';
    case 'integer':
    case 'number':
      return 'amount';
    case 'integers':
    case 'numbers':
      return part.kind === 'comprehension' && part.parts[1]?.parts.length !== 2 ? 'kept' : 'results';
    case 'grid':
      return 'changed';
    case 'boolean':
      return 'holds';
    default:
      return 'part';
  }
}

const NAMES: Readonly<Record<string, string>> = {
  split: 'parts',
  rsplit: 'parts',
  findall: 'matches',
  sorted: 'ordered',
  max: 'largest',
  min: 'smallest',
  sum: 'total',
  set: 'different',
  fromkeys: 'different',
};

interface Place {
  readonly part: Term;
  count: number;
  always: boolean;
}

function largestRepeated(body: readonly Statement[]): Term | null {
  const places = new Map<string, Place>();
  for (const { value, always } of termsOf(body)) collect(value, always, new Set(loopNames(value)), places);
  let best: Term | null = null;
  for (const { part, count, always } of places.values()) {
    if (count > 1 && always && isWorthAName(part) && (best === null || termSize(part) > termSize(best)))
      best = part;
  }
  return best;
}

function isWorthAName(part: Term): boolean {
  if (part.kind === 'call') {
    const [callee, argument] = part.parts;
    const isLength = callee?.kind === 'name' && callee.data === 'len' && argument?.kind === 'name';
    return !isLength && termSize(part) >= 3;
  }
  if (part.kind === 'subscript' && part.parts[0]?.kind === 'name') return false;
  return termSize(part) >= FEWEST_PARTS && part.kind !== 'dict' && part.kind !== 'constant';
}

function collect(one: Term, always: boolean, bound: ReadonlySet<string>, places: Map<string, Place>): void {
  const isPart = ![
    'absent',
    'slice',
    'clause',
    'keyword',
    'star',
    'field',
    'name',
    'constant',
    'lambda',
  ].includes(one.kind);
  if (isPart && !isIterator(one) && ![...freeNames(one)].some((name) => bound.has(name))) {
    const place = places.get(termKey(one)) ?? { part: one, count: 0, always: false };
    place.count++;
    place.always ||= always;
    places.set(termKey(one), place);
  }
  if (one.kind === 'lambda') return;
  for (const [index, part] of one.parts.entries()) {
    collect(part, always && isAlwaysComputed(one, index), bound, places);
  }
}

/** Whether the part can be gone through only once: two that share it would each get what the other left. */
function isIterator({ kind, data, parts: [callee] }: Term): boolean {
  if (kind === 'comprehension') return data !== 'list';
  if (kind !== 'call' || callee === undefined) return false;
  if (callee.kind === 'name') return ITERATORS.has(callee.data);
  const [module] = callee.parts;
  return callee.kind === 'attribute' && module?.kind === 'name' && module.data === 'itertools';
}

const ITERATORS: ReadonlySet<string> = new Set(['zip', 'enumerate', 'map', 'filter', 'reversed', 'iter']);

function isAlwaysComputed(one: Term, index: number): boolean {
  switch (one.kind) {
    case 'conditional':
      return index === 1;
    case 'bool':
      return index === 0;
    case 'comprehension':
      return index === 1;
    case 'clause':
      return index === 1;
    default:
      return true;
  }
}

function replace(one: Term, key: string, name: string): Term {
  if (termKey(one) === key) return term('name', name);
  return { ...one, parts: one.parts.map((part) => replace(part, key, name)) };
}
