import type { Steps } from '../../core/index.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';
import { BUILTIN_EXCEPTIONS } from '../program/builtin-exceptions.js';
import type { DiagnosticPlaces } from './diagnostic-place.js';

/** How much a diagnostic of the type checker says: that the code is wrong, that it may be, or nothing. */
export type Certainty = 'wrong' | 'possible' | 'nothing';

/** Facts of the code that decide whether a diagnostic can be believed. Plain data. */
export interface TypeFacts {
  /** Names in what the code asks `callable()` of, which the checker does not know to narrow a type by. */
  readonly asksCallable: ReadonlySet<string>;
  /** Functions and methods with decorators: the checker knows neither `classmethod` nor `functools.wraps`. */
  readonly decorated: ReadonlySet<string>;
  /** Classes with bases, metaclasses or decorators that the checker may not know. */
  readonly opaque: ReadonlySet<string>;
  /** Names that another part of the program may bind to something else. */
  readonly changing: ReadonlySet<string>;
  /** The functions, outer ones first. */
  readonly functions: readonly FunctionLines[];
}

/** Where a function stands, and the names that nothing but its own statements binds. */
export interface FunctionLines {
  readonly first: number;
  readonly last: number;
  readonly locals: ReadonlySet<string>;
  readonly isMethod: boolean;
}

/** Diagnostics of these rules are about the types of values; all others are about names, style and the checker's gaps. */
const VALUE_RULES: ReadonlySet<string> = new Set([
  'call-non-callable',
  'index-out-of-bounds',
  'invalid-argument-type',
  'invalid-assignment',
  'invalid-parameter-default',
  'invalid-raise',
  'invalid-return-type',
  'invalid-yield',
  'missing-argument',
  'not-iterable',
  'not-subscriptable',
  'too-many-positional-arguments',
  'unknown-argument',
  'unresolved-attribute',
  'unsupported-operator',
]);

