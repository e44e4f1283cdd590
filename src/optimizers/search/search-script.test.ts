import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import {
  evaluateScript,
  type InputOutput,
  makeExamples,
  scoreOutcomes,
  type TrainingResult,
} from '../../training/index.js';
import { montySandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await montySandbox();
});
afterAll(() => sandbox.close());

const FIRST = [
  'Jesus',
  'Ana',
  'Mark',
  'Ada',
  'Alan',
  'Grace',
  'Ken',
  'Barbara',
  'Edsger',
  'Donald',
  'Tim',
  'Radia',
];
const LAST = [
  'Garcia',
  'Lopez',
  'Twain',
  'Lovelace',
  'Turing',
  'Hopper',
  'Thompson',
  'Liskov',
  'Dijkstra',
  'Knuth',
];
const WORDS = ['Hello', 'quick', 'Brown', 'fox', 'over', 'Lazy', 'dog', 'River', 'stone', 'Cloud', 'nine'];
const COUNTRIES = [
  ['Spain', 'ESP'],
  ['France', 'FRA'],
  ['Peru', 'PER'],
  ['Chad', 'TCD'],
  ['Oman', 'OMN'],
  ['Japan', 'JPN'],
  ['Kenya', 'KEN'],
  ['Malta', 'MLT'],
  ['Nepal', 'NPL'],
  ['Qatar', 'QAT'],
  ['Togo', 'TGO'],
  ['Yemen', 'YEM'],
] as const;

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const date = (random: RandomStream): [number, number, number] => [
  random.integer(1930, 2029),
  random.integer(1, 12),
  random.integer(1, 28),
];
const words = (random: RandomStream): string[] => random.sample(WORDS, random.integer(2, 4));
const numbers = (random: RandomStream): number[] =>
  Array.from({ length: random.integer(1, 6) }, () => random.integer(-20, 60));

/** Transformations as a user would give them: a generator of inputs and what the script should make of each. */
const transformations: readonly {
  readonly name: string;
  readonly make: (random: RandomStream) => InputOutput;
}[] = [
  {
    name: 'family name first',
    make: (random) => {
      const [first, last] = [random.pick(FIRST), random.pick(LAST)];
      return { input: `${first} ${last}`, output: `${last.toUpperCase()}, ${first[0]}.` };
    },
  },
  {
    name: 'day first',
    make: (random) => {
      const [year, month, day] = date(random);
      return {
        input: `${year}-${pad(month, 2)}-${pad(day, 2)}`,
        output: `${pad(day, 2)}/${pad(month, 2)}/${year}`,
      };
    },
  },
  {
    name: 'short German date',
    make: (random) => {
      const [year, month, day] = date(random);
      return {
        input: `${year}-${pad(month, 2)}-${pad(day, 2)}`,
        output: `${pad(day, 2)}.${pad(month, 2)}.${pad(year % 100, 2)}`,
      };
    },
  },
  {
    name: 'code of a row',
    make: (random) => {
      const [name, code] = random.pick(COUNTRIES);
      return { input: [name, code], output: `${code}:${name.toLowerCase()}` };
    },
  },
  {
    name: 'code of a record',
    make: (random) => {
      const [name, code] = random.pick(COUNTRIES);
      return {
        input: { name, code },
        output: { key: `${code}-${name.slice(0, 2).toUpperCase()}`, length: name.length },
      };
    },
  },
  {
    name: 'slug',
    make: (random) => {
      const chosen = words(random);
      return {
        input: `${chosen.join(random.pick([' ', ', ', '  ']))}${random.pick(['', '!', '?'])}`,
        output: chosen.join('-').toLowerCase(),
      };
    },
  },
  {
    name: 'initials',
    make: (random) => {
      const chosen = words(random);
      return { input: chosen.join(' '), output: chosen.map((word) => word.charAt(0).toUpperCase()).join('') };
    },
  },
  {
    name: 'price',
    make: (random) => {
      const cents = random.integer(1, 3_000_000);
      return { input: cents / 100, output: `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}` };
    },
  },
  {
    name: 'between brackets',
    make: (random) => {
      const [before = '', inside = '', after = ''] = random.sample(WORDS, 3);
      return { input: `${before} [${inside}] ${after}`, output: inside };
    },
  },
  {
    name: 'padded number',
    make: (random) => {
      const value = random.integer(1, 9999);
      return { input: value, output: `INV-${pad(value, 6)}` };
    },
  },
  {
    name: 'line',
    make: (random) => {
      const x = random.integer(-50, 50);
      return { input: x, output: 2 * x + 1 };
    },
  },
  {
    name: 'rounding',
    make: (random) => {
      const value = random.integer(0, 99_999) / 1000 + 0.0003;
      return { input: value, output: Number(value.toFixed(2)) };
    },
  },
  {
    name: 'sum',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: list.reduce((sum, item) => sum + item, 0) };
    },
  },
  {
    name: 'positive ones doubled',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: list.filter((item) => item > 0).map((item) => item * 2) };
    },
  },
  {
    name: 'spread',
    make: (random) => {
      const list = numbers(random);
      return { input: list, output: Math.max(...list) - Math.min(...list) };
    },
  },
  {
    name: 'of age',
    make: (random) => {
      const age = random.integer(12, 24);
      return { input: { name: random.pick(FIRST), age }, output: age >= 18 ? 'adult' : 'minor' };
    },
  },
];

