import { canonicalJson, type Json } from '../core/index.js';
import type { Expression } from './language/expression.js';
import type { SearchProblem } from './problem.js';
import { brittleness, spareLiterals } from './programs/brittleness.js';
import { evaluateProgram, fits, type Program, programSize } from './programs/program.js';

/**
 * Which engine proposed a program, the most trustworthy first: `enumeration` one expression · `loop` an expression
 * for every item of a list · `assembly` pieces side by side, or grids over each other · `lookup` a table · `tree` conditionals ·
 * `constant` always the same.
 */
export const ENGINES = ['enumeration', 'loop', 'assembly', 'lookup', 'tree', 'constant'] as const;

/** One of {@link ENGINES}. */
export type SearchEngine = (typeof ENGINES)[number];

/** A program that does what every training example says. */
export interface Solution {
  readonly program: Program;
  readonly engine: SearchEngine;
  /** Letters and digits of the output that are literal in the program: each may be a coincidence. */
  readonly literalCharacters: number;
  /** Fewest training examples, or cells of grids, that any branch of the program rests on. */
  readonly support: number;
  /** Fitting programs that were passed over because held-out examples contradict them. */
  readonly contradicted: number;
  /** Whether every held-out example agrees; true when there is none. */
  readonly holds: boolean;
  /** How many programs as cheap as this one are expected to fit the examples by luck alone: little below 1 is evidence. */
  readonly luck: number;
  /** Examples that the search would have got wrong, had it not seen them: a cheaper program fits all the others. */
  readonly missed: number;
  /** What no example tells, and custom decided. Default: nothing. */
  readonly doubt?: Doubt;
  /** How likely something else is that fits about as plainly, as far as it shows on inputs near the examples. Default 0. */
  readonly rivalry?: number;
}

/** Something in a program that could be otherwise for all that the examples say. */
interface Doubt {
  readonly reason: string;
  /** Whether custom says nothing either, so that it's no more than a guess. */
  readonly isGuess: boolean;
}

/** Above this {@link Solution.luck} a fit is no evidence. */
export const MOST_LUCK = 0.1;

/** The less trustworthy of engines. */
function weakestEngine(engines: readonly SearchEngine[]): SearchEngine {
  const rank = Math.max(0, ...engines.map((engine) => ENGINES.indexOf(engine)));
  return ENGINES[rank] ?? 'constant';
}

/** A solution made from solutions of the problem's parts. */
export function combineSolutions(program: Program, parts: readonly Solution[]): Solution {
  const doubts = parts.flatMap(({ doubt }) => doubt ?? []);
  const doubt = doubts.find(({ isGuess }) => isGuess) ?? doubts[0];
  return {
    program,
    engine: weakestEngine(parts.map((part) => part.engine)),
    literalCharacters: parts.reduce((sum, part) => sum + part.literalCharacters, 0),
    support: Math.min(...parts.map((part) => part.support)),
    contradicted: Math.max(...parts.map((part) => part.contradicted)),
    holds: parts.every((part) => part.holds),
    luck: parts.reduce((sum, part) => sum + part.luck, 0),
    missed: Math.max(...parts.map((part) => part.missed)),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** Whether the program agrees with every held-out example of the problem. */
export function holdsOut(program: Program, problem: SearchProblem): boolean {
  return fits(program, problem.holdout);
}

/**
 * Of candidates that fit equally, the one to believe: it says the same on unlabelled inputs as most of the others,
 * then is the least brittle, then has the least literal text, then is the smallest. Candidates come cheapest first,
 * which decides ties.
 */
export function mostCredible(
  candidates: readonly Expression[],
  unlabelled: readonly Json[],
): Expression | undefined {
  const rows = candidates.map((candidate) => {
    const program: Program = { kind: 'expression', expression: candidate };
    const behaviour = canonicalJson(unlabelled.map((input) => evaluateProgram(program, input) ?? null));
    return {
      candidate,
      behaviour,
      brittle: brittleness(candidate),
      literals: literalsOf(candidate),
      size: programSize(program),
    };
  });
  const votes = new Map<string, number>();
  for (const { behaviour } of rows) votes.set(behaviour, (votes.get(behaviour) ?? 0) + 1);
  const [best] = rows.sort(
    (left, right) =>
      (votes.get(right.behaviour) ?? 0) - (votes.get(left.behaviour) ?? 0) ||
      left.brittle - right.brittle ||
      left.literals - right.literals ||
      left.size - right.size,
  );
  return best?.candidate;
}

/** Of candidates that do the same on every input seen, the first unless another is less brittle or has shorter separators. */
export function plainest(first: Expression, others: readonly Expression[]): Expression {
  const rows = [first, ...others].map((candidate) => ({
    candidate,
    brittle: brittleness(candidate),
    spare: spareLiterals(candidate),
  }));
  const [best] = rows.sort((left, right) => left.brittle - right.brittle || left.spare - right.spare);
  return best?.candidate ?? first;
}

function literalsOf(expression: Expression): number {
  return expression.args.reduce((sum, argument) => sum + literalsOf(argument), expression.operator.literals);
}