const QUOTED = /`([^`]*)`/g;
/** Types that the checker did not see whole. */
const UNCLEAR =
  /^Unknown|^Any\b|@|^object$|^<|^def |^bound method|^type\[|^\(|[&~]|^Module|TypeVar|^Never|^Todo|^Literal\[""\]/;

/**
 * The diagnostics of one check that are about values, each with what it says. Several at one place are about the parts of a union, of which the
 * program may exclude some.
 */
export function* weigh(
  diagnostics: readonly TypeDiagnostic[],
  facts: TypeFacts,
  places: DiagnosticPlaces,
): Steps<readonly (readonly [TypeDiagnostic, Certainty])[]> {
  const placeOf = ({ rule, line, column, endLine, endColumn }: TypeDiagnostic): string =>
    `${rule} ${line}:${column}-${endLine}:${endColumn}`;
  const counts = new Map<string, number>();
  const relevant = diagnostics.filter(({ rule }) => VALUE_RULES.has(rule));
  for (const diagnostic of relevant) {
    counts.set(placeOf(diagnostic), (counts.get(placeOf(diagnostic)) ?? 0) + 1);
    yield;
  }
  const weighed: (readonly [TypeDiagnostic, Certainty])[] = [];
  for (const diagnostic of relevant) {
    const isOne = counts.get(placeOf(diagnostic)) === 1;
    weighed.push([diagnostic, isOne ? certaintyOf(diagnostic, facts, places) : 'nothing']);
    yield;
  }
  return weighed;
}

/** Rules about a value that stands where the code itself declares a type. */
const DECLARED_RULES: ReadonlySet<string> = new Set([
  'invalid-assignment',
  'invalid-parameter-default',
  'invalid-return-type',
  'invalid-yield',
]);

/** How much a diagnostic says. Certain is only what follows from annotations, literals and plain classes of the facts. */
function certaintyOf(diagnostic: TypeDiagnostic, facts: TypeFacts, places: DiagnosticPlaces): Certainty {
  const { rule, message } = diagnostic;
  const quoted = [...message.matchAll(QUOTED)].map((match) => match[1] ?? '');
  // What is written as a literal is no other value, whatever else the code does.
  if (DECLARED_RULES.has(rule) && isOtherLiteral(message)) return 'wrong';
  if (rule === 'invalid-parameter-default' || rule === 'invalid-yield') return 'nothing';
  if (quoted.some((text) => mentions(text, facts.decorated) || mentions(text, facts.opaque)))
    return 'nothing';
  if (/\bNever\b|assignable to attribute|found `BaseException`/.test(message)) return 'nothing';
  const { spreads } = places.line(diagnostic.line);
  const text = withoutTexts(places.text(diagnostic));
  const around = facts.functions.filter(
    ({ first, last }) => first <= diagnostic.line && diagnostic.line <= last,
  );
  const isInMethod = around.some(({ isMethod }) => isMethod);
  if ((isInMethod && /\b(?:self|cls)\b/.test(text)) || text.startsWith('*')) return 'nothing';
  const locals = around.at(-1)?.locals ?? new Set();
  const changing = wordsOf(text).some((word) => facts.changing.has(word) && !locals.has(word));
  if (changing || mentions(text, facts.opaque)) return 'nothing';
  switch (rule) {
    case 'missing-argument':
    case 'too-many-positional-arguments':
    case 'unknown-argument':
      return isOwnCall(message) && !spreads ? 'wrong' : 'nothing';
    case 'index-out-of-bounds':
      return quoted.some((type) => UNCLEAR.test(type)) ? 'nothing' : 'wrong';
    case 'invalid-assignment':
      if (/^(?:Too many|Not enough) values/.test(message)) return 'possible';
      return ofValues(message, quoted);
    case 'invalid-return-type':
      if (message.startsWith('Function can implicitly')) return 'possible';
      if (message.startsWith('Function always implicitly')) return 'wrong';
      return ofValues(message, quoted);
    case 'unresolved-attribute':
      return judgeAttribute(message, quoted, text);
    case 'call-non-callable':
      if (mentions(text, facts.asksCallable) || !/^(?:[a-z]|Literal\[)/.test(quoted[0] ?? ''))
        return 'nothing';
      return ofValues(message, quoted.slice(0, 1));
    default:
      if (quoted.includes('None') && text.includes('.')) return 'nothing';
      return ofValues(message, valuesIn(message, quoted));
  }
}

function judgeAttribute(message: string, quoted: readonly string[], text: string): Certainty {
  const [first = '', , union = ''] = quoted;
  if (message.startsWith('Object of type')) {
    const isOfChain = first === 'None' && text.split('.').length > 2;
    return isOfChain || BUILTIN_EXCEPTIONS.has(first) ? 'nothing' : ofValues(message, [first]);
  }
  return /is not defined on `None` in union/.test(message) ? ofValues(message, [union]) : 'nothing';
}

/** Of the quoted parts of a message, those that are types of values. */
function valuesIn(message: string, quoted: readonly string[]): readonly string[] {
  const found = /found `([^`]*)`/.exec(message);
  if (found?.[1] !== undefined) return [found[1], /[Ee]xpected `([^`]*)`/.exec(message)?.[1] ?? ''];
  if (/perator `/.test(message)) return quoted.slice(1);
  const keyed = /key of type `([^`]*)` on object of type `([^`]*)`/.exec(message);
  if (keyed !== null) return keyed.slice(1);
  return quoted.slice(0, 1);
}

function ofValues(message: string, types: readonly string[]): Certainty {
  if (message.includes('does not satisfy')) return 'nothing';
  if (/on object of type `[^`]* \| /.test(message)) return 'nothing';
  const expected = /[Ee]xpected `([^`]*)`/.exec(message)?.[1];
  if (expected !== undefined && isPartOf(types, expected)) return 'nothing';
  const isUnclear = types.some((type) =>
    type === expected ? /Unknown$|@|^<|^def |Never/.test(type) : UNCLEAR.test(type),
  );
  if (isUnclear) return 'nothing';
  const unions = types.filter((type) => {
    if (type === expected || !isUnion(type)) return false;
    return expected === undefined || /\bNone\b/.test(type) || !isOutside(type, expected);
  });
  if (unions.length === 0) return 'wrong';
  return unions.every((type) => /\bNone\b/.test(type) && !/\b(?:Unknown|Any)\b/.test(type))
    ? 'possible'
    : 'nothing';
}

/** Whether a value that the checker did not see whole may be of the expected type. */
function isPartOf(types: readonly string[], expected: string): boolean {
  if (/tuple\[\(\)\]/.test(expected)) return true;
  return types.some((type) => type !== expected && /Unknown/.test(type) && baseOf(type) === baseOf(expected));
}

function baseOf(type: string): string {
  return /^\w+/.exec(type)?.[0] ?? '';
}

function isOwnCall(message: string): boolean {
  return / of (?:bound method )?(?:function )?`|function `|bound method `/.test(message);
}

