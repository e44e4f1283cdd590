import { canonicalJson, type Json } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import type { Confidence, InputOutput, Score } from '../../training/index.js';
import { allPassed } from '../../training/internal.js';
import { choicesIn, type Expression, expressionName, expressionSize } from '../language/expression.js';
import type { ValueType } from '../language/value-type.js';
import { brittleness } from '../programs/brittleness.js';
import type { Program } from '../programs/program.js';
import { MOST_LUCK, type Solution } from '../solution.js';
import { onlyCounts } from './only-counts.js';
import { isTellingConstant } from './telling-constant.js';

/** A judgement with its grounds. */
export interface ConfidenceVerdict {
  readonly confidence: Confidence;
  readonly reasons: readonly string[];
}

/** Above this {@link Solution.luck} a fit is not held to be sure. */
const MOST_LUCK_WHEN_HIGH = 0.002;
/** The same for scripts that say true or false: of 142 up to 0.0005, 3 were wrong. */
const MOST_LUCK_OF_ONE_BIT_WHEN_HIGH = 1e-4;
/** The same for programs that are {@link LONG}, and for those that {@link ENOUGH_TIPPED} examples tipped. */
const MOST_LUCK_IN_DOUBT = 2e-5;
/** The same as {@link MOST_LUCK}, for scripts that say true or false: above it, one of six was wrong. */
const MOST_LUCK_OF_ONE_BIT = 0.03;
/** Luck up to which a fit with a chosen constant that says true or false is believed. */
const MOST_LUCK_WITH_CHOICES = 0.02;
/** Cost from which on a program is long for what little its examples say. */
const LONG = 10;
/** Cost from which on not all programs were tried, whatever the budget, so that the likelier ones may be among the others. */
const TOO_LONG = 26;
/** The same for chains of steps on lists, of which the evaluations are spent at about this cost. */
const TOO_LONG_A_CHAIN = 16;
/** The same for texts put together from pieces: of those above it, one in seven was wrong, of those below none in 70. */
const TOO_MANY_PIECES = 16;
/** Examples of which none is held out, and of which one alone is a third of what is known. */
const FEW_EXAMPLES = 3;
/** Luck up to which numbers that are computed and written into a text are believed from {@link FEW_EXAMPLES}. */
const MOST_LUCK_OF_WRITTEN_NUMBERS = 1e-4;
/**
 * Examples without each of which another program would have been found: of numbers and lists so found, two in three were wrong, of
 * grids one in two.
 */
const ENOUGH_TIPPED = 2;
/** The same for texts put together from pieces, that is, parts of the outputs that happen to stand at some place of the inputs. */
const ENOUGH_TIPPED_A_TEXT = 3;
/** Examples from which on it may be a rule to leave every input as it is: of ten such rules for lists from ten examples, all were right. */
const ENOUGH_TO_DO_NOTHING = { lists: 10, others: 20 } as const;
/** Above this {@link Solution.rivalry} a fit is a guess among several: one that costs one more is half as likely. */
const MOST_RIVALRY = 0.3;
/** Above it, a fit is not held to be sure. */
const MOST_RIVALRY_WHEN_HIGH = 0.2;
/** Operators from which on a sum of two things that are both computed from lists is far-fetched, and the luck up to which it may be. */
const FAR_FETCHED_SUM = 6;
const MOST_LUCK_OF_SUMS = 1e-12;
/** Cells of grids that a table of colours rests on when two examples are enough for it. */
const MANY_CELLS = 16;

/**
 * How far a fit may be trusted on new inputs. It starts high; each ground to doubt lowers it: no or few held-out
 * examples, few training examples, an engine that over-fits easily, branches resting on few examples, literal text,
 * and fits that held-out examples contradicted before this one held. Too little evidence against luck is none where the
 * program says true or false by a constant that was chosen to fit, and where two examples tipped the scales among programs for
 * numbers and lists: most such fits were wrong. The bars were set where they part right fits from wrong ones on 1,300 tasks.
 *
 * @param examples - all of them: whether one output for all, or each input as it is, is a rule depends on them
 */
