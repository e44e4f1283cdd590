import type { Json } from '../../core/index.js';
import type { InputOutput } from '../../training/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import type { SearchProblem } from '../problem.js';
import type { Program } from '../programs/program.js';
import { combineSolutions, holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';

/** Most numbers in one output. */
const MOST_NUMBERS = 3;
/** A number of a date or a version, `25.06.31`, has no fraction. */
const NUMBER = /(?<![\p{L}\p{N}])-?\d+(?:\.\d+(?!\.?\d))?|\d+(?:\.\d+(?!\.?\d))?/gu;

/** An output taken apart: the text around its numbers, and the numbers as they are written. */
interface Split {
  readonly literals: readonly string[];
  readonly numbers: readonly string[];
}

/**
 * Text outputs that are the same words around numbers that differ, `Total: 55 EUR`: each number is searched as a
 * number and written into the text.
 */
export function* searchNumbersInText(
  problem: SearchProblem,
  context: SolveContext,
  _enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  const splits = problem.train.map(({ output }) => splitNumbers(output));
  const first = splits[0];
  if (first === undefined || first === null || !haveOneSkeleton(splits)) return null;
  const count = first.numbers.length;
  if (count === 0 || count > MOST_NUMBERS || problem.depth > 1) return null;
  const parts: Program[] = [];
  const solutions: Solution[] = [];
  for (let index = 0; index < count; index++) {
    const width = commonWidth(splits, index);
    const digits = width === null ? commonFractionDigits(splits, index) : 0;
    if (digits === null) return null;
    const share = Math.floor((limit - context.meter.evaluations) / (count - index));
    const solution = yield* context.solvePart(numberProblem(problem, index), share);
    if (solution === null || solution.engine === 'constant') return null;
    solutions.push(solution);
    parts.push({ kind: 'constant', value: first.literals[index] ?? '' });
    parts.push({ kind: 'written', number: solution.program, digits, ...(width === null ? {} : { width }) });
  }
  parts.push({ kind: 'constant', value: first.literals[count] ?? '' });
  const program: Program = {
    kind: 'joined',
    parts: parts.filter((part) => part.kind !== 'constant' || part.value !== ''),
  };
  const combined = combineSolutions(program, solutions);
  return {
    ...combined,
    engine: combined.engine === 'enumeration' ? 'assembly' : combined.engine,
    literalCharacters: first.literals.join('').replace(/[^\p{L}\p{N}]/gu, '').length,
    holds: holdsOut(program, problem),
  };
}

function splitNumbers(output: Json): Split | null {
  if (typeof output !== 'string') return null;
  return { literals: output.split(NUMBER), numbers: output.match(NUMBER) ?? [] };
}

function haveOneSkeleton(splits: readonly (Split | null)[]): splits is readonly Split[] {
  const skeleton = splits[0]?.literals.join('\u0000');
  return splits.every((split) => split !== null && split.literals.join('\u0000') === skeleton);
}

/** Digits that a whole number always has, where some have zeros before them, `06`; null where it is written as it is. */
function commonWidth(splits: readonly (Split | null)[], index: number): number | null {
  const numbers = splits.map((split) => split?.numbers[index] ?? '');
  const [first = ''] = numbers;
  const isPadded = numbers.some((number) => /^0\d+$/.test(number));
  return isPadded && numbers.every((number) => /^\d+$/.test(number) && number.length === first.length)
    ? first.length
    : null;
}

/** Digits after the point that the number always has; null when they differ or leading zeros would be lost. */
function commonFractionDigits(splits: readonly (Split | null)[], index: number): number | null {
  const numbers = splits.map((split) => split?.numbers[index] ?? '');
  if (numbers.some((number) => /^-?0\d/.test(number))) return null;
  const digits = new Set(numbers.map((number) => number.split('.')[1]?.length ?? 0));
  const [only] = digits;
  return digits.size === 1 && only !== undefined ? only : null;
}

function numberProblem(problem: SearchProblem, index: number): SearchProblem {
  const toNumber = ({ input, output }: InputOutput): InputOutput[] => {
    const number = splitNumbers(output)?.numbers[index];
    return number === undefined ? [] : [{ input, output: Number(number) }];
  };
  return {
    variable: problem.variable,
    train: problem.train.flatMap(toNumber),
    holdout: problem.holdout.flatMap(toNumber),
    unlabelled: problem.unlabelled,
    depth: problem.depth + 1,
  };
}
