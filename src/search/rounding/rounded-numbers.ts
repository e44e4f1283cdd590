import { applied, type Expression, leafExpression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { type Candidate, fitting, makes } from './candidates.js';
import {
  entry,
  fractionDigits,
  type NumberNotation,
  notationOf,
  scaled,
  written,
} from './number-notation.js';
import { adding, roundingNumber, roundingWhole, scaling } from './rounding-operators.js';
import { MODE_WEIGHTS, type StepRule, stepRules, type WeighedRule } from './step-rules.js';
import { inOtherUnit } from './unit-conversions.js';

/** Most digits after the point. */
const MOST_DIGITS = 9;
/** The largest step, as a power of ten. */
const LARGEST_POWER = 9;
/** Digits after the point that are left of a number in another unit, beyond which floats are noise. */
const DIGITS_OF_SCALED = 6;
/** How common steps are, by their first digits. */
const STEP_WEIGHTS = [
  [1, 1],
  [5, 0.35],
  [25, 0.12],
  [2, 0.06],
] as const;
/** Other whole steps. */
const OTHER_STEPS = [3, 4, 6, 12, 15, 30, 60] as const;
const WEIGHT_OF_OTHERS = 0.03;
/** How common a step is that is not as long as the range that is written. */
const WEIGHT_OF_OTHER_RANGES = 0.1;
/** What numbers are multiplied with to be in another unit: thousands, millions, percent. */
const POWERS_OF_UNITS = [2, 3, 6, 9, -2, -3, -6, -9] as const;
const PLAIN = /^-?[0-9]{1,12}(?:\.[0-9]{1,9})?$/;

/** Numbers of the input. */
export interface NumberSource {
  readonly number: Expression;
  readonly texts: readonly string[];
  /** Whether all are whole, also where no example tells. */
  readonly isWhole: boolean;
}

/** The numbers of the inputs: first those that fields are as a whole, then those in texts. */
export function numberSources(
  problem: SearchProblem,
  examples: SearchProblem['train'],
): readonly (readonly NumberSource[])[] {
  const whole: NumberSource[] = [];
  const parts: NumberSource[] = [];
  const parsed = new Set<string>();
  const others = [...problem.train, ...problem.holdout].map(({ input }) => input);
  for (const leaf of problem.vocabulary?.leaves ?? []) {
    if (!leaf.readsInput || !['text', 'integer', 'number'].includes(leaf.result)) continue;
    const values = examples.map(({ input }) => leaf.leaf?.(input));
    const texts = values.map(String);
    if (values.includes(undefined) || !texts.every((text) => PLAIN.test(text))) continue;
    const every = [...others, ...problem.unlabelled].map((input) => String(leaf.leaf?.(input)));
    const isWhole = every.every((text) => !PLAIN.test(text) || !text.includes('.'));
    const column = leafExpression(leaf, values as Expression['values']);
    if (leaf.result === 'text') {
      if (leaf.cost > 1) continue;
      parsed.add(leaf.name);
      whole.push({
        number: applied(entry(isWhole ? 'parse_integer' : 'parse_float'), [column]),
        texts,
        isWhole,
      });
    } else if (leaf.cost < 3) whole.push({ number: column, texts, isWhole: leaf.result === 'integer' });
    else if (![...parsed].some((name) => leaf.name.includes(`, ${name})`)))
      parts.push({ number: column, texts, isWhole: leaf.result === 'integer' });
  }
  return [whole, parts];
}

/** The ways to make numbers of others by rounding, or by writing them in another unit. */
export function roundedNumbers(source: NumberSource, outputs: readonly string[]): readonly Candidate[] {
  const notation = notationOf(outputs);
  if (notation === null) return [];
  if (areNumbers(source.texts, outputs)) {
    return fitting([{ pieces: [written(source.number, notation)], weight: 1, isPlain: true }], [outputs]);
  }
  const own = ofSteps(source, outputs, notation);
  if (own.length > 0 || isCut(source, outputs, notation)) return own;
  const shifted = inPowersOfTen(source, outputs, notation);
  return shifted.length > 0 ? shifted : inOtherUnit(source.number, outputs);
}

function ofSteps(
  source: NumberSource,
  outputs: readonly string[],
  notation: NumberNotation,
  isScaled = false,
): readonly Candidate[] {
  const units = inUnits(source.texts, outputs);
  if (units === null) return [];
  const [inputs, targets] = units.values;
  if (inputs === undefined || targets === undefined || isShift(inputs, targets)) return [];
  const rules = stepRules(inputs, targets, {
    weights: isScaled ? new Map([[10 ** (units.digits - notation.digits), 1]]) : stepWeights(units.digits),
    modes: MODE_WEIGHTS,
    hasOffset: false,
  });
  const one = 10 ** units.digits;
  const isPlain = isCut(source, outputs, notation) || isWrittenBy(source.number, outputs, notation);
  return fitting(
    rules.map((rule) => ({
      pieces: [
        written(rounded(source, rule, units.digits, 'rounded'), withDigits(notation, rule.step / one)),
      ],
      weight: rule.weight,
      isPlain,
    })),
    [outputs],
  );
}

/** The ways to write the range that a number is in, by its lower and its upper end. */
export function rangesOfNumbers(
  source: NumberSource,
  lows: readonly string[],
  highs: readonly string[],
): readonly Candidate[] {
  const [lowNotation, highNotation] = [notationOf(lows), notationOf(highs)];
  const units = inUnits(source.texts, lows, highs);
  if (lowNotation === null || highNotation === null || units === null) return [];
  const notation = notationOf([...lows, ...highs]);
  const [inputs = [], starts = [], ends = []] = units.values;
  const length = (ends[0] ?? 0) - (starts[0] ?? 0);
  if (length <= 0 || !ends.every((end, index) => end - (starts[index] ?? 0) === length)) return [];
  if (isShift(inputs, starts)) return [];
  const last = 10 ** (units.digits - Math.max(lowNotation.digits, highNotation.digits));
  const weights = new Map(
    [...stepWeights(units.digits)].map(([step, weight]) => [step, weight * WEIGHT_OF_OTHER_RANGES]),
  );
  weights.set(length, 1).set(length + last, 1);
  const down = stepRules(inputs, starts, { weights, modes: { down: 1 }, hasOffset: true });
  const rules =
    down.length > 0 ? down : stepRules(inputs, ends, { weights, modes: { up: 1 }, hasOffset: true });
  const real = length / 10 ** units.digits;
  return fitting(
    rules.map((rule) => {
      const isLow = rule.mode === 'down';
      const end = rounded(source, rule, units.digits, isLow ? 'low' : 'high');
      const other = applied(adding(isLow ? real : -real, end.type === 'integer' ? 'integer' : 'number'), [
        end,
      ]);
      const [low, high] = isLow ? [end, other] : [other, end];
      return {
        pieces: [written(low, notation ?? lowNotation), written(high, notation ?? highNotation)],
        weight: rule.weight,
      };
    }),
    [lows, highs],
  );
}

/** Whether outputs are numbers as they are, however they are written. */
function areNumbers(numbers: readonly string[], outputs: readonly string[]): boolean {
  return numbers.every((number, index) => Number(number) === Number(outputs[index]?.replaceAll(',', '')));
}

function rounded(source: NumberSource, rule: WeighedRule, digits: number, variable: string): Expression {
  const real: StepRule = {
    mode: rule.mode,
    step: rule.step / 10 ** digits,
    offset: rule.offset / 10 ** digits,
  };
  const isWhole = source.isWhole && Number.isInteger(real.step) && Number.isInteger(real.offset);
  const operator = isWhole ? roundingWhole(real) : roundingNumber(real);
  return applied({ ...operator, variable }, [source.number]);
}

/** The numbers in thousands, in percent or the like: as they are, or rounded to the digits that are written. */
function inPowersOfTen(
  source: NumberSource,
  outputs: readonly string[],
  notation: NumberNotation,
): readonly Candidate[] {
  const digits = Math.max(...source.texts.map(fractionDigits));
  for (const power of POWERS_OF_UNITS) {
    const number = applied(scaling(10 ** power), [source.number]);
    const moved = source.texts.map((text) => movedPoint(text, power, digits));
    const isSame = areNumbers(moved, outputs);
    if (isSame && notation.zeros === 'none') {
      const all: NumberNotation = { ...notation, digits: DIGITS_OF_SCALED };
      return fitting([{ pieces: [written(number, all)], weight: 1 }], [outputs]);
    }
    if (isSame || isWrittenBy(number, outputs, notation)) return [];
    const scaledSource: NumberSource = { number, texts: moved, isWhole: false };
    const rules = ofSteps(scaledSource, outputs, notation, true);
    if (rules.length > 0) return rules;
  }
  return [];
}

/** A number with its point so many places further right. */
function movedPoint(text: string, power: number, digits: number): string {
  const units = scaled(text, digits);
  const places = Math.min(MOST_DIGITS, Math.max(0, digits - power));
  return (units / 10 ** (digits - power)).toFixed(places);
}

/** Whether a format as `.2f` alone writes the outputs, which is plainer. */
function isWrittenBy(number: Expression, outputs: readonly string[], notation: NumberNotation): boolean {
  return notation.zeros === 'all' && notation.digits > 0 && makes(written(number, notation), outputs);
}

/** Whether the digits behind those that are written are left out, as a cut of the text does. */
function isCut({ texts }: NumberSource, outputs: readonly string[], { digits }: NumberNotation): boolean {
  const cut = texts.map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return `${whole}.${fraction.slice(0, digits)}`;
  });
  return areNumbers(cut, outputs);
}

