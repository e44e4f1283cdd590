import { isJsonObject } from '../json.js';
import * as option from '../option-kinds.js';
import { defineOptions, type OptionsCheck } from '../options.js';
import { ASSERTIONS } from './assertions.js';
import { COMBINATIONS } from './combinations.js';
import { Compiler, invalidSchema, type RankedKeyword } from './compile.js';
import { CONTAINERS } from './containers.js';
import { draft7Keywords } from './draft-7.js';
import { pathOf, type SchemaProblem } from './problem.js';
import { LimitReached, Run } from './run.js';
import { UNEVALUATED } from './unevaluated.js';

/** How {@link schemaValidator} treats a schema. */
export interface SchemaValidatorOptions {
  /**
   * Units of work after which a check ends with the problem `limit`: about one for each keyword applied to each value,
   * and for each character that a pattern reads. Default 100,000, and 30 more for each value within the value: what
   * a check takes grows with the value, and not with the ways through the schema. Infinity for a schema of your own whose work grows with
   * the value alone.
   */
  readonly maxWork?: number;
  /**
   * What a pattern that no linear-time engine can run (look-around, back-references) does: `refuse` the schema, or
   * `ignore` the pattern, for a schema whose owner checks again. Default `refuse`.
   */
  readonly patterns?: 'refuse' | 'ignore';
}

/** Checks {@link SchemaValidatorOptions}. */
export const checkSchemaValidatorOptions: OptionsCheck = defineOptions<SchemaValidatorOptions>()(
  'schemaValidator',
  {
    maxWork: option.limit,
    patterns: option.oneOf(['refuse', 'ignore']),
  },
);

/** A compiled JSON Schema. */
export interface SchemaValidator {
  /** What is wrong with a value, outermost first, at most 20; empty when it meets the schema. Never throws. */
  check(value: unknown): readonly SchemaProblem[];
}

const KEYWORDS: ReadonlyMap<string, RankedKeyword> = new Map(
  [...ASSERTIONS, ...COMBINATIONS, ...CONTAINERS, ...draft7Keywords, ...UNEVALUATED].map(
    ([name, compile], rank) => [name, { compile, rank }],
  ),
);

/** Work of a check, in units; see {@link SchemaValidatorOptions.maxWork}. */
const WORK = 100_000;
const WORK_OF_EACH_VALUE = 30;

/**
 * Compiles a JSON Schema (draft 2020-12, and the older forms of earlier drafts) that may be hostile: its size and depth
 * are bounded, patterns run in linear time, references stay in the document, and the work of a check is counted.
 * `format` is checked for `date`, `time`, `date-time`, `email`, `uuid`, `ipv4` and `uri`.
 *
 * @throws {MettleError} `core/invalid_schema`, naming the place in the schema.
 * @example
 * ```ts
 * import { describeProblem, schemaValidator } from 'mettle/core';
 *
 * const city = schemaValidator({ type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]{5}$' } } });
 * for (const problem of city.check({ zip: '123' })) console.log(describeProblem(problem, 'city'));
 * // → city.zip: must match the pattern ^[0-9]{5}$, not "123"
 * ```
 */
export function schemaValidator(schema: unknown, options: SchemaValidatorOptions = {}): SchemaValidator {
  checkSchemaValidatorOptions(options, 'schemaValidator');
  const { maxWork, patterns = 'refuse' } = options;
  // What the caller does to its schema later changes nothing here.
  const own = isJsonObject(schema) ? copyOf(schema) : schema;
  const compiler = new Compiler(own, KEYWORDS, patterns === 'ignore');
  const root = compiler.node(own, '#');
  return {
    check(value) {
      const run =
        maxWork === undefined
          ? new Run(WORK, compiler.tracksSeen, () => WORK_OF_EACH_VALUE * valuesIn(value))
          : new Run(maxWork, compiler.tracksSeen);
      try {
        run.apply(root, value, null, run.fresh());
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        return [{ path: [], keyword: 'limit', message: `is ${error.message}` }];
      }
      return run.problems.map(({ at, keyword, message }) => ({
        path: pathOf(at),
        keyword,
        message: message(),
      }));
    },
  };
}

/** How many values a value holds, itself among them. */
function valuesIn(value: unknown): number {
  let count = 1;
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const inner of Array.isArray(next) ? next : Object.values(next as object)) {
      count += 1;
      if (typeof inner === 'object' && inner !== null) pending.push(inner);
    }
  }
  return count;
}

/** Longest JSON text of a schema, in characters. */
const MAX_TEXT = 5_000_000;

function copyOf(schema: object): unknown {
  let text: string;
  try {
    text = JSON.stringify(schema);
  } catch {
    throw invalidSchema('#', 'it is not JSON, or nested too deep');
  }
  if (text.length > MAX_TEXT) throw invalidSchema('#', `its JSON is longer than ${MAX_TEXT} characters`);
  return JSON.parse(text);
}
