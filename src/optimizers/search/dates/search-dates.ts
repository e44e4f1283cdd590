import { literalPiece, sideBySide } from '../engines/assemble.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { applied, type Expression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { fits, type Program } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { paddingOf } from '../vocabulary/padded-parts.js';
import { type Piece, readingFormats, writtenPieces } from './date-formats.js';
import {
  CALENDAR_DAYS,
  calendarOperator,
  pieceOperator,
  readingAnyOperator,
  readingOperator,
  shiftingByOperator,
  shiftingOperator,
  writingOperator,
} from './date-operators.js';
import { daysOf, type Moment, readMoment, unpacked } from './date-text.js';
import { mixedFormats } from './mixed-formats.js';

/** Most training examples that are left out one by one. */
const MOST_LEFT_OUT = 10;

/**
 * Dates and times that are written in another way: read by `strptime` and written by `strftime`. Whether numbers below ten have
 * a zero before them is decided by the examples, or by custom where none has such a number.
 */
export function* searchDates(
  problem: SearchProblem,
  context: SolveContext,
  _enumerator: Enumerator,
): Search<Solution | null> {
  context.meter.spend(1);
  const found = variants(problem, problem.train);
  if (found === null) return null;
  const holding = found.programs.filter((program) => holdsOut(program, problem));
  const program = holding[0] ?? found.programs[0];
  if (program === undefined || !fits(program, problem.train)) return null;
  context.onRivals(found.programs);
  return {
    program,
    engine: 'enumeration',
    literalCharacters: 0,
    support: problem.train.length,
    contradicted: holding.length > 0 && program !== found.programs[0] ? 1 : 0,
    holds: holding.length > 0,
    luck: 0,
    missed: missedOf(problem),
    ...(holding.length > 1
      ? {
          doubt: {
            reason: 'no example has a number below ten, which could have a zero before it',
            isGuess: found.isGuess,
          },
        }
      : {}),
  };
}

interface Variants {
  /** The likeliest first. */
  readonly programs: readonly Program[];
  /** Whether custom doesn't tell which is the likeliest. */
  readonly isGuess: boolean;
}

/** The programs that write one date of the input as the examples have it; null unless one date can be read in one way. */
function variants(problem: SearchProblem, examples: SearchProblem['train']): Variants | null {
  const outputs = textsOf(examples.map(({ output }) => output));
  if (outputs === null) return null;
  let found: Variants | null = null;
  for (const leaf of problem.vocabulary?.leaves ?? []) {
    if (leaf.result !== 'text' || !leaf.readsInput) continue;
    const texts = textsOf(examples.map(({ input }) => leaf.leaf?.(input)));
    if (texts === null) continue;
    // Inputs whose outputs are not known may have forms of their own.
    const others = [...problem.holdout.map(({ input }) => input), ...problem.unlabelled].flatMap((input) => {
      const text = leaf.leaf?.(input);
      return typeof text === 'string' ? [text] : [];
    });
    const mixed = mixedFormats([...texts, ...others]).map(readingAnyOperator);
    if (mixed.length === 0 && texts.every((text, index) => text.includes(outputs[index] ?? ''))) continue;
    // Numbers that only get their zeros may be no dates: two digits are a year here and a version there.
    if (paddingOf(texts, outputs) !== null && !texts.some((text) => /[0-9]{4}/.test(text))) continue;
    const column: Expression = {
      operator: leaf,
      args: [],
      type: 'text',
      cost: leaf.cost,
      readsInput: true,
      values: texts,
    };
    for (const reader of mixed.length > 0 ? mixed : readingFormats(texts).map(readingOperator)) {
      const date = applied(reader, [column]);
      const one = rewritten(date, outputs) ?? shiftedByColumn(problem, examples, date, outputs);
      if (one === null) continue;
      if (found !== null) return null;
      found = one;
    }
  }
  return found;
}

