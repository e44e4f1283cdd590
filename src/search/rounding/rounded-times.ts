import { applied, type Expression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { textColumns } from '../vocabulary/text-columns.js';
import type { Candidate } from './candidates.js';
import {
  CLOCK,
  type ClockNotation,
  type ClockReading,
  type ClockUnit,
  clockNotationOf,
  readingClock,
  timeOf,
  UNITS_OF_DAY,
  writingClock,
} from './clock-notation.js';
import { adding, roundingWhole } from './rounding-operators.js';
import { type RoundingMode, stepRules, type WeighedRule } from './step-rules.js';

/** Longest text in which a time is looked for. */
const LONGEST = 80;
/** How common steps are, in minutes. */
const STEP_WEIGHTS: readonly (readonly [number, number])[] = [
  [60, 1],
  [30, 1],
  [15, 0.6],
  [10, 0.4],
  [5, 0.4],
  [120, 0.4],
  [20, 0.2],
  [1, 0.3],
  [90, 0.1],
  [180, 0.1],
  [240, 0.1],
  [360, 0.1],
  [480, 0.1],
  [720, 0.1],
];
const MODE_WEIGHTS = { nearest: 0.4, down: 0.5, up: 0.1 } as const;
/** How common a step is that is not as long as the range that is written. */
const WEIGHT_OF_OTHER_RANGES = 0.1;

/** Times of day of the input: a column of texts, each of which has one. */
export interface TimeSource {
  readonly column: Expression;
  readonly times: readonly string[];
  readonly hasHalf: boolean;
  readonly hasHours: boolean;
  readonly hasSeconds: boolean;
  /** Whether an hour below ten has a zero before it. */
  readonly isPadded: boolean;
}

/** The columns in which each text has one time of day. */
export function timeSources(problem: SearchProblem, examples: SearchProblem['train']): readonly TimeSource[] {
  return textColumns(problem, examples).flatMap(({ expression, texts, others }) => {
    if (expression.cost > 1) return [];
    const times = texts.flatMap((text) => onlyTime(text) ?? []);
    if (times.length < texts.length) return [];
    const all = [...times, ...others.flatMap((text) => onlyTime(text) ?? [])];
    const halves = all.filter((time) => /[AaPp][Mm]$/.test(time)).length;
    if (halves > 0 && halves < all.length) return [];
    return {
      column: expression,
      times,
      hasHalf: halves > 0,
      hasHours: all.some((time) => !time.includes(':')),
      hasSeconds: all.some((time) => /:.*:/.test(time)),
      isPadded: all.some((time) => time.startsWith('0') && time[1] !== ':'),
    };
  });
}

/** The one time of day of a text that {@link CLOCK} finds, which has to be the first that Python finds. */
function onlyTime(text: string): string | null {
  if (text.length > LONGEST) return null;
  const found = text.match(CLOCK) ?? [];
  const [time = null] = found;
  return found.length === 1 ? time : null;
}

/** The ways to make times of others by rounding. */
export function roundedTimes(source: TimeSource, outputs: readonly string[]): readonly Candidate[] {
  const notation = clockNotationOf(outputs);
  const seconds = inSeconds(source, outputs);
  if (notation === null || seconds === null) return [];
  const [inputs = [], targets = []] = seconds;
  const isCut = inputs.every((input, index) => isWithinMinute(input - (targets[index] ?? 0)));
  // Of times in the same notation, text is cut off.
  if (isCut && (source.hasHalf === (notation.half !== null) || isOfLibrary(source, notation))) return [];
  const rules: readonly WeighedRule[] = isCut
    ? [{ step: notation.parts === 'second' ? 1 : 60, offset: 0, mode: 'down', weight: 1 }]
    : stepRules(inputs, targets, {
        weights: stepWeights(1),
        modes: MODE_WEIGHTS,
        hasOffset: false,
        period: UNITS_OF_DAY.seconds,
      });
  return rules.map((rule) => {
    const unit = unitOf(source, rule, notation);
    const time = rounded(source, rule, unit, 'rounded');
    return { pieces: [writtenTime(time, unit, notation, source)], weight: rule.weight };
  });
}

/** The ways to write the range that a time is in, by its start and its end. */
export function rangesOfTimes(
  source: TimeSource,
  starts: readonly string[],
  ends: readonly string[],
): readonly Candidate[] {
  const notation = clockNotationOf([...starts, ...ends]);
  const seconds = inSeconds(source, starts, ends);
  if (notation === null || seconds === null) return [];
  const [inputs = [], from = [], to = []] = seconds;
  const day = UNITS_OF_DAY.seconds;
  const lengths = from.map((start, index) => ((to[index] ?? 0) - start + day) % day);
  const [length = 0] = lengths;
  if (length === 0 || !lengths.every((one) => one === length)) return [];
  const weights = new Map(stepWeights(WEIGHT_OF_OTHER_RANGES));
  const last = notation.parts === 'second' ? 1 : 60;
  for (const step of [length, length + last]) if (day % step === 0) weights.set(step, 1);
  const rules = stepRules(inputs, from, { weights, modes: { down: 1 }, hasOffset: true, period: day });
  return rules.map((rule) => {
    const unit = unitOf(source, rule, notation);
    const start = rounded(source, rule, unit, 'start');
    const end = applied(adding(unit === 'minutes' ? length / 60 : length, 'integer'), [start]);
    return {
      pieces: [start, end].map((time) => writtenTime(time, unit, notation, source)),
      weight: rule.weight,
    };
  });
}

/** Whether an operator of the library writes the times so, which is plainer. */
function isOfLibrary(source: TimeSource, { parts, half, isPadded }: ClockNotation): boolean {
  if (source.hasSeconds || source.hasHours || parts !== 'minute') return false;
  return source.hasHalf ? isPadded !== false : half === ' AM' && isPadded !== true;
}

function isWithinMinute(seconds: number): boolean {
  return seconds >= 0 && seconds < 60;
}

function inSeconds(
  source: TimeSource,
  ...outputs: readonly (readonly string[])[]
): readonly (readonly number[])[] | null {
  const columns = [source.times, ...outputs].map((times) => times.map((time) => timeOf(time, 'seconds')));
  const isTime = columns.every((column) => column.every((time) => time !== undefined));
  return isTime ? (columns as readonly (readonly number[])[]) : null;
}

/** Minutes, wherever seconds make no difference. */
function unitOf(
  source: TimeSource,
  { step, offset, mode }: WeighedRule,
  { parts }: ClockNotation,
): ClockUnit {
  const isByMinutes = parts !== 'second' && step % 60 === 0 && offset % 60 === 0;
  const isSameByMinutes: Readonly<Record<RoundingMode, boolean>> = {
    down: true,
    nearest: step % 120 === 0,
    up: false,
  };
  return isByMinutes && (!source.hasSeconds || isSameByMinutes[mode]) ? 'minutes' : 'seconds';
}

function rounded(source: TimeSource, rule: WeighedRule, unit: ClockUnit, variable: string): Expression {
  const per = unit === 'minutes' ? 60 : 1;
  const reading: ClockReading = { unit, hasHalf: source.hasHalf, hasHours: source.hasHours };
  const time = applied(readingClock(reading), [source.column]);
  if (rule.step === per) return time;
  const operator = roundingWhole({ ...rule, step: rule.step / per, offset: rule.offset / per });
  return applied({ ...operator, variable }, [time]);
}

function writtenTime(
  time: Expression,
  unit: ClockUnit,
  notation: ClockNotation,
  source: TimeSource,
): Expression {
  // Where no output has an hour below ten, it is as in the input.
  const isPadded = notation.isPadded ?? (source.isPadded && notation.half === null);
  return applied(writingClock(unit, { ...notation, isPadded }), [time]);
}

function stepWeights(share: number): ReadonlyMap<number, number> {
  return new Map(STEP_WEIGHTS.map(([minutes, weight]) => [60 * minutes, weight * share]));
}