function generate(make: (random: RandomStream) => InputOutput, count: number, seed: number): InputOutput[] {
  const random = new RandomStream(seed, 'instances');
  const found = new Map<string, InputOutput>();
  for (let draws = 0; found.size < count && draws < 50 * count; draws++) {
    const pair = make(random);
    found.set(JSON.stringify(pair.input), pair);
  }
  return [...found.values()];
}

const train = (examples: readonly InputOutput[], seed = 0): Promise<TrainingResult> =>
  searchScript({ examples, budget: { maxEvaluations: 400_000 }, seed, sandbox });

describe('searchScript', () => {
  it.each(transformations)('finds $name, right on unseen instances', async ({ name, make }) => {
    const isThreshold = name === 'of age';
    const examples = generate(make, isThreshold ? 60 : 10, 1);
    const result = await train(examples);
    expect(result.reasons.join('; ') && result.abstained).toBe(false);
    const known = new Set(examples.map(({ input }) => JSON.stringify(input)));
    const unseen = generate(make, 40, 2).filter(({ input }) => !known.has(JSON.stringify(input)));
    const outcomes = await evaluateScript({
      script: result.script ?? '',
      examples: makeExamples(unseen),
      sandbox,
    });
    const score = scoreOutcomes(outcomes);
    expect(`${result.script}\n${score.passed}/${score.total}`).toContain(`\n${score.total}/${score.total}`);
  });

  it('gives the same script for the same seed, with evaluations as the budget', async () => {
    const examples = generate(
      transformations[2]?.make ?? ((random) => ({ input: random.next(), output: 0 })),
      12,
      3,
    );
    const clock = (step: number): (() => number) => {
      let time = 0;
      return () => (time += step);
    };
    const runs = await Promise.all(
      [0.001, 1].map((step) =>
        searchScript({ examples, budget: { maxEvaluations: 400_000 }, seed: 4, sandbox, now: clock(step) }),
      ),
    );
    expect(runs[0]?.script).not.toBeNull();
    expect(runs[1]?.script).toBe(runs[0]?.script);
    expect(runs[1]?.evaluations).toBe(runs[0]?.evaluations);
    const reversed = await train([...examples].reverse(), 4);
    expect(reversed.script).toBe(runs[0]?.script);
  });

  it('abstains on noise, within its budget, and shows its best guess', async () => {
    const random = new RandomStream(5, 'noise');
    const examples = Array.from({ length: 10 }, (_item, index) => ({
      input: `k${index}`,
      output: random.integer(1000, 9999),
    }));
    const result = await searchScript({ examples, budget: { maxEvaluations: 30_000 }, seed: 0, sandbox });
    expect(result).toMatchObject({ abstained: true, solved: false, script: null, stopReason: 'evaluations' });
    expect(result.evaluations).toBeLessThan(31_000);
  });

  it('holds a script that memorises back: held-out examples contradict it', async () => {
    const examples = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op'].map((input, index) => ({
      input,
      output: index % 3 === 0 ? 'yes' : input,
    }));
    const result = await train(examples);
    expect(result.solved && result.confidence === 'high').toBe(false);
  });

  it('keeps a seed script that is right, and beats one that is wrong', async () => {
    const examples: InputOutput[] = [1, 2, 5, 9].map((input) => ({ input, output: input * 3 }));
    const right = 'def transform(value):\n    return value * 3\n';
    const kept = await searchScript({
      examples,
      seedScript: right,
      budget: { maxEvaluations: 1000 },
      seed: 0,
      sandbox,
    });
    expect(kept).toMatchObject({ script: right, foundBy: 'seed', solved: true, evaluations: 1 });
    const wrong = 'def transform(value):\n    return value + 2\n';
    const beaten = await searchScript({
      examples,
      seedScript: wrong,
      budget: { maxEvaluations: 100_000 },
      seed: 0,
      sandbox,
    });
    expect(beaten.solved).toBe(true);
    expect(beaten.foundBy).toBe('enumeration');
    expect(beaten.outcomes.length).toBeGreaterThan(4);
  });

  it('never lets a seed script that fails fail the search', async () => {
    const examples: InputOutput[] = [1, 2, 5, 9].map((input) => ({ input, output: input + 1 }));
    for (const seedScript of [
      'def transform(value)',
      'raise ValueError("no")',
      'def transform(value):\n    return value[0]',
    ]) {
      const result = await searchScript({
        examples,
        seedScript,
        budget: { maxEvaluations: 10_000 },
        seed: 0,
        sandbox,
      });
      expect(result.solved).toBe(true);
    }
  });

  it('stops at the signal and at the seconds, and says so', async () => {
    const examples = [
      { input: 'a', output: 17 },
      { input: 'b', output: 91 },
    ];
    const stopped = await searchScript({
      examples,
      budget: { maxEvaluations: 1_000_000 },
      seed: 0,
      sandbox,
      signal: AbortSignal.abort(),
    });
    expect(stopped.stopReason).toBe('aborted');
    let time = 0;
    const late = await searchScript({
      examples,
      budget: { seconds: 1 },
      seed: 0,
      sandbox,
      now: () => (time += 400),
    });
    expect(late.stopReason).toBe('seconds');
  });

  it('solves records by field and reads nested fields', async () => {
    const people = FIRST.slice(0, 8).map((first, index) => ({
      person: { first, last: LAST[index] ?? '' },
      born: 1900 + 7 * index,
    }));
    const result = await train(
      people.map(
        (person): InputOutput => ({
          input: person as unknown as Json,
          output: {
            name: `${person.person.first} ${person.person.last}`,
            age: 2020 - person.born,
            decade: `${String(person.born).slice(0, 3)}0s`,
          },
        }),
      ),
    );
    expect(result.solved).toBe(true);
    expect(result.script).toContain("value['person']['first']");
  });

  it.each([
    ['no budget', { budget: {} }, 'training/invalid_budget'],
    [
      'a contradiction',
      {
        examples: [
          { input: 1, output: 1 },
          { input: 1, output: 2 },
        ],
      },
      'training/contradiction',
    ],
  ])('refuses %s', async (_name, wrong, code) => {
    const call = searchScript({
      examples: [{ input: 1, output: 1 }],
      budget: { maxEvaluations: 10 },
      seed: 0,
      sandbox,
      ...wrong,
    });
    await expect(call).rejects.toMatchObject({ code });
  });
});