/** The notation with the digits that multiples of a step have, where zeros at the end aren't written. */
function withDigits(notation: NumberNotation, step: number): NumberNotation {
  const digits = Math.max(notation.digits, fractionDigits(String(step)));
  return notation.zeros === 'none' ? { ...notation, digits } : notation;
}

/** Whether all outputs are as much more than the inputs. */
function isShift(inputs: readonly number[], outputs: readonly number[]): boolean {
  const [first = 0] = inputs;
  return inputs.every((input, index) => (outputs[index] ?? 0) - input === (outputs[0] ?? 0) - first);
}

/** Numbers as so many units of the last digit that any of them has. */
function inUnits(
  ...columns: readonly (readonly string[])[]
): { readonly digits: number; readonly values: readonly (readonly number[])[] } | null {
  const digits = Math.max(...columns.flat().map(fractionDigits));
  if (digits > MOST_DIGITS) return null;
  const values = columns.map((column) => column.map((text) => scaled(text, digits)));
  return values.flat().every((value) => Number.isSafeInteger(value)) ? { digits, values } : null;
}

function stepWeights(digits: number): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const other of OTHER_STEPS) weights.set(other * 10 ** digits, WEIGHT_OF_OTHERS);
  for (let power = 0; power <= digits + LARGEST_POWER && power < 15; power++) {
    for (const [first, weight] of STEP_WEIGHTS) weights.set(first * 10 ** power, weight);
  }
  return weights;
}