export function judgeConfidence(
  solution: Solution,
  train: Score,
  holdout: Score,
  examples: readonly InputOutput[] = [],
): ConfidenceVerdict {
  const reasons: string[] = [`found by ${solution.engine}`];
  let level = 2;
  const limit = (highest: number, reason: string): void => {
    if (highest < 2) reasons.push(reason);
    level = Math.min(level, highest);
  };
  if (!allPassed(train))
    limit(0, `fails ${train.total - train.passed} of ${counted(train.total, 'training example')}`);
  if (!allPassed(holdout)) {
    limit(0, `fails ${holdout.total - holdout.passed} of ${counted(holdout.total, 'held-out example')}`);
  }
  if (holdout.total > 0 && allPassed(holdout)) {
    const { total } = holdout;
    reasons.push(total === 1 ? 'the held-out example agrees' : `all ${total} held-out examples agree`);
  }
  const isRisky = solution.engine === 'tree' || solution.engine === 'constant';
  const isText = typeOf(solution) === 'text';
  const isOneBit = typeOf(solution) === 'boolean';
  const isOfFew = train.total <= FEW_EXAMPLES && holdout.total === 0;
  const isPlain = solution.engine === 'enumeration' || solution.engine === 'loop';
  if (train.total < 2) limit(0, 'a single training example fits too many programs');
  else if (train.total < 3 && !isPlain && solution.support < MANY_CELLS) {
    limit(0, 'two training examples are too few for this kind of program');
  }
  if (holdout.total === 0) limit(isRisky ? 0 : 1, 'no example was held out');
  else if (holdout.total === 1) limit(1, 'a single example was held out');
  if (solution.program.kind === 'constant') {
    const inputs = examples.map(({ input }) => input);
    limit(isTellingConstant(solution.program.value, inputs) ? 1 : 0, 'every example has the same output');
  }
  if (examples.length > 0 && examples.every(({ input, output }) => isSame(input, output))) {
    const enough =
      ENOUGH_TO_DO_NOTHING[examples.every(({ output }) => Array.isArray(output)) ? 'lists' : 'others'];
    limit(examples.length < enough ? 0 : 1, 'every output is its input');
  }
  if (onlyCounts(solution.program, examples))
    limit(1, 'only how many items there are decides, not what they are');
  if (solution.support < 3 && isRisky) {
    const isPlainText = solution.luck <= MOST_LUCK_WHEN_HIGH && givesText(solution.program);
    const isEvidence = holdout.total >= (isPlainText ? 2 : 3);
    limit(isEvidence ? 1 : 0, `a branch rests on ${counted(solution.support, 'example')}`);
  }
  if (solution.literalCharacters > 8 && holdout.total < 2) {
    limit(1, `${solution.literalCharacters} characters of the output are literal`);
  }
  const { rivalry } = solution;
  const mostLuck = isOneBit ? MOST_LUCK_OF_ONE_BIT : MOST_LUCK;
  if (solution.luck > mostLuck) {
    limit(
      0,
      `as many examples fit about ${counted(shownNumber(solution.luck), 'program')} of this size by luck`,
    );
  }
  const sure = isOneBit ? MOST_LUCK_OF_ONE_BIT_WHEN_HIGH : MOST_LUCK_WHEN_HIGH;
  const surely = costOf(solution) >= LONG ? MOST_LUCK_IN_DOUBT : sure;
  if (solution.luck > surely && solution.luck <= mostLuck) {
    limit(
      solution.luck > MOST_LUCK_WHEN_HIGH && isFlimsy(solution) ? 0 : 1,
      'the examples are only just enough to tell it from luck',
    );
  }
  if (solution.luck > MOST_LUCK_OF_SUMS && isFarFetchedSum(solution)) {
    limit(0, 'sums of two things that are computed from lists nearly always fit some way');
  }
  if (solution.program.kind === 'cells' && solution.missed > train.total / 2) {
    limit(0, 'most examples have rules of their own, which no other one confirms');
  } else if (solution.missed > 0) {
    const isTipped =
      rivalry === undefined &&
      solution.missed >= ENOUGH_TIPPED &&
      (givesGrid(solution) || (costOf(solution) > 0 && solution.luck > MOST_LUCK_IN_DOUBT));
    // Of texts put together from three examples, where two would have told something else, half are wrong.
    const isPutTogether =
      isText && solution.engine === 'assembly' && (isOfFew || solution.missed >= ENOUGH_TIPPED_A_TEXT);
    limit(
      (isTipped && holdout.total < 2) || isPutTogether ? 0 : 1,
      `without ${solution.missed} of the examples another program would have been found`,
    );
  }
  if (solution.program.kind === 'joined' && isOfFew && solution.luck > MOST_LUCK_OF_WRITTEN_NUMBERS) {
    limit(0, 'three examples seldom tell how the numbers in a text are computed');
  }
  if (solution.doubt !== undefined) limit(solution.doubt.isGuess ? 0 : 1, solution.doubt.reason);
  // Only chains are weighed against each other.
  const tooLong = rivalry === undefined ? TOO_LONG : TOO_LONG_A_CHAIN;
  if (costOf(solution) >= tooLong) limit(1, 'not all programs as long as this one were tried');
  if (isText && solution.engine === 'assembly' && lengthOf(solution) >= TOO_MANY_PIECES) {
    limit(1, 'texts put together from so many pieces often fit some other way');
  }
  if (isText && isBrittle(solution))
    limit(1, 'it cuts fields at a fixed place, which may be longer elsewhere');
  if (solution.engine === 'tree') limit(1, 'another condition may tell the kinds of inputs apart as well');
  if (repeatsItems(solution.program)) limit(1, 'two items of the output are found by the same rule');
  if (holdsTable(solution.program)) limit(1, 'it looks up what the examples hold, and knows nothing else');
  if (rivalry !== undefined && rivalry > MOST_RIVALRY_WHEN_HIGH) {
    limit(
      rivalry > MOST_RIVALRY ? 0 : 1,
      'programs about as plain fit as well and say something else on inputs near the examples',
    );
  }
  if (solution.contradicted > 0) {
    limit(
      solution.contradicted > 4 * holdout.total && (isText || hasChoices(solution)) ? 0 : 1,
      `${counted(solution.contradicted, 'other program')} fitted the training examples and not the held-out ones`,
    );
  }
  return { confidence: level === 2 ? 'high' : level === 1 ? 'medium' : 'low', reasons };
}

