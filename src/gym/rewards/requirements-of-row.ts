import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { type Requirement, type StdioCase, StdioPass, TestsPass } from '../../requirements/index.js';
import type { EngineChoice } from '../../sandbox/index.js';
import { gymError } from '../error-codes.js';

/** How the code of every row is run. */
export interface RowRequirementsOptions {
  /** Default `auto`. */
  readonly engine?: EngineChoice;
  /** Seconds that each run may take. Default 5. */
  readonly timeoutSeconds?: number;
  /** Megabytes that each run may use. Default: as the requirements have it. */
  readonly memoryMegabytes?: number;
}

const checkOptions = defineOptions<RowRequirementsOptions>()('requirementsOfRow', {
  engine: option.oneOf(['monty', 'cpython', 'docker', 'auto']),
  timeoutSeconds: option.positive,
  memoryMegabytes: option.wholeNumber(1),
});

/**
 * What the code of a row has to meet, by the columns of the row: `tests`, Python with `assert`, or a list of such statements, for a
 * function; `cases`, a list of `{ stdin, stdout }` (or `{ input, output }`), for a program. A row with both has to meet both. For
 * {@link makeCodeRewardFn}.
 *
 * @example
 * ```ts needs=cpython
 * import { makeCodeRewardFn, requirementsOfRow } from 'mettle/gym';
 *
 * const reward = makeCodeRewardFn({ requirements: requirementsOfRow() });
 * const completions = ['~~~python\nprint(int(input()) + 1)\n~~~'];
 * console.log(await reward({ completions, cases: [[{ stdin: '1\n', stdout: '2\n' }]] })); // → [ 1 ]
 * ```
 * @throws {MettleError} `core/invalid_option`; the function, `gym/invalid_row`, and what the requirements throw for tests that can't be read.
 */
export function requirementsOfRow(
  options: RowRequirementsOptions = {},
): (row: JsonObject) => readonly Requirement[] {
  const { memoryMegabytes, ...rest } = checkOptions(options);
  const common = { ...rest, ...(memoryMegabytes === undefined ? {} : { policy: { memoryMegabytes } }) };
  return (row) => {
    const tests = testsIn(row.tests ?? null);
    const cases = casesIn(row.cases ?? null);
    if (tests === null && cases === null) {
      throw gymError(
        'invalid_row',
        'A row has neither tests nor cases: give Python with assert in a column tests, or a list of {stdin, stdout} in a column cases.',
      );
    }
    return [
      ...(tests === null ? [] : [TestsPass({ ...common, tests })]),
      ...(cases === null ? [] : [StdioPass({ ...common, cases })]),
    ];
  };
}

function testsIn(tests: Json): string | null {
  const lines = Array.isArray(tests) ? tests : [tests];
  if (tests === null || lines.length === 0) return null;
  if (lines.every((line) => typeof line === 'string')) return lines.join('\n');
  throw gymError('invalid_row', 'The tests of a row are Python, as one text or a list of texts.');
}

function casesIn(cases: Json): readonly StdioCase[] | null {
  if (cases === null) return null;
  const all = Array.isArray(cases) ? cases : [];
  const read = all.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { stdin = each.input, stdout = each.output } = each;
    return typeof stdin === 'string' && typeof stdout === 'string' ? [{ stdin, stdout }] : [];
  });
  if (read.length > 0 && read.length === all.length) return read;
  throw gymError(
    'invalid_row',
    'The cases of a row are a list of {"stdin": text, "stdout": text}, at least one.',
  );
}
