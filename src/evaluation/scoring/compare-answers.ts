import {
  canonicalJson,
  describeProblem,
  isJsonObject,
  type Json,
  type JsonObject,
  type SchemaValidator,
  schemaValidator,
} from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { ExpectedAnswer } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';

/** Numbers this close, relative to the expected one, are the same. */
const RELATIVE_TOLERANCE = 1e-9;

const validators = new WeakMap<JsonObject, SchemaValidator>();

/**
 * Why an answer is not the expected one, in a few words, or null when it is.
 *
 * `exact`: the same JSON. `number`: a number within the tolerance of the expected one, by default 10⁻⁹ relatively.
 * `list`: the same items in the same order. `set`: the same items, each as often, in any order. With a tolerance,
 * numbers in lists and objects need only be that close. Nothing is coerced: `"3"` is not `3`.
 *
 * @throws {MettleError} `core/invalid_schema` where the expected answer has a schema that is none,
 *   `evaluation/invalid_tolerance` for a tolerance that is no number from 0, or is infinite.
 */
export function compareAnswers(expected: ExpectedAnswer, answer: Json): string | null {
  const { value, comparison, tolerance = null, schema } = expected;
  if (tolerance !== null && !(Number.isFinite(tolerance) && tolerance >= 0)) {
    throw evaluationError(
      'invalid_tolerance',
      `The tolerance of an answer is a number from 0; got ${tolerance}.`,
    );
  }
  if (schema !== undefined) {
    const problem = validatorOf(schema).check(answer)[0];
    if (problem !== undefined) return describeProblem(problem, 'the answer');
  }
  switch (comparison) {
    case 'number':
      if (typeof answer !== 'number') return `expected a number, got ${shorten(answer)}`;
      return typeof value === 'number' && isClose(value, answer, tolerance)
        ? null
        : `expected ${shorten(value)}, got ${shorten(answer)}`;
    case 'list':
    case 'set':
      return compareLists(value as readonly Json[], answer, comparison, tolerance);
    default:
      return isSame(value, answer, tolerance) ? null : `expected ${shorten(value)}, got ${shorten(answer)}`;
  }
}

function validatorOf(schema: JsonObject): SchemaValidator {
  let validator = validators.get(schema);
  if (validator === undefined) {
    validator = schemaValidator(schema);
    validators.set(schema, validator);
  }
  return validator;
}

function compareLists(
  expected: readonly Json[],
  answer: Json,
  comparison: 'list' | 'set',
  tolerance: number | null,
): string | null {
  if (!Array.isArray(answer)) return `expected a list, got ${shorten(answer)}`;
  const given = roundTo(expected, answer as readonly Json[], comparison, tolerance).map(canonicalJson);
  const wanted = expected.map(canonicalJson);
  if (wanted.length === given.length && wanted.every((item, index) => item === given[index])) return null;
  const missing = subtract(wanted, given);
  const extra = subtract(given, wanted);
  if (missing.length === 0 && extra.length === 0) {
    return comparison === 'set' ? null : 'the right items in the wrong order';
  }
  return [
    missing.length > 0 ? `missing ${shorten(missing.join(', '))}` : '',
    extra.length > 0 ? `not asked for ${shorten(extra.join(', '))}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/**
 * The items of an answer, each replaced by the expected one that it is close enough to. In a set, only plain numbers
 * are: the nth smallest against the nth smallest, which pairs as many as can be paired when as many were given.
 */
function roundTo(
  expected: readonly Json[],
  answer: readonly Json[],
  comparison: 'list' | 'set',
  tolerance: number | null,
): readonly Json[] {
  if (tolerance === null) return answer;
  if (comparison === 'list') {
    return answer.map((item, index) => {
      const wanted = expected[index];
      return wanted !== undefined && isSame(wanted, item, tolerance) ? wanted : item;
    });
  }
  const isNumber = (item: Json): item is number => typeof item === 'number';
  const upwards = (left: number, right: number): number => left - right;
  const wanted = expected.filter(isNumber).sort(upwards);
  const given = answer.filter(isNumber).sort(upwards);
  const rounded = given.map((item, index) => {
    const near = wanted[index];
    return near !== undefined && isClose(near, item, tolerance) ? near : item;
  });
  return [...answer.filter((item) => !isNumber(item)), ...rounded];
}

/** The items of `from` that `items` does not hold, each as often as it is missing. */
function subtract(from: readonly string[], items: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const item of items) left.set(item, (left.get(item) ?? 0) + 1);
  return from.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/** Equal as JSON, numbers within the tolerance where there is one. */
function isSame(expected: Json, answer: Json, tolerance: number | null): boolean {
  if (tolerance === null) return canonicalJson(expected) === canonicalJson(answer);
  if (typeof expected === 'number' && typeof answer === 'number') {
    return isClose(expected, answer, tolerance);
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(answer) &&
      expected.length === answer.length &&
      expected.every((item: Json, index) =>
        isSame(item, (answer as readonly Json[])[index] ?? null, tolerance),
      )
    );
  }
  if (!isJsonObject(expected)) return canonicalJson(expected) === canonicalJson(answer);
  return (
    isJsonObject(answer) &&
    Object.keys(answer).length === Object.keys(expected).length &&
    Object.entries(expected).every(
      ([name, part]) => Object.hasOwn(answer, name) && isSame(part as Json, answer[name] as Json, tolerance),
    )
  );
}

function isClose(expected: number, answer: number, tolerance: number | null): boolean {
  const allowed = tolerance ?? RELATIVE_TOLERANCE * Math.max(1, Math.abs(expected));
  return Math.abs(expected - answer) <= allowed;
}

function shorten(value: Json): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return shortened(text, 120);
}