/** The programs that write dates as the outputs are: the same dates, those so many days later, or what a calendar makes of them. */
function rewritten(date: Expression, outputs: readonly string[]): Variants | null {
  const moments = momentsOf(date);
  if (moments.length < outputs.length) return null;
  const ways = writtenPieces(outputs, moments);
  const isFixed = ways?.some((some) =>
    some.every((piece) => piece.kind === 'literal' && /[0-9]/.test(piece.text)),
  );
  if (ways !== null && isFixed !== true) return programsOf(date, ways);
  for (const day of CALENDAR_DAYS) {
    const moved = applied(calendarOperator(day), [date]);
    const movedWays = writtenPieces(outputs, momentsOf(moved));
    if (movedWays !== null) return programsOf(moved, movedWays);
  }
  if (ways !== null) return programsOf(date, ways);
  const shift = shiftOf(moments, outputs);
  if (shift === null) return null;
  const later = applied(shiftingOperator(shift), [date]);
  const laterWays = writtenPieces(outputs, momentsOf(later));
  return laterWays === null ? null : programsOf(later, laterWays);
}

/** The programs that write dates as many days later as another column says. */
function shiftedByColumn(
  problem: SearchProblem,
  examples: SearchProblem['train'],
  date: Expression,
  outputs: readonly string[],
): Variants | null {
  if (momentsOf(date).length < outputs.length) return null;
  for (const leaf of problem.vocabulary?.leaves ?? []) {
    if (leaf.result !== 'integer' || !leaf.readsInput || leaf.cost > 2) continue;
    const days = examples.map(({ input }) => leaf.leaf?.(input));
    if (!days.every((one) => typeof one === 'number')) continue;
    const column: Expression = {
      operator: leaf,
      args: [],
      type: 'integer',
      cost: leaf.cost,
      readsInput: true,
      values: days,
    };
    const later = applied(shiftingByOperator(), [date, column]);
    const moments = momentsOf(later);
    const ways = moments.length < outputs.length ? null : writtenPieces(outputs, moments);
    if (ways !== null) return programsOf(later, ways);
  }
  return null;
}

function momentsOf({ values }: Expression): readonly Moment[] {
  return values.flatMap((value) => (typeof value === 'string' ? (unpacked(value) ?? []) : []));
}

/** By how many whole days the dates of the outputs are later, or earlier; null where that differs, or they are none. */
function shiftOf(moments: readonly Moment[], outputs: readonly string[]): number | null {
  const shifts = readingFormats(outputs).flatMap((format) => {
    const days = outputs.map((output, index) => {
      const [from, to] = [moments[index], readMoment(output, format)];
      return from === undefined || to === undefined
        ? null
        : Math.floor(daysOf(to)) - Math.floor(daysOf(from));
    });
    const [first] = days;
    return days.every((one) => one === first) ? (first ?? []) : [];
  });
  const [shift] = shifts;
  return shift === undefined || shift === 0 || shifts.length > 1 ? null : shift;
}

/** The values, if all are texts and none is empty. */
function textsOf(values: readonly unknown[]): readonly string[] | null {
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as readonly string[];
  return texts.length === values.length && texts.length > 1 ? texts : null;
}

function programsOf(date: Expression, ways: readonly (readonly Piece[])[]): Variants | null {
  const isOpen = (some: readonly Piece[]): boolean => zeroed(some) !== undefined && plain(some) !== undefined;
  const custom = customOf(ways);
  const { withZeros } = custom;
  const chosen = piecesOf(ways, withZeros);
  const fields = chosen.filter(({ kind }) => kind !== 'literal');
  const hasName = chosen.some((piece) => piece.kind === 'directive' && /%[BbAap]/.test(piece.format));
  if (fields.length < 2 && !hasName && !/(?:%.){2}/.test(formatOf(chosen) ?? '')) return null;
  const all = ways.some(isOpen) ? [chosen, piecesOf(ways, !withZeros)] : [chosen];
  return {
    programs: all.map((pieces) => ({ kind: 'expression', expression: writtenBy(pieces, date) })),
    isGuess: custom.isGuess,
  };
}