/** Whether an expression has cuts that would do something else on texts a little longer. */
function isBrittle({ program }: Solution): boolean {
  return program.kind === 'expression' && brittleness(program.expression) >= 1;
}

/** Whether what there is to be said against a fit is too much when the examples are only just enough. */
function isFlimsy(solution: Solution): boolean {
  const { program, missed, luck } = solution;
  if (program.kind === 'if' || program.kind === 'map') return !givesText(program);
  if (typeOf(solution) !== 'boolean' || !hasChoices(solution)) return false;
  return missed > 0 || luck > MOST_LUCK_WITH_CHOICES;
}

/** Of an expression that is neither text nor one bit; 0 of anything else, where costs don't compare. */
function costOf(solution: Solution): number {
  return ['text', 'boolean'].includes(typeOf(solution) ?? '') ? 0 : lengthOf(solution);
}

function lengthOf({ program }: Solution): number {
  return program.kind === 'expression' ? program.expression.cost : 0;
}

/** Whether a row's items are computed one by one, and two of them alike: more likely one rule gives the whole row. */
function repeatsItems(program: Program): boolean {
  if (program.kind !== 'list') return false;
  const rules = program.items.flatMap((item) =>
    item.kind === 'expression' ? [expressionName(item.expression)] : [],
  );
  return new Set(rules).size < rules.length;
}

/** Whether it adds or subtracts two things that are computed from lists, neither at a glance. */
function isFarFetchedSum({ program }: Solution): boolean {
  if (program.kind !== 'expression' || !/^(add|subtract)\(/.test(program.expression.operator.name))
    return false;
  const { args } = program.expression;
  const size = args.reduce((sum, argument) => sum + expressionSize(argument), 0);
  if (args.length < 2 || !args.every(readsList) || size < FAR_FETCHED_SUM) return false;
  // Two things of one list, as its first and its last item are, are near at hand.
  const [left, right] = args.map(listNames);
  return left !== right;
}

/** What a thing of a list is computed from. */
function listNames({ args }: Expression): string {
  return args.map(expressionName).join(', ');
}

function readsList({ operator, args }: Expression): boolean {
  return operator.holes.includes('integers') || operator.holes.includes('numbers') || args.some(readsList);
}

/** Whether the program has a table of texts anywhere. */
function holdsTable(program: Program): boolean {
  switch (program.kind) {
    case 'lookup':
      return true;
    case 'if':
      return holdsTable(program.whenTrue) || holdsTable(program.otherwise);
    case 'map':
      return holdsTable(program.body);
    case 'record':
      return program.fields.some(([, field]) => holdsTable(field));
    case 'joined':
      return program.parts.some(holdsTable);
    case 'list':
      return program.items.some(holdsTable);
    case 'written':
      return holdsTable(program.number);
    default:
      return false;
  }
}

function typeOf({ program }: Solution): ValueType | null {
  return program.kind === 'expression' ? program.expression.type : null;
}

function givesGrid(solution: Solution): boolean {
  return solution.program.kind === 'cells' || typeOf(solution) === 'grid';
}

/** Whether a fit owes something to a constant that could have been another. What is no expression, or one bit, is taken to. */
function hasChoices(solution: Solution): boolean {
  if (solution.program.kind !== 'expression' || typeOf(solution) === 'boolean') return true;
  return choicesIn(solution.program.expression) > 0;
}

/** Whether every branch gives text, which is seldom right by luck. */
export function givesText(program: Program): boolean {
  switch (program.kind) {
    case 'if':
      return givesText(program.whenTrue) && givesText(program.otherwise);
    case 'expression':
      return program.expression.type === 'text';
    case 'constant':
      return typeof program.value === 'string';
    case 'lookup':
      return program.table.every(([, value]) => typeof value === 'string');
    case 'map':
      return program.joiner !== null;
    default:
      return program.kind === 'joined' || program.kind === 'written';
  }
}

function isSame(left: Json, right: Json): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

function shownNumber(luck: number): number {
  return luck >= 1 ? Math.round(luck) : Number(luck.toPrecision(1));
}
