import { afterAll, beforeAll, expect } from 'vitest';
import type { Json } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, makeExamples } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

/** A column: rows of input and output, of which the first six are learned from; and a part of the script. */
type Column = readonly [name: string, part: string, rows: readonly (readonly [input: Json, output: Json])[]];

const each = <T extends Json>(inputs: readonly T[], rule: (input: T) => Json) =>
  inputs.map((input) => [input, rule(input)] as const);
const two = (n: number): string => String(n).padStart(2, '0');

it.each<Column>([
  [
    'halves of years',
    'month + 5) // 6',
    [
      ['2012-12-15', 'H2 2012'],
      ['1997-01-21', 'H1 1997'],
      ['2015-03-01', 'H1 2015'],
      ['2020-07-30', 'H2 2020'],
      ['2011-06-30', 'H1 2011'],
      ['2018-10-02', 'H2 2018'],
      ['2019-02-02', 'H1 2019'],
      ['2019-08-11', 'H2 2019'],
    ],
  ],
  [
    'weeks, whose years may be others than those of their days',
    '%G-W%V',
    [
      ['2022-05-11', '2022-W19'],
      ['2005-06-18', '2005-W24'],
      ['2031-12-13', '2031-W50'],
      ['2014-11-25', '2014-W48'],
      ['2002-04-10', '2002-W15'],
      ['2023-07-04', '2023-W27'],
      ['2021-01-01', '2020-W53'],
      ['2024-12-30', '2025-W01'],
    ],
  ],
  [
    'last days of months',
    'month_end(',
    [
      ['2025-05-16', '2025-05-31'],
      ['1999-06-19', '1999-06-30'],
      ['2019-03-01', '2019-03-31'],
      ['2023-02-10', '2023-02-28'],
      ['2016-12-31', '2016-12-31'],
      ['2010-09-07', '2010-09-30'],
      ['2024-02-11', '2024-02-29'],
    ],
  ],
  [
    'days between dates that could be read in two ways, both counted',
    '.days',
    [
      [{ start: '2019-03-11', end: '2019-06-03' }, 85],
      [{ start: '2006-04-10', end: '2006-11-12' }, 217],
      [{ start: '2013-08-11', end: '2014-08-09' }, 364],
      [{ start: '2010-01-02', end: '2010-01-12' }, 11],
      [{ start: '2020-02-03', end: '2020-03-01' }, 28],
      [{ start: '2001-05-05', end: '2001-05-06' }, 2],
      [{ start: '2021-05-05', end: '2022-05-25' }, 386],
    ],
  ],
  [
    'dates of two forms',
    'date_in(text, (',
    [
      ['27/09/2016', '2016-09-27'],
      ['2002-03-01', '2002-03-01'],
      ['1995-10-15', '1995-10-15'],
      ['04/11/2011', '2011-11-04'],
      ['2020-12-31', '2020-12-31'],
      ['14/02/2009', '2009-02-14'],
      ['05/06/2017', '2017-06-05'],
      ['2017-06-05', '2017-06-05'],
    ],
  ],
  [
    'minutes with a zero before them',
    ':02d}m',
    each([126, 401, 252, 64, 359, 59, 600, 3], (n) => `${Math.floor(n / 60)}h ${two(n % 60)}m`),
  ],
  [
    'weights in two units',
    'quantity(text',
    [
      ['940 g', 940],
      ['4.1 kg', 4100],
      ['170 g', 170],
      ['2 kg', 2000],
      ['9.5 kg', 9500],
      ['50 g', 50],
      ['0.3 kg', 300],
      ['5 mg', 0.005],
    ],
  ],
  [
    'fractions',
    'fraction_value(text',
    [
      ['1 5/8', 1.625],
      ['9 1/8', 9.125],
      ['6 1/4', 6.25],
      ['12 3/4', 12.75],
      ['3 1/2', 3.5],
      ['20 7/8', 20.875],
      ['3/4', 0.75],
      ['7', 7],
    ],
  ],
  [
    'Roman numerals',
    'roman_number(text',
    [
      ['XIX', 19],
      ['XII', 12],
      ['XXI', 21],
      ['IV', 4],
      ['VIII', 8],
      ['XXXVI', 36],
      ['MCMXCIV', 1994],
    ],
  ],
  [
    'numbers as Roman numerals',
    'roman_numeral(number',
    [
      [19, 'XIX'],
      [12, 'XII'],
      [21, 'XXI'],
      [4, 'IV'],
      [8, 'VIII'],
      [36, 'XXXVI'],
      [1994, 'MCMXCIV'],
    ],
  ],
  [
    'one thing, which no example counts',
    '1 item',
    each([38, 4, 30, 17, 21, 9, 0, 1], (n) => `${n} item${n === 1 ? '' : 's'}`),
  ],
  [
    'inches without the noise of floats',
    'round(',
    each([59, 36, 1, 10, 44, 72, 55, 69], (n) => Number((n * 2.54).toFixed(2))).map(
      ([n, cm]) => [`${n} in`, cm] as const,
    ),
  ],
  [
    'volumes',
    'math.prod(',
    [
      ['20 x 30 x 35 cm', 21_000],
      ['9 x 46 x 20 cm', 8280],
      ['33 x 35 x 28 cm', 32_340],
      ['10 x 4 x 5 cm', 200],
      ['7 x 9 x 11 cm', 693],
      ['60 x 2 x 17 cm', 2040],
      ['1 x 1 x 4 cm', 4],
    ],
  ],
  [
    'the largest of three columns, of which the last one never is',
    "record['mar']",
    [
      [{ jan: 154, feb: 912, mar: 131 }, 912],
      [{ jan: 306, feb: 673, mar: 470 }, 673],
      [{ jan: 220, feb: 69, mar: 14 }, 220],
      [{ jan: 971, feb: 114, mar: 896 }, 971],
      [{ jan: 475, feb: 849, mar: 789 }, 849],
      [{ jan: 500, feb: 12, mar: 499 }, 500],
      [{ jan: 1, feb: 2, mar: 3 }, 3],
    ],
  ],
  [
    'companies of e-mail addresses, which are no names of files',
    "split('@')",
    [
      ['hannah@northwind.org', 'northwind'],
      ['viktor@acme.example', 'acme'],
      ['katrin@blue-river.org', 'blue-river'],
      ['al.fox@kite.net', 'kite'],
      ['bo@metro.io', 'metro'],
      ['ines.yang@orchard.test', 'orchard'],
      ['ines@acme.co.uk', 'acme'],
    ],
  ],
  [
    'telephone numbers, of which some may have brackets',
    'findall(',
    [
      ['621.139.8018', '621.139.8018'],
      ['832 961 8263', '832.961.8263'],
      ['851-263-4505', '851.263.4505'],
      ['554.707.8271', '554.707.8271'],
      ['807-651-0156', '807.651.0156'],
      ['976 602 9792', '976.602.9792'],
      ['(976) 602-9792', '976.602.9792'],
    ],
  ],
  [
    'a value by its name',
    'id=',
    [
      ['https://zenlab.example/team?id=53221', '53221'],
      ['https://northwind.example/plan?q=review&id=33249', '33249'],
      ['https://orchard.example/final?page=3&id=67996&q=review', '67996'],
      ['https://kite.example/site?id=7&page=2', '7'],
      ['https://acme.example/site?page=12&id=9', '9'],
      ['https://acme.example/x?q=stock&page=4&id=881', '881'],
      ['https://acme.example/x2?page=412&id=88', '88'],
    ],
  ],
  [
    'gaps, also those that no example has',
    "in (None, ''",
    [
      ['Ashby', 'Ashby'],
      ['', 'unknown'],
      ['New Bern', 'New Bern'],
      ['N/A', 'unknown'],
      ['Tilburg', 'Tilburg'],
      ['Halden', 'Halden'],
      [null, 'unknown'],
      ['-', 'unknown'],
    ],
  ],
  [
    'dates as many days later as another column says',
    "timedelta(days=record['days'])",
    [
      [{ issued: '1998-09-25', days: 45 }, '1998-11-09'],
      [{ issued: '2019-05-19', days: 14 }, '2019-06-02'],
      [{ issued: '1996-06-16', days: 14 }, '1996-06-30'],
      [{ issued: '2024-02-01', days: 30 }, '2024-03-02'],
      [{ issued: '2020-12-31', days: 10 }, '2021-01-10'],
      [{ issued: '2011-07-07', days: 21 }, '2011-07-28'],
      [{ issued: '2011-07-08', days: 60 }, '2011-09-06'],
    ],
  ],
  [
    'ages',
    'years_between(',
    [
      [{ born: '1973-09-24', on: '2019-05-19' }, 45],
      [{ born: '1972-08-03', on: '2019-12-27' }, 47],
      [{ born: '1965-11-15', on: '2025-03-19' }, 59],
      [{ born: '2001-02-28', on: '2020-02-27' }, 18],
      [{ born: '1999-05-05', on: '2021-05-05' }, 22],
      [{ born: '1950-01-31', on: '2024-06-30' }, 74],
      [{ born: '1980-10-10', on: '2024-10-09' }, 43],
    ],
  ],
  [
    'changes in percent with their sign',
    ':+.0%}',
    each([1.1, 0.7, 1.5, 0.9, 1.3, 0.5, 1.7], (n) => `${n > 1 ? '+' : ''}${Math.round(100 * n - 100)}%`).map(
      ([n, text], index) =>
        [{ before: 10 * (index + 3), now: Math.round(10 * (index + 3) * n) }, text] as const,
    ),
  ],
  [
    'coordinates',
    'decimal_degrees(',
    [
      ["50°30'N", 50.5],
      ["82°00'S", -82],
      ["21°45'N", 21.75],
      ["7°15'S", -7.25],
      ["61°45'S", -61.75],
      ["54°15'N", 54.25],
      ["3°30'W", -3.5],
    ],
  ],
  [
    'colours',
    ', 16)',
    [
      ['#25988f', '37, 152, 143'],
      ['#f46e9a', '244, 110, 154'],
      ['#2b3205', '43, 50, 5'],
      ['#ffffff', '255, 255, 255'],
      ['#0bd147', '11, 209, 71'],
      ['#8e5d79', '142, 93, 121'],
      ['#000000', '0, 0, 0'],
    ],
  ],
  [
    'sites',
    "removeprefix('www.')",
    [
      ['https://www.orchard.example/north', 'orchard.example'],
      ['http://www.northwind.io/', 'northwind.io'],
      ['http://kite.org/', 'kite.org'],
      ['https://zenlab.co.uk/plan/site', 'zenlab.co.uk'],
      ['http://www.metro.net/a', 'metro.net'],
      ['https://acme.test/b', 'acme.test'],
      ['https://www.acme.test/', 'acme.test'],
    ],
  ],
  [
    'lines that are filled',
    'if text)',
    [
      [{ line1: '1260 Queen Lane', line2: 'Suite 3', city: 'Oakham' }, '1260 Queen Lane, Suite 3, Oakham'],
      [
        { line1: '65 Station Lane', line2: 'Suite 31', city: 'New Bern' },
        '65 Station Lane, Suite 31, New Bern',
      ],
      [{ line1: '146 Chestnut Lane', line2: '', city: 'Santa Clara' }, '146 Chestnut Lane, Santa Clara'],
      [{ line1: '84 Maple Grove', line2: '', city: 'Ashby' }, '84 Maple Grove, Ashby'],
      [{ line1: '2 Mill Road', line2: 'Flat 8', city: 'Halden' }, '2 Mill Road, Flat 8, Halden'],
      [{ line1: '7 Park Drive', line2: '', city: 'Port Ellis' }, '7 Park Drive, Port Ellis'],
      [{ line1: '9 Park Drive', line2: 'Flat 1', city: 'Port Ellis' }, '9 Park Drive, Flat 1, Port Ellis'],
    ],
  ],
  [
    'national telephone numbers',
    "'0'",
    [
      ['+44 581 71064', '0581 71064'],
      ['+44 860 8907838', '0860 8907838'],
      ['+44 178 6171884', '0178 6171884'],
      ['+44 454 338897', '0454 338897'],
      ['+44 484 94603', '0484 94603'],
      ['+44 741 918594', '0741 918594'],
      ['+44 20 918594', '020 918594'],
    ],
  ],
  [
    'texts cut short',
    '[:15]',
    [
      ['review team site quarter', 'review team sit...'],
      ['final plan', 'final plan'],
      ['invoice final budget', 'invoice final b...'],
      ['stock', 'stock'],
      ['energy offer review', 'energy offer re...'],
      ['site', 'site'],
      ['exactly fifteen', 'exactly fifteen'],
      ['exactly sixteen.', 'exactly sixteen...'],
    ],
  ],
])('finds %s', async (_name, part, rows) => {
  const pairs = rows.map(([input, output]) => ({ input, output }));
  const { script } = await searchScript({
    examples: pairs.slice(0, 6),
    budget: { maxEvaluations: 300_000 },
    seed: 0,
    sandbox,
  });
  expect(script).toContain(part);
  const outcomes = await evaluateScript({ script: script ?? '', examples: makeExamples(pairs), sandbox });
  expect(outcomes.filter(({ reward }) => reward < 1)).toEqual([]);
});