const zeroed = (ways: readonly Piece[]): Piece | undefined => ways.find(({ kind }) => kind === 'directive');
const plain = (ways: readonly Piece[]): Piece | undefined => ways.find(({ kind }) => kind === 'plain');

/** One way for each part; no directive twice, where there is another. Beside the number of a week, the year is that of the week. */
function piecesOf(ways: readonly (readonly Piece[])[], withZeros: boolean): readonly Piece[] {
  const used = new Set<string>();
  const isWeek = ways.some((some) => some[0]?.kind === 'directive' && some[0].format === '%V');
  return ways.map((every) => {
    const isOfWeek = (piece: Piece): boolean => piece.kind === 'directive' && piece.format === '%G';
    const some = isWeek && every.some(isOfWeek) ? every.filter(isOfWeek) : every;
    const zeros = some.filter(({ kind }) => kind === 'directive');
    const plains = some.filter(({ kind }) => kind === 'plain');
    const ordered = withZeros ? [...zeros, ...plains, ...some] : [...plains, ...zeros, ...some];
    const piece = ordered.find((one) => !used.has(JSON.stringify(one))) ?? ordered[0];
    if (piece === undefined) throw new RangeError('Each part of the outputs can be written.');
    if (piece.kind !== 'literal') used.add(JSON.stringify(piece));
    return piece;
  });
}

/**
 * Whether numbers have zeros before them: as others of the same output; none beside the name of a month, as in *March 7, 2024*, but in
 * *07-Mar-2024*; else zeros, as with dots, hyphens and years first. With slashes there is no custom.
 */
function customOf(ways: readonly (readonly Piece[])[]): {
  readonly withZeros: boolean;
  readonly isGuess: boolean;
} {
  const settled = ways.filter((some) => (zeroed(some) === undefined) !== (plain(some) === undefined));
  if (settled.some((some) => plain(some) !== undefined)) return { withZeros: false, isGuess: false };
  const isNumber = (piece: Piece | undefined): boolean =>
    piece?.kind === 'directive' && /%[dmH]/.test(piece.format);
  if (settled.some((some) => isNumber(zeroed(some)))) return { withZeros: true, isGuess: false };
  const marks = ways.flatMap(([piece]) => (piece?.kind === 'literal' ? [piece.text] : [])).join('');
  const hasName = ways.some(([piece]) => piece?.kind === 'directive' && /%[Bb]/.test(piece.format));
  if (hasName) return { withZeros: !marks.includes(' '), isGuess: false };
  return { withZeros: true, isGuess: marks.includes('/') };
}

/** The pieces as one format, where `strftime` can write them all. */
function formatOf(pieces: readonly Piece[]): string | null {
  const parts = pieces.map((piece) =>
    piece.kind === 'plain' ? null : piece.kind === 'literal' ? piece.text : piece.format,
  );
  return parts.includes(null) ? null : parts.join('');
}

function writtenBy(pieces: readonly Piece[], date: Expression): Expression {
  const format = formatOf(pieces);
  if (format !== null) return applied(writingOperator(format, false), [date]);
  return sideBySide(
    pieces.map((piece) =>
      piece.kind === 'literal'
        ? literalPiece(piece.text, date.values.length)
        : applied(pieceOperator(piece), [date]),
    ),
  );
}

/** Training examples that the others don't tell. */
function missedOf(problem: SearchProblem): number {
  const { train } = problem;
  if (train.length > MOST_LEFT_OUT || train.length < 3) return 0;
  return train.filter((left) => {
    const [program] =
      variants(
        problem,
        train.filter((example) => example !== left),
      )?.programs ?? [];
    return program === undefined || !fits(program, [left]);
  }).length;
}
