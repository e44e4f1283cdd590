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

/** A table: rows of input and output, of which the first six are learned from; and a part of the script. */
type Table = readonly [name: string, part: string, rows: readonly (readonly [input: Json, output: Json])[]];

const numbers = <const T extends Json>(inputs: readonly T[], rule: (input: T) => Json) =>
  inputs.map((input) => [input, rule(input)] as const);
const two = (n: number): string => String(n).padStart(2, '0');
const clock = (n: number): string => `${two(Math.floor(n / 60))}:${two(n % 60)}`;
const twelve = (n: number): string =>
  `${Math.floor(n / 60) % 12 || 12}:${two(n % 60)} ${n < 720 ? 'AM' : 'PM'}`;
const minutes = [95, 731, 1020, 480, 1325, 660, 5, 720];

it.each<Table>([
  [
    'hours and minutes in words',
    '// 60',
    numbers([513, 66, 765, 130, 305, 421, 59, 60], (n) => `${Math.floor(n / 60)} h ${n % 60} min`),
  ],
  [
    'hours and minutes where 59 would do so far',
    '// 60',
    numbers([569, 34, 120, 455, 301, 248, 59, 119], (n) => `${Math.floor(n / 60)}h ${two(n % 60)}m`),
  ],
  [
    'a change in percent with its sign',
    ':+.0%}',
    numbers(
      [
        [360, 432],
        [40, 68],
        [420, 378],
        [50, 25],
        [80, 96],
        [200, 190],
        [10, 13],
        [500, 450],
      ],
      ([before, now]) => `${now > before ? '+' : ''}${Math.round((100 * (now - before)) / before)}%`,
    ).map(([[before, now], change]) => [{ before, now }, change] as const),
  ],
  [
    'a price after a discount of each row',
    "(1 - record['discount'] / 100)",
    numbers(
      [
        [240, 15],
        [46, 25],
        [72, 5],
        [120, 40],
        [18, 50],
        [99, 20],
        [310, 10],
        [64, 75],
      ],
      ([price, discount]) => (price * (100 - discount)) / 100,
    ).map(([[price, discount], reduced]) => [{ price, discount }, reduced] as const),
  ],
  [
    'camel case, of a single word too',
    'camel_case(text)',
    [
      ['North Survey Offer', 'northSurveyOffer'],
      ['Stock Quarter', 'stockQuarter'],
      ['Offer Site Plan', 'offerSitePlan'],
      ['Unit Price', 'unitPrice'],
      ['Last Order Day', 'lastOrderDay'],
      ['Team Lead', 'teamLead'],
      ['Total', 'total'],
      ['Net Sum Of Year', 'netSumOfYear'],
    ],
  ],
  [
    'the company of an e-mail address, whatever it has hyphens in',
    "split('@')",
    [
      ['farah.haddad@zenlab.net', 'zenlab'],
      ['marta.ellis@northwind.org', 'northwind'],
      ['jo@brightsea.example', 'brightsea'],
      ['b.lee.kim@oakline.com', 'oakline'],
      ['x7@quill.dev', 'quill'],
      ['ana-maria@rivertown.io', 'rivertown'],
      ['kim@blue-harbour.org', 'blue-harbour'],
    ],
  ],
  [
    'minutes and seconds as seconds, not as a list of numbers',
    'seconds_of(text)',
    numbers([5310, 4073, 3438, 461, 812, 2735, 59, 600], (n) => n).map(
      ([n, seconds]) => [`${Math.floor(n / 60)}:${two(n % 60)}`, seconds] as const,
    ),
  ],
  [
    'hours and minutes as minutes, not as a list of numbers',
    'quantity(text',
    numbers([405, 460, 413, 96, 139, 49, 5, 600], (n) => n).map(
      ([n, all]) => [`${Math.floor(n / 60)}h ${n % 60}m`, all] as const,
    ),
  ],
  [
    'hours and minutes as hours',
    'quantity(text',
    numbers([75, 210, 450, 45, 105, 375, 30, 600], (n) => n / 60).map(
      ([n, hours]) => [`${Math.floor(n / 60)}h ${n % 60}m`, hours] as const,
    ),
  ],
  ['24 hours to 12', 'time_in(text)', minutes.map((n) => [clock(n), twelve(n)] as const)],
  ['12 hours to 24', 'time_in(text)', minutes.map((n) => [twelve(n), clock(n)] as const)],
  [
    'a time of 24 hours beside a name as one of 12',
    'twelve_hours(',
    minutes.map((n, at) => [{ name: `Ada ${at}`, from: clock(n) }, `Ada ${at} at ${twelve(n)}`] as const),
  ],
  [
    'lists of times of 12 hours to 24',
    'day_hours(',
    minutes.map(
      (n) =>
        [
          [twelve(n), twelve(n + 75)],
          [clock(n), clock(n + 75)],
        ] as const,
    ),
  ],
  [
    'Celsius',
    '- 32) * 5 / 9',
    numbers([-7, 54, 45, 100, 71, 3, 32, 212], (n) => Number((((n - 32) * 5) / 9).toFixed(1))),
  ],
  [
    'a share in percent',
    '%}',
    [
      [{ part: 290, total: 851 }, '34.1%'],
      [{ part: 96, total: 105 }, '91.4%'],
      [{ part: 596, total: 634 }, '94.0%'],
      [{ part: 1, total: 30 }, '3.3%'],
      [{ part: 12, total: 70 }, '17.1%'],
      [{ part: 33, total: 90 }, '36.7%'],
      [{ part: 40, total: 40 }, '100.0%'],
    ],
  ],
  [
    'kilograms as grams, not put together from digits',
    '1000 * ',
    numbers([15.75, 14.5, 2.75, 11.25, 7.5, 21.75, 0.125, 8], (n) => n * 1000).map(
      ([n, grams]) => [`${n} kg`, `${grams} g`] as const,
    ),
  ],
  [
    'kilometres as metres, without the noise of floats',
    'round(1000 * ',
    numbers([1.5, 2.3, 30.1, 0.7, 12, 8.5, 16.1, 4.2, 25], (n) => Math.round(n * 1000)).map(
      ([n, metres]) => [`${n} km`, metres] as const,
    ),
  ],
  [
    'cents as a price, not cut from digits',
    '/ 100',
    numbers([44_962, 86_957, 19_348, 54_264, 60_054, 69_337, 5, 1250], (n) => (n / 100).toFixed(2)),
  ],
  [
    'amounts with brackets below zero',
    'ledger_amount(',
    [
      ['(1.47)', -1.47],
      ['252.73', 252.73],
      ['(988.45)', -988.45],
      ['33.15', 33.15],
      ['(12.5)', -12.5],
      ['1,204.9', 1204.9],
      ['(7)', -7],
    ],
  ],
  [
    'names of files',
    'os.path.splitext(os.path.basename(text))[0]',
    [
      ['/home/field/junokite.pdf', 'junokite'],
      ['/home/iris/kitemoss.pdf', 'kitemoss'],
      ['/home/hazel/cedar.grove.docx', 'cedar.grove'],
      ['/home/ada/moss-iris.md', 'moss-iris'],
      ['/home/ken/a.b.md', 'a.b'],
      ['/home/ken/b_c.pdf', 'b_c'],
      ['c.pdf', 'c'],
    ],
  ],
  [
    'another field where one is null',
    "record['nickname'] if record['nickname'] is not None else record['name']",
    [
      [{ nickname: 'alpha', name: 'Edsger' }, 'alpha'],
      [{ nickname: null, name: 'Grace' }, 'Grace'],
      [{ nickname: 'grove', name: 'Niklaus' }, 'grove'],
      [{ nickname: null, name: 'Ada' }, 'Ada'],
      [{ nickname: null, name: 'Tim' }, 'Tim'],
      [{ nickname: 'moss', name: 'Ken' }, 'moss'],
      [{ nickname: null, name: 'Alan' }, 'Alan'],
    ],
  ],
  [
    'the texts that are there',
    "' '.join(",
    [
      [{ first: 'Barbara', middle: null, last: 'Liskov' }, 'Barbara Liskov'],
      [{ first: 'Edsger', middle: 'Wybe', last: 'Dijkstra' }, 'Edsger Wybe Dijkstra'],
      [{ first: 'Ken', middle: null, last: 'Allen' }, 'Ken Allen'],
      [{ first: 'Ada', middle: 'King', last: 'Lovelace' }, 'Ada King Lovelace'],
      [{ first: 'Tim', middle: 'Berners', last: 'Lee' }, 'Tim Berners Lee'],
      [{ first: 'Alan', middle: null, last: 'Turing' }, 'Alan Turing'],
      [{ first: 'Jean', middle: 'Ann', last: 'Wirth' }, 'Jean Ann Wirth'],
    ],
  ],
])('%s', async (_name, part, rows) => {
  const pairs = rows.map(([input, output]) => ({ input, output }));
  const { script } = await searchScript({
    examples: pairs.slice(0, 6),
    budget: { maxEvaluations: 100_000 },
    seed: 0,
    sandbox,
  });
  expect(script).toContain(part);
  const outcomes = await evaluateScript({
    script: script ?? '',
    examples: makeExamples(pairs.slice(6)),
    sandbox,
  });
  expect(outcomes.map(({ feedback }) => feedback)).toEqual(outcomes.map(() => null));
});
