import { literalPiece, sideBySide } from '../engines/assemble.js';
import { missedExamples } from '../evidence/missed-examples.js';
import type { Expression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { fits, type Program, programOf } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { type Candidate, candidatesOfParts, type Skeleton, skeletonOf } from './candidates.js';
import { CLOCK } from './clock-notation.js';
import { numberSources, rangesOfNumbers, roundedNumbers } from './rounded-numbers.js';
import { rangesOfTimes, roundedTimes, timeSources } from './rounded-times.js';

/** Fewest examples that tell a step. */
const FEWEST_EXAMPLES = 3;
/** Most numbers or times that differ in the outputs. */
const MOST_PLACES = 4;
/** Share of what is left, below which a rule is a guess, and from which on it is the only one. */
const SHARE_OF_GUESSES = 0.6;
const SHARE_OF_ALL = 0.99;
const NUMBER =
  /(?<![\p{L}\p{N}])-?[0-9]+(?:,[0-9]{3}(?![0-9]))*(?:\.[0-9]+)?|[0-9]+(?:,[0-9]{3}(?![0-9]))*(?:\.[0-9]+)?/gu;

/**
 * Numbers and times of day that are rounded to a multiple of a step, and ranges that they are in. Steps, offsets and ways of rounding
 * are read from the examples: what several of them fit equally well is decided by how common they are.
 */
export function* searchRoundings(problem: SearchProblem, context: SolveContext): Search<Solution | null> {
  context.meter.spend(1);
  if (problem.depth > 1) return null;
  const ways = roundings(problem, problem.train).filter(({ program }) => fits(program, problem.train));
  const [first] = ways;
  if (first === undefined) return null;
  context.onRivals(ways.map(({ program }) => program));
  const holding = ways.filter(({ program }) => holdsOut(program, problem));
  const [best = first] = holding;
  const share =
    best.weight / (holding.length > 0 ? holding : ways).reduce((sum, { weight }) => sum + weight, 0);
  return {
    program: best.program,
    engine: 'enumeration',
    literalCharacters: 0,
    support: problem.train.length,
    contradicted: holding.length > 0 && best !== first ? 1 : 0,
    holds: holding.length > 0,
    luck: 0,
    missed: missedExamples(problem, FEWEST_EXAMPLES, (examples) => roundings(problem, examples)[0]?.program),
    ...(share < SHARE_OF_ALL
      ? {
          doubt: {
            reason: 'another step or way of rounding fits the examples, too',
            isGuess: share < SHARE_OF_GUESSES,
          },
        }
      : {}),
  };
}

interface Way {
  readonly program: Program;
  readonly weight: number;
}

/** The ways to make the outputs, the most common first. */
function roundings(problem: SearchProblem, examples: SearchProblem['train']): readonly Way[] {
  const outputs = examples.map(({ output }) => output);
  if (examples.length < FEWEST_EXAMPLES) return [];
  if (outputs.every((output) => typeof output === 'number')) {
    const texts = outputs.map(String);
    return waysOf({ literals: ['', ''], places: [texts] }, numbersIn(problem, examples)).map(asNumber);
  }
  if (!outputs.every((output) => typeof output === 'string')) return [];
  const times = waysOf(skeletonOf(outputs, CLOCK), timesIn(problem, examples));
  return times.length > 0 ? times : waysOf(skeletonOf(outputs, NUMBER), numbersIn(problem, examples));
}

type Parts = (skeleton: Skeleton) => readonly (readonly Candidate[])[] | null;

function timesIn(problem: SearchProblem, examples: SearchProblem['train']): Parts {
  const sources = timeSources(problem, examples);
  return (skeleton) =>
    candidatesOfParts(skeleton, {
      range: (starts, ends) => sources.flatMap((source) => rangesOfTimes(source, starts, ends)),
      single: (times) => sources.flatMap((source) => roundedTimes(source, times)),
    });
}

function numbersIn(problem: SearchProblem, examples: SearchProblem['train']): Parts {
  const groups = numberSources(problem, examples);
  const ofFirst = (
    make: (source: (typeof groups)[number][number]) => readonly Candidate[],
  ): readonly Candidate[] =>
    groups.map((sources) => sources.flatMap(make)).find(({ length }) => length > 0) ?? [];
  return (skeleton) =>
    candidatesOfParts(skeleton, {
      range: (lows, highs) => ofFirst((source) => rangesOfNumbers(source, lows, highs)),
      single: (texts) => ofFirst((source) => roundedNumbers(source, texts)),
    });
}

/** The outputs by the likeliest candidates of all parts, and by each other one of one part. */
function waysOf(skeleton: Skeleton | null, partsOf: Parts): readonly Way[] {
  if (skeleton === null || skeleton.places.length > MOST_PLACES) return [];
  const parts = partsOf(skeleton)?.map((candidates) =>
    [...candidates].sort((left, right) => right.weight - left.weight),
  );
  if (parts === undefined) return [];
  const likeliest = parts.map(([first]) => first as Candidate);
  const others = parts.flatMap((candidates, place) =>
    candidates.slice(1).map((other) => likeliest.with(place, other)),
  );
  return [likeliest, ...others].map((chosen) => ({
    program: programOf(
      joined(
        skeleton,
        chosen.flatMap(({ pieces }) => pieces),
      ),
    ),
    weight: chosen.reduce((product, { weight }) => product * weight, 1),
  }));
}

function joined({ literals }: Skeleton, pieces: readonly Expression[]): Expression {
  const count = pieces[0]?.values.length ?? 0;
  return sideBySide(
    literals.flatMap((text, index) => {
      const piece = pieces[index];
      return [...(text === '' ? [] : [literalPiece(text, count)]), ...(piece === undefined ? [] : [piece])];
    }),
  );
}

/** The number that is written. */
function asNumber(way: Way): Way {
  const { program } = way;
  if (program.kind !== 'expression') return way;
  const [number] = program.expression.args;
  return number === undefined ? way : { ...way, program: programOf(number) };
}
