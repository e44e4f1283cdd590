import type { Steps } from '../../core/index.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';
import { BUILTIN_EXCEPTIONS } from '../program/builtin-exceptions.js';
import type { DiagnosticPlaces } from './diagnostic-place.js';

/** How much a diagnostic of the type checker says: that the code is wrong, that it may be, or nothing. */
export type Certainty = 'wrong' | 'possible' | 'nothing';

/** Facts of the code that decide whether a diagnostic can be believed. Plain data. */
export interface TypeFacts {
  /** Whether the code asks what is callable, which the checker does not know to narrow a type by. */
  readonly asksCallable: boolean;
  /** Functions and methods with decorators: the checker knows neither `classmethod` nor `functools.wraps`. */
  readonly decorated: ReadonlySet<string>;
  /** Classes with bases, metaclasses or decorators that the checker may not know. */
  readonly opaque: ReadonlySet<string>;
  /** Whether such a class has attributes with values: what they are then is not what was assigned, as in `enum`. */
  readonly hasOpaqueValues: boolean;
  /** Names that another part of the program may bind to something else. */
  readonly changing: ReadonlySet<string>;
}

/** Diagnostics of these rules are about the types of values; all others are about names, style and the checker's gaps. */
const VALUE_RULES: ReadonlySet<string> = new Set([
  'call-non-callable',
  'index-out-of-bounds',
  'invalid-argument-type',
  'invalid-assignment',
  'invalid-raise',
  'invalid-return-type',
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

/** How much a diagnostic says. Certain is only what follows from annotations, literals and plain classes of the facts. */
function certaintyOf(diagnostic: TypeDiagnostic, facts: TypeFacts, places: DiagnosticPlaces): Certainty {
  const { rule, message } = diagnostic;
  if (facts.hasOpaqueValues) return 'nothing';
  const quoted = [...message.matchAll(QUOTED)].map((match) => match[1] ?? '');
  if (quoted.some((text) => mentions(text, facts.decorated) || mentions(text, facts.opaque)))
    return 'nothing';
  if (/\bNever\b|assignable to attribute|found `BaseException`/.test(message)) return 'nothing';
  const { spreads } = places.line(diagnostic.line);
  const text = places.text(diagnostic);
  if (/\b(?:self|cls)\b/.test(text) || text.startsWith('*')) return 'nothing';
  if (mentions(text, facts.changing) || mentions(text, facts.opaque)) return 'nothing';
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
      if (facts.asksCallable || !/^(?:[a-z]|Literal\[)/.test(quoted[0] ?? '')) return 'nothing';
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
  const unions = types.filter((type) => type !== expected && isUnion(type));
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
  return names.size > 0 && (text.match(/\w+/g) ?? []).some((word) => names.has(word));
}
