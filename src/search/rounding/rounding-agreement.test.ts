import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import type { Operator } from '../language/operator.js';
import { BINDING, type PythonSource } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';
import { Engines, lacksBoth, same } from '../python-engines.fixture.js';
import { readingClock, writingClock } from './clock-notation.js';
import { pythonFloat, withoutZeros } from './number-notation.js';
import { adding, roundingNumber, roundingWhole, scaling } from './rounding-operators.js';
import { celsius, fahrenheit, ratios, significant } from './unit-conversions.js';

const MODES = ['nearest', 'down', 'up'] as const;
const WHOLE = [0, 1, -1, 4, 5, 7, -7, 10, 15, 25, -25, 99, 100, 1439, 1440, -61, 123_456_789];
const NUMBERS = [
  ...WHOLE,
  0.1,
  0.3,
  -0.1,
  0.14,
  1.005,
  1.1,
  2.15,
  2.5,
  -2.5,
  12.345,
  -1202.3433,
  0.0004,
  1e-7,
  123_456.789,
  19.99,
  1e11,
];
const STEPS = [1, 5, 20, 1000, 0.5, 0.25, 0.05, 0.01, 2.5];
const TIMES = [
  '17:25:06',
  '0:00',
  '7:05',
  '07:59:59',
  '23:59',
  '4PM',
  '12 AM',
  '12:30 pm',
  '5:25:06 PM',
  '18-Sep-2011 08:41:53',
  'at noon',
  '',
];

const operators: readonly (readonly [Operator, readonly Value[]])[] = [
  ...MODES.flatMap((mode) =>
    [1, 5, 7, 20, 90].flatMap((step) =>
      [0, 1].map(
        (offset) => [roundingWhole({ step, offset: Math.min(offset, step - 1), mode }), WHOLE] as const,
      ),
    ),
  ),
  ...MODES.flatMap((mode) =>
    STEPS.map((step) => [roundingNumber({ step, offset: 0, mode }), NUMBERS] as const),
  ),
  [roundingNumber({ step: 20, offset: 1, mode: 'down' }), NUMBERS],
  [roundingNumber({ step: 0.5, offset: 0.1, mode: 'down' }), NUMBERS],
  [roundingNumber({ step: 1, offset: 0.5, mode: 'up' }), NUMBERS],
  [adding(19, 'integer'), WHOLE],
  [adding(-0.5, 'number'), NUMBERS],
  [scaling(1000), NUMBERS],
  [scaling(0.001), NUMBERS],
  [withoutZeros(2), NUMBERS],
  ...[...ratios(), celsius, fahrenheit].map((conversion) => [conversion, NUMBERS] as const),
  ...[3, 6, 9].map((digits) => [significant(digits), [...NUMBERS, 1234.5, 0.00012345, 999_999.5]] as const),
  [pythonFloat, NUMBERS.filter((number) => !Number.isInteger(number))],
  ...(['minutes', 'seconds'] as const).flatMap((unit) => [
    ...[true, false].flatMap((hasHalf) =>
      [true, false].map(
        (hasHours) => [readingClock({ unit, hasHalf, hasHours: hasHalf && hasHours }), TIMES] as const,
      ),
    ),
    ...(['hour', 'minute', 'second'] as const)
      .filter((parts) => unit === 'seconds' || parts !== 'second')
      .flatMap((parts) =>
        [null, ' AM', 'am'].flatMap((half) =>
          [true, false].map((isPadded) => [writingClock(unit, { parts, half, isPadded }), WHOLE] as const),
        ),
      ),
  ]),
];

unless(lacksBoth).describe('rounding is the same natively and in Python', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await Engines.open();
  });
  afterAll(() => engines?.close());

  /** What all operators answer in Python, asked in one run: helpers of one name each get a name of their own. */
  async function answersOf(argument: PythonSource, asked: readonly (readonly Value[])[]) {
    const imports = new Set(operators.flatMap(([{ imports: modules }]) => modules));
    const functions = operators.flatMap(([operator], index) => {
      const own = (text: string): string =>
        text.replace(/\b(clock|minutes_of|seconds_of)\(/g, (_all, name: string) => `${name}_${index}(`);
      return [
        ...operator.helpers.map(own),
        `def call_${index}(argument):`,
        `    return ${own(operator.render([argument]).text)}`,
      ];
    });
    const code = [...[...imports].map((module) => `import ${module}`), ...functions].join('\n');
    const names = operators.map((_operator, index) => `call_${index}`);
    return engines.call(
      code,
      names,
      asked.map((values) => values.map((value) => [value])),
    );
  }

  it('for numbers and times of every kind', async () => {
    const answers = await answersOf(
      { text: 'argument', binding: BINDING.primary },
      operators.map(([, values]) => values),
    );
    const native = operators.flatMap(([operator, values]) => values.map((value) => operator.apply([value])));
    expect(native.filter((value) => value !== undefined).length).toBeGreaterThan(1000);
    for (const [index, value] of native.entries()) {
      if (value === undefined) continue;
      for (const answer of answers[index] ?? []) {
        expect(answer[0] && same(answer[1], value), `${String(value)}, ${JSON.stringify(answer)}`).toBe(true);
      }
    }
  });

  it('of a sum, too', async () => {
    const numbers = operators.map(([{ holes }]) => (holes[0] === 'text' ? [] : [1, 7, -7, 88]));
    const answers = await answersOf({ text: 'argument + 3', binding: BINDING.sum }, numbers);
    const native = operators.flatMap(([operator], index) =>
      (numbers[index] ?? []).map((value) => operator.apply([value + 3])),
    );
    for (const [index, value] of native.entries()) {
      for (const answer of answers[index] ?? []) {
        if (typeof value === 'number') expect(answer[1]).toBe(value);
      }
    }
  });
});
