import type { Enumerator } from '../enumeration/enumerator.js';
import { missedExamples } from '../evidence/missed-examples.js';
import { applied, type Expression } from '../language/expression.js';
import { ANY_YEARS, readingFormats } from '../library/date-formats.js';
import type { SearchProblem } from '../problem.js';
import { fits } from '../programs/program.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';
import { paddingOf } from '../vocabulary/padded-parts.js';
import { type TextColumn, textColumns, textsOf } from '../vocabulary/text-columns.js';
import { ANY_CLOCK, clockOperator, TWELVE_HOUR_CLOCK } from './clock-operators.js';
import { readingAnyOperator, readingOperator } from './date-operators.js';
import { rewritten, rewrittenTime, shiftedByColumn, shiftedTime, type Variants } from './date-writings.js';
import { isOfMoreNotations, mixedFormats } from './mixed-formats.js';

/** Fewest examples that tell a format. */
const FEWEST_EXAMPLES = 2;

const LACKS_NOTATIONS = {
  reason:
    'the dates come in several notations, most of which one example shows: others are likely to be missing',
  isGuess: true,
};
const SEVERAL_NOTATIONS = {
  reason: 'the dates come in several notations, and there may be others that no example shows',
  isGuess: false,
};

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
    missed: missedExamples(problem, FEWEST_EXAMPLES, (examples) => variants(problem, examples)?.programs[0]),
    ...doubtOf(found, holding.length),
  };
}

/** @param holding - how many programs agree with the held-out examples */
function doubtOf({ notations, isGuess }: Rewriting, holding: number): Pick<Solution, 'doubt'> {
  if (notations === 'likely more') return { doubt: LACKS_NOTATIONS };
  if (holding > 1) {
    const reason = 'no example has a number below ten, which could have a zero before it';
    return { doubt: { reason, isGuess } };
  }
  return notations === 'several' ? { doubt: SEVERAL_NOTATIONS } : {};
}

/** Programs, and in how many notations the dates come: in several, others of which may or are likely to be missing. */
interface Rewriting extends Variants {
  readonly notations: 'one' | 'several' | 'likely more';
}

/** The programs that write one date or time of the input as the examples have it; null unless one can be read in one way. */
function variants(problem: SearchProblem, examples: SearchProblem['train']): Rewriting | null {
  const outputs = textsOf(examples.map(({ output }) => output));
  if (outputs === null) return null;
  const columns = textColumns(problem, examples);
  const task: Task = { problem, examples, outputs };
  for (const look of [wholeDates, times]) {
    const found = columns.flatMap((column) => look(column, task));
    if (found.length > 0) return onlyOne(found) ?? onlyOne(found.filter(({ isUsual }) => isUsual));
  }
  return null;
}

function onlyOne<T>([first, ...others]: readonly T[]): T | null {
  return first === undefined || others.length > 0 ? null : first;
}

interface Task {
  readonly problem: SearchProblem;
  readonly examples: SearchProblem['train'];
  readonly outputs: readonly string[];
}

function wholeDates({ expression, texts, others }: TextColumn, task: Task): Rewriting[] {
  const all = [...texts, ...others];
  const mixed = mixedFormats(all);
  if (mixed.length > 0) {
    const notations = isOfMoreNotations(all) ? 'likely more' : 'several';
    return writings(mixed, expression, task).map((one) => ({ ...one, notations }));
  }
  return datesOf(expression, texts, task);
}

function datesOf(expression: Expression, texts: readonly string[], task: Task): Rewriting[] {
  const { outputs } = task;
  if (texts.every((text, index) => isPartOf(text, outputs[index] ?? ''))) return [];
  // Numbers that only get their zeros may be no dates: two digits are a year here and a version there.
  if (paddingOf(texts, outputs) !== null && !texts.some((text) => /[0-9]{4}/.test(text))) return [];
  const formats = readingFormats(texts, ANY_YEARS).map((format) => [format]);
  return writings(formats, expression, task);
}

/** @param ways - the formats of each way to read the column */
function writings(ways: readonly (readonly string[])[], column: Expression, task: Task): Rewriting[] {
  return ways.flatMap((formats) => {
    const [format = '', ...others] = formats;
    const reader = others.length > 0 ? readingAnyOperator(formats) : readingOperator(format);
    const date = { date: applied(reader, [column]), formats };
    const one =
      rewritten(date, task.outputs) ?? shiftedByColumn(task.problem, task.examples, date, task.outputs);
    return one === null ? [] : [{ ...one, notations: 'one' }];
  });
}

const HALF_OF_DAY = /[0-9] ?[AP]M(?![A-Za-z])/i;

/**
 * Times of day whose clock has twelve hours on one side: there, what parts of the texts could make of the outputs is arithmetic by
 * luck.
 */
function times({ expression, texts }: TextColumn, { outputs }: Task): Rewriting[] {
  const isTwelve = (text: string): boolean => HALF_OF_DAY.test(text);
  const isFromTwelve = texts.every(isTwelve);
  const isRewritten = texts.some(isTwelve) || outputs.every(isTwelve);
  const isPart = texts.every((text, index) => isPartOf(text, outputs[index] ?? ''));
  const losesHalf =
    isFromTwelve && outputs.every((output) => /[0-9]:[0-9]/.test(output) && !isTwelve(output));
  if (isPart && !losesHalf) return [];
  const isWritten = isRewritten || outputs.every((output) => /^[0-9]{1,2}$/.test(output));
  const readings = [ANY_CLOCK, ...(isFromTwelve ? [TWELVE_HOUR_CLOCK] : [])];
  const reading = readings.find(({ pattern }) =>
    texts.every((text) => text.match(new RegExp(pattern, 'gi'))?.length === 1),
  );
  if (reading === undefined) return [];
  const time = applied(clockOperator(reading), [expression]);
  const found = (isWritten ? rewrittenTime(time, outputs) : null) ?? shiftedTime(time, reading, outputs);
  return found === null ? [] : [{ ...found, notations: 'one' }];
}

/** Whether an output is in a text as it is, and no run of digits or letters is cut for it. */
function isPartOf(text: string, output: string): boolean {
  for (let at = text.indexOf(output); at >= 0; at = text.indexOf(output, at + 1)) {
    const edges = [text.slice(at - 1, at + 1), text.slice(at + output.length - 1, at + output.length + 1)];
    if (!edges.some((edge) => /[0-9]{2}|\p{L}{2}/u.test(edge))) return true;
  }
  return false;
}