/** Whether a type is a union at its top, or one of several literals. */
function isUnion(type: string): boolean {
  if (type.startsWith('Literal[') && type.includes(', ')) return true;
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    const char = type[at] ?? '';
    if ('[('.includes(char)) depth++;
    else if ('])'.includes(char)) depth--;
    else if (depth === 0 && type.startsWith(' | ', at)) return true;
  }
  return false;
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  return names.size > 0 && wordsOf(text).some((word) => names.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

/** Source without what stands in plain quotes; the fields of f-strings stay. */
function withoutTexts(text: string): string {
  return text.replaceAll(/(?<![fFtT]\w?)(["'])(?:\\.|(?!\1)[^\\\n])*\1/g, '""');
}

/** Whether a message says that literals stand where the code declares a plain type that none of them is of. */
function isOtherLiteral(message: string): boolean {
  const [found, expected] =
    /xpected `([^`]*)`, found `([^`]*)`/.exec(message)?.slice(1).reverse() ??
    /ype `([^`]*)` (?:is not assignable to|does not match) .*?`([^`]*)`$/.exec(message)?.slice(1) ??
    [];
  return (
    found !== undefined &&
    expected !== undefined &&
    found.startsWith('Literal[') &&
    isOutside(found, expected)
  );
}

/** Whether all parts of a type are plain ones of Python, none of which fits any part of the expected type. */
function isOutside(type: string, expected: string): boolean {
  const wanted = partsOf(expected).map(baseOf);
  return (
    wanted.every((base) => PLAIN.has(base)) &&
    partsOf(type).every((part) =>
      kindsOf(part).every((kind) => PLAIN.has(kind) && !wanted.some((base) => fits(kind, base))),
    )
  );
}

const PLAIN: ReadonlySet<string> = new Set(
  'bool bytes complex dict float frozenset int list None set str tuple'.split(' '),
);

function fits(kind: string, wanted: string): boolean {
  if (kind === wanted) return true;
  const numbers = ['bool', 'int', 'float', 'complex'];
  return numbers.includes(kind) && numbers.indexOf(kind) < numbers.indexOf(wanted);
}

/** The types of the values of a literal type; the base of any other. */
function kindsOf(part: string): readonly string[] {
  const inner = /^Literal\[(.*)\]$/s.exec(part)?.[1];
  if (inner === undefined) return [baseOf(part)];
  const values = inner.replaceAll(/(b?)"(?:\\.|[^"\\])*"/g, (_, isBytes: string) =>
    isBytes ? 'bytes' : 'str',
  );
  return values
    .split(', ')
    .map((value) => (/^-?\d/.test(value) ? 'int' : /^(?:True|False)$/.test(value) ? 'bool' : value));
}

/** The parts of a union. */
function partsOf(type: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < type.length; at++) {
    const char = type[at] ?? '';
    if (char === '"') {
      for (at++; at < type.length && type[at] !== '"'; at++) if (type[at] === '\\') at++;
    } else if ('[('.includes(char)) depth++;
    else if ('])'.includes(char)) depth--;
    else if (depth === 0 && type.startsWith(' | ', at)) {
      parts.push(type.slice(start, at));
      start = at + 3;
    }
  }
  return [...parts, type.slice(start)];
}
