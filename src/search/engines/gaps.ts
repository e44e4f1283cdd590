import { canonicalJson, isJsonObject, type Json } from '../../core/index.js';
import type { InputOutput } from '../../training/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { type Expression, leafExpression } from '../language/expression.js';
import { leafOperator } from '../language/operator.js';
import { BINDING, pythonLiteral, pythonString } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';
import { combineSolutions, holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';

/** What people put where they have nothing to put. */
const GAPS: readonly (string | null)[] = [null, '', '-', 'N/A', 'n/a', 'NA', 'null'];
/** Fewest examples without a gap, and with one where the other columns may matter. */
const FEWEST_FILLED = 3;
const FEWEST_GAPS = 2;
/** Most columns that are looked at. */
const MOST_COLUMNS = 6;

/** The input, or a column of it. */
interface Column {
  readonly python: string;
  readonly read: (input: Json) => Json | undefined;
}

/**
 * Inputs of which some are empty, or say that they are: one output for all of these, and the others searched for alone. In
 * records, rows with a gap in a column have a rule of their own.
 */
export function* searchGaps(
  problem: SearchProblem,
  context: SolveContext,
  _enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  for (const column of columnsOf(problem)) {
    const isGap = ({ input }: InputOutput): boolean => GAPS.includes(column.read(input) as string | null);
    if (!problem.train.some(isGap)) continue;
    const empty = withExamples(problem, isGap);
    const filled = withExamples(problem, (example) => !isGap(example));
    const gap = gapSide(empty, column);
    if (filled.train.length < FEWEST_FILLED || gap === 'unknown') continue;
    const rest = yield* context.solvePart(filled, limit - context.meter.evaluations);
    if (rest?.holds !== true || rest.engine === 'constant') continue;
    const own = gap ?? (yield* context.solvePart(empty, limit - context.meter.evaluations));
    if (own === null) continue;
    const program = {
      kind: 'if',
      test: testOf(column),
      whenTrue: own.program,
      otherwise: rest.program,
    } as const;
    const both = gap === null ? combineSolutions(program, [own, rest]) : { ...rest, program };
    return { ...both, holds: holdsOut(program, problem) };
  }
  return null;
}

/** What an empty input gives: null where that is to be searched for, as other columns have it; unknown where too little tells it. */
function gapSide(empty: SearchProblem, { python }: Column): Solution | null | 'unknown' {
  const [first, ...others] = empty.train.map(({ output }) => output);
  const isSame = others.every((output) => canonicalJson(output) === canonicalJson(first ?? null));
  const isWhole = python === empty.variable;
  const isNothing = first === null || first === '';
  if (first === undefined || (isWhole && !isSame)) return 'unknown';
  if (isSame && (isWhole || isNothing || others.length + 1 > FEWEST_GAPS)) {
    return {
      program: { kind: 'constant', value: first },
      engine: 'constant',
      literalCharacters: 0,
      support: empty.train.length,
      contradicted: 0,
      holds: true,
      luck: 0,
      missed: 0,
    };
  }
  return others.length + 1 < FEWEST_GAPS ? 'unknown' : null;
}

function columnsOf({ train, variable }: SearchProblem): readonly Column[] {
  const inputs = train.map(({ input }) => input);
  if (!inputs.every(isJsonObject)) return [{ python: variable, read: (input) => input }];
  return Object.keys(inputs[0] ?? {})
    .filter((key) => inputs.every((input) => Object.hasOwn(input, key)))
    .slice(0, MOST_COLUMNS)
    .map((key) => ({
      python: `${variable}[${pythonString(key)}]`,
      read: (input) => (isJsonObject(input) ? input[key] : undefined),
    }));
}

function withExamples(
  { vocabulary: _ofAll, ...problem }: SearchProblem,
  isOne: (example: InputOutput) => boolean,
): SearchProblem {
  return {
    ...problem,
    train: problem.train.filter(isOne),
    holdout: problem.holdout.filter(isOne),
    unlabelled: problem.unlabelled.filter((input) => isOne({ input, output: null })),
    depth: problem.depth + 1,
  };
}

function testOf({ python, read }: Column): Expression {
  const text = `${python} in (${GAPS.map((gap) => pythonLiteral(gap).text).join(', ')})`;
  return leafExpression(
    leafOperator({
      python: text,
      result: 'boolean',
      cost: 1,
      read: (input) => {
        const value = read(input as Json);
        return value === undefined ? undefined : GAPS.includes(value as string | null);
      },
      render: () => ({ text, binding: BINDING.comparison }),
    }),
    [],
  );
}
