import type { ValueType } from '../language/value-type.js';
import { type Kinds, kindOf, withClause } from './kind-of.js';
import {
  boundNames,
  mentions,
  numberTerm,
  parseTerm,
  type Term,
  term,
  termKey,
  termSize,
  wholeNumber,
} from './term.js';

/**
 * What a name of a pattern stands for: `any` expression · `sequence` a list or a text · `listed` a list · `flat` one of
 * texts or numbers, or a text · `numbers` a list of numbers · `text` · `number` · `integer` · `boolean` · `simple` a name or a constant · `name` · `size` a whole number
 * that is written, 0 or more · `variable` the name that a loop binds · `body` any expression, which may hold variables.
 */
export type Role =
  | 'any'
  | 'sequence'
  | 'listed'
  | 'flat'
  | 'numbers'
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'simple'
  | 'name'
  | 'size'
  | 'variable'
  | 'body';

/** A way to say the same in better Python. */
export interface RewriteRule {
  readonly from: string;
  readonly to: string;
  /** What the names stand for; names that are not here are those of Python. */
  readonly where: Readonly<Record<string, Role>>;
  /** Whole numbers for names of `to` from those of `from`; null where the rule does not hold. */
  readonly numbers?: (sizes: Readonly<Record<string, number>>) => Readonly<Record<string, number>> | null;
  /**
   * Whether one side may have a value where the other raises. Default: they raise together. Either way the values
   * are equal where both have one.
   */
  readonly mayDifferInErrors?: boolean;
}

/** A rule whose patterns are read. */
export interface CompiledRule {
  readonly rule: RewriteRule;
  readonly from: Term;
  readonly to: Term;
}

/** Reads the patterns of a rule. */
export function compileRule(rule: RewriteRule): CompiledRule {
  const from = parseTerm(rule.from);
  const to = parseTerm(rule.to);
  if (from === null || to === null) throw new Error(`a rule that cannot be read: ${rule.from} → ${rule.to}`);
  return { rule, from, to };
}

/** The term as the rule says it, or null where the rule does not fit. */
export function applyRule({ rule, from, to }: CompiledRule, one: Term, kinds: Kinds): Term | null {
  const found = new Map<string, Term>();
  if (!matches(from, one, rule, kinds, found)) return null;
  const variables = Object.entries(rule.where).flatMap(([name, role]) => (role === 'variable' ? [name] : []));
  for (const variable of variables) {
    const bound = found.get(variable)?.data;
    for (const [name, value] of found) {
      const isFree = rule.where[name] !== 'body' && rule.where[name] !== 'variable';
      if (bound !== undefined && isFree && mentions(value, bound)) return null;
    }
  }
  if (rule.numbers !== undefined) {
    const sizes: Record<string, number> = {};
    for (const [name, value] of found) {
      const size = rule.where[name] === 'size' ? wholeNumber(value) : null;
      if (size !== null) sizes[name] = size;
    }
    const numbers = rule.numbers(sizes);
    if (numbers === null) return null;
    for (const [name, value] of Object.entries(numbers)) found.set(name, numberTerm(value));
  }
  return fill(to, found);
}

/** The pattern with its names filled in. */
export function fill(pattern: Term, found: ReadonlyMap<string, Term>): Term {
  const value = pattern.kind === 'name' ? found.get(pattern.data) : undefined;
  if (value !== undefined) return value;
  return { ...pattern, parts: pattern.parts.map((part) => fill(part, found)) };
}

function matches(
  pattern: Term,
  one: Term,
  rule: RewriteRule,
  kinds: Kinds,
  found: Map<string, Term>,
): boolean {
  const role = pattern.kind === 'name' ? rule.where[pattern.data] : undefined;
  if (role !== undefined) {
    const earlier = found.get(pattern.data);
    if (earlier !== undefined) return termKey(earlier) === termKey(one);
    if (!plays(role, one, kinds)) return false;
    found.set(pattern.data, one);
    return true;
  }
  if (pattern.kind !== one.kind || pattern.data !== one.data || pattern.parts.length !== one.parts.length) {
    return false;
  }
  if (one.kind !== 'comprehension') {
    return pattern.parts.every((part, index) => matches(part, one.parts[index] ?? part, rule, kinds, found));
  }
  // The clauses first: they bind what the item is made of.
  let inner = kinds;
  for (let index = 1; index < one.parts.length; index++) {
    const clause = one.parts[index] ?? pattern;
    const wanted = pattern.parts[index] ?? pattern;
    const iterable = clause.parts[1] ?? clause;
    if (wanted.parts.length !== clause.parts.length) return false;
    if (!matches(wanted.parts[1] ?? wanted, iterable, rule, inner, found)) return false;
    inner = withClause(inner, clause);
    const rest = (clauseParts: readonly Term[]): readonly Term[] => [
      ...clauseParts.slice(0, 1),
      ...clauseParts.slice(2),
    ];
    const own = rest(clause.parts);
    if (!rest(wanted.parts).every((part, at) => matches(part, own[at] ?? part, rule, inner, found)))
      return false;
  }
  const [wanted = pattern] = pattern.parts;
  return matches(wanted, one.parts[0] ?? one, rule, inner, found);
}

const NUMERIC: readonly (ValueType | null)[] = ['integer', 'number'];

function plays(role: Role, one: Term, kinds: Kinds): boolean {
  if (role === 'any' || role === 'body') return true;
  if (role === 'variable') return one.kind === 'name';
  if (role === 'simple') return one.kind === 'name' || (one.kind === 'constant' && termSize(one) === 1);
  if (role === 'name') return one.kind === 'name';
  if (role === 'size') return (wholeNumber(one) ?? -1) >= 0;
  const type = kindOf(one, kinds);
  switch (role) {
    case 'sequence':
      return type === 'text' || isList(type);
    case 'listed':
      return isList(type);
    case 'flat':
      return type === 'text' || (isList(type) && type !== 'grid');
    case 'numbers':
      return type === 'integers' || type === 'numbers';
    case 'number':
      return NUMERIC.includes(type);
    default:
      return type === role;
  }
}

function isList(type: ValueType | null): boolean {
  return type === 'texts' || type === 'integers' || type === 'numbers' || type === 'grid';
}

/** The term with each part rewritten, inner ones first and with what is known where it stands. */
export function mapParts(one: Term, kinds: Kinds, change: (part: Term, kinds: Kinds) => Term): Term {
  if (one.kind === 'lambda') return one;
  if (one.kind !== 'comprehension') return { ...one, parts: one.parts.map((part) => change(part, kinds)) };
  let inner = kinds;
  const clauses: Term[] = [];
  for (const clause of one.parts.slice(1)) {
    const [target, iterable, ...tests] = clause.parts;
    if (target === undefined || iterable === undefined) return one;
    const changed = change(iterable, inner);
    inner = withClause(inner, term('clause', '', target, changed));
    const known = inner;
    clauses.push(term('clause', '', target, changed, ...tests.map((test) => change(test, known))));
  }
  const [item] = one.parts;
  return item === undefined ? one : { ...one, parts: [change(item, inner), ...clauses] };
}

/** Names that loops bind anywhere in the term. */
export function loopNames(one: Term): readonly string[] {
  const own = one.kind === 'clause' && one.parts[0] !== undefined ? boundNames(one.parts[0]) : [];
  return [...own, ...one.parts.flatMap(loopNames)];
}
