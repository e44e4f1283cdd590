import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

type Pair = readonly [input: Json, output: Json];
const examplesOf = (pairs: readonly Pair[]) => pairs.map(([input, output]) => ({ input, output }));

async function train(pairs: readonly Pair[], unseen: readonly Pair[]) {
  const result = await searchScript({
    examples: examplesOf(pairs),
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  const script = result.script ?? '';
  const outcomes = await evaluateScript({ script, examples: makeExamples(examplesOf(unseen)), sandbox });
  return { ...result, body: script, outputs: outcomes.map(({ output }) => output) };
}

const CASES: readonly (readonly [string, readonly Pair[], readonly Pair[], string])[] = [
  [
    'another unit, to six significant digits',
    [
      ['5 km', '3.10686 mi'],
      ['80 km', '49.7097 mi'],
      ['1200 km', '745.645 mi'],
    ],
    [
      ['1 km', '0.621371 mi'],
      ['26 km', '16.1557 mi'],
    ],
    'f"{int(text.removesuffix(\' km\')) / 1.609344:g} mi"',
  ],
  [
    'another unit, to three digits after the point without zeros at the end',
    [
      ['5 ft', '1.524 m'],
      ['6 ft', '1.829 m'],
      ['100 ft', '30.48 m'],
      ['33 ft', '10.058 m'],
    ],
    [
      ['1 ft', '0.305 m'],
      ['50 ft', '15.24 m'],
    ],
    ":.3f}\".rstrip('0').rstrip('.')",
  ],
  [
    'another unit, to six significant digits where fewer are enough',
    [
      ['10 in', '25.4 cm'],
      ['3 in', '7.62 cm'],
      ['12.5 in', '31.75 cm'],
      ['7 in', '17.78 cm'],
    ],
    [['10000 in', '25400 cm']],
    ':g} cm',
  ],
  [
    'degrees, to six significant digits',
    [
      ['72 °F', '22.2222 °C'],
      ['41 °F', '5 °C'],
      ['-3 °F', '-19.4444 °C'],
    ],
    [['451 °F', '232.778 °C']],
    '',
  ],
  [
    'the nearest ten',
    [
      ['113', '110'],
      ['547', '550'],
      ['22218', '22220'],
      ['91', '90'],
    ],
    [
      ['118', '120'],
      ['5', '10'],
      ['-13', '-10'],
    ],
    'str((int(text) + 5) // 10 * 10)',
  ],
  [
    'the next fifty',
    [
      ['-317', '-300'],
      ['1201', '1250'],
      ['96', '100'],
      ['250', '250'],
    ],
    [
      ['-3', '0'],
      ['51', '100'],
    ],
    'str(-(-int(text) // 50) * 50)',
  ],
  [
    'halves, with two digits after the point',
    [
      ['3.31', '3.50'],
      ['17.9', '18.00'],
      ['201.24', '201.00'],
      ['0.74', '0.50'],
    ],
    [
      ['4.25', '4.50'],
      ['9', '9.00'],
    ],
    "f'{math.floor(float(text) * 2 + 0.5) / 2:.2f}'",
  ],
  [
    'twentieths, without zeros at the end',
    [
      ['0.31', '0.3'],
      ['0.44', '0.45'],
      ['0.99', '1'],
      ['1.12', '1.1'],
    ],
    [
      ['2.03', '2.05'],
      ['7.01', '7'],
    ],
    "f'{math.floor(float(text) * 20 + 0.5 + 1e-9) / 20:.2f}'.rstrip('0').rstrip('.')",
  ],
  [
    'a decade beside other text',
    [
      ['born 1987', 'the 1980s'],
      ['born 2003', 'the 2000s'],
      ['born 1969', 'the 1960s'],
      ['born 1931', 'the 1930s'],
    ],
    [['born 1999', 'the 1990s']],
    '// 10 * 10',
  ],
  [
    'numbers as numbers',
    [
      [113, 100],
      [688, 700],
      [1240, 1200],
      [49, 0],
    ],
    [[250, 300]],
    '(number + 50) // 100 * 100',
  ],
  [
    'a range up to the next one',
    [
      ['23', '20-39'],
      ['7', '0-19'],
      ['45', '40-59'],
      ['66', '60-79'],
    ],
    [
      ['100', '100-119'],
      ['19', '0-19'],
    ],
    'low = int(text) // 20 * 20',
  ],
  [
    'a range of numbers with fractions',
    [
      ['2.71', '0 - 5'],
      ['36.2', '35 - 40'],
      ['44.9', '40 - 45'],
      ['5.5', '5 - 10'],
    ],
    [['10', '10 - 15']],
    'low = math.floor(float(text) / 5) * 5',
  ],
  [
    'a range that is counted from one',
    [
      ['23', '21 to 40'],
      ['7', '1 to 20'],
      ['40', '21 to 40'],
      ['61', '61 to 80'],
    ],
    [
      ['20', '1 to 20'],
      ['81', '81 to 100'],
    ],
    '(int(text) - 1) // 20 * 20',
  ],
  [
    'a time rounded down',
    [
      ['17:14:09', '4PM'],
      ['9:20:41', '8AM'],
      ['23:31:46', '10PM'],
      ['12:01:00', '12PM'],
    ],
    [
      ['1:59:59', '12AM'],
      ['0:00:00', '12AM'],
    ],
    'clock(minutes_of(text) // 120 * 120)',
  ],
  [
    'a time rounded up past midnight',
    [
      ['11:41 PM', '23:45'],
      ['4:16 AM', '4:30'],
      ['12:05 PM', '12:15'],
      ['7:30 AM', '7:30'],
    ],
    [['11:59 PM', '0:00']],
    'clock(-(-minutes_of(text) // 15) * 15)',
  ],
  [
    'the half hour that a time is in',
    [
      ['8:24AM', '8:00AM-8:29AM'],
      ['11:44PM', '11:30PM-11:59PM'],
      ['10:21PM', '10:00PM-10:29PM'],
      ['6:59AM', '6:30AM-6:59AM'],
    ],
    [['12:00AM', '12:00AM-12:29AM']],
    'start = minutes_of(text) // 30 * 30',
  ],
  [
    'two hours that begin with odd ones, past midnight',
    [
      ['05-Mar-2019 00:21:16', '11PM-1AM'],
      ['18-Jul-1996 10:24:51', '9AM-11AM'],
      ['27-Jan-2012 02:33:31', '1AM-3AM'],
      ['11-May-2008 15:31:52', '3PM-5PM'],
    ],
    [
      ['11-May-2008 23:59:59', '11PM-1AM'],
      ['11-May-2008 12:59:59', '11AM-1PM'],
    ],
    'start = (minutes_of(text) - 60) // 120 * 120 + 60',
  ],
  [
    'a time in the other notation',
    [
      ['11:42:26 PM', '23:42'],
      ['4:26:31 AM', '4:26'],
      ['9:41:52 PM', '21:41'],
      ['12:05:57 PM', '12:05'],
    ],
    [['12:00:59 AM', '0:00']],
    'time_in(text)',
  ],
];

describe('numbers and times that are rounded', () => {
  it.each(CASES)('to %s', async (_name, pairs, unseen, python) => {
    const { body, outputs } = await train(pairs, unseen);
    expect(body).toContain(python);
    expect(outputs).toEqual(unseen.map(([, output]) => output));
  });

  it('leaves to a format what a format does', async () => {
    const { body } = await train(
      [
        ['7.347', '7.3 pts'],
        ['5.29', '5.3 pts'],
        ['19.252', '19.3 pts'],
        ['2.0', '2.0 pts'],
        ['12.08', '12.1 pts'],
        ['3.4', '3.4 pts'],
      ],
      [],
    );
    expect(body).toContain(':.1f} pts');
    expect(body).not.toContain('math');
  });

  it('is not sure whether digits are significant ones or those after the point', async () => {
    const kilometres = [50, 80, 61, 95, 29, 33, 45, 60].map(
      (distance) => [`${distance} km`, `${Number((distance / 1.609344).toFixed(2))} mi`] as const,
    );
    const { confidence, body, question } = await train(kilometres, []);
    expect(confidence).toBe('medium');
    expect(body).toContain(":.2f}\".rstrip('0').rstrip('.')");
    expect(question?.answers).toHaveLength(2);
  });

  it('asks where several steps and ways fit as well', async () => {
    const { script, question } = await train(
      [
        ['17:14:05', '17:00'],
        ['14:25:41', '14:00'],
        ['21:23:52', '21:00'],
      ],
      [],
    );
    expect(script).toBeNull();
    expect(question?.answers.length).toBeGreaterThan(1);
  });
});
