import { afterAll, beforeAll, expect } from 'vitest';
import { type Json, RandomStream } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import type { InputOutput, TrainingResult } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';
import { FIRST, generate, LAST, transformations } from './transformations.fixture.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

const train = (
  examples: readonly InputOutput[],
  seed = 0,
  maxEvaluations = 400_000,
): Promise<TrainingResult> => searchScript({ examples, budget: { maxEvaluations }, seed, sandbox });

describe('searchScript', () => {
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

  it('says that it abstained where what fits has too little support', async () => {
    const result = await train([{ input: 'left', output: 7 }]);
    expect(result).toMatchObject({ abstained: true, solved: false, script: null, stopReason: 'abstained' });
    expect(result.guess).not.toBeNull();
  });

  it('offers parts of fields within the budget too', async () => {
    const examples = ['a-b c_d', 'e-f g_h', 'i-j k_l'].map((input, index) => ({
      input,
      output: `${input} ${index * 7}x`,
    }));
    const { evaluations } = await searchScript({
      examples,
      budget: { maxEvaluations: 3000 },
      seed: 0,
      sandbox,
    });
    expect(evaluations).toBeLessThanOrEqual(3100);
  });

  it('takes fields by their place among fields, not where three examples happen to have them', async () => {
    const { script } = await train([
      { input: '[4816: QZ07]', output: 'QZ07/481' },
      { input: '[7081: QZ36]', output: 'QZ36/708' },
      { input: '[1779: BR82]', output: 'BR82/177' },
    ]);
    const { value } = await sandbox.run(`${script}\ntransform('[53126: ABCDE]')`);
    expect(value).toBe('ABCDE/531');
  });

  it('finds lists whose last steps can be taken back', async () => {
    const { script } = await train(
      [
        [13, 0, 8, 10],
        [17, 10, 1, 10, 16],
        [8, 1, 19, 9, 16],
        [3, 3, 5],
        [11, 2, 7, 7, 4, 6],
      ].map((input) => ({ input, output: [...input.slice(0, 2), 4, ...input.slice(2), 2] })),
    );
    const { value } = await sandbox.run(`${script}\ntransform([6, 0, 20, 1])`);
    expect(value).toEqual([6, 0, 4, 20, 1, 2]);
  });

  it('knows whether anything stands twice in a list', async () => {
    const { script } = await train(
      [
        [3, 3, 5],
        [1, 4, 2],
        [6, 1, 1, 9],
        [8, 2, 4, 7],
        [5],
        [7, 0, 7],
        [2, 9, 4],
        [4, 4],
        [1, 2, 3, 4, 5],
        [9, 5, 5, 1],
        [0, 6],
        [6, 2, 6],
        [3, 8, 1, 0],
        [8, 8, 8],
        [5, 1, 9, 2, 7, 3],
        [2, 2, 9, 1],
      ].map((input) => ({ input, output: new Set(input).size < input.length })),
    );
    expect(script).toContain('len(set(values)) < len(values)');
  });

  it('divides by 100 rather than multiplying by 0.01, which is off in the last digit', async () => {
    const { script } = await train([
      { input: '57%', output: 0.57 },
      { input: '100%', output: 1 },
      { input: '3%', output: 0.03 },
      { input: '29%', output: 0.29 },
    ]);
    expect(script).toContain('/ 100');
    const { value } = await sandbox.run(`${script}\n[transform(f'{n}%') for n in (7, 14, 58, 113)]`);
    expect(value).toEqual([0.07, 0.14, 0.58, 1.13]);
  });

  it('holds a script that memorises back: held-out examples contradict it', async () => {
    const examples = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op'].map((input, index) => ({
      input,
      output: index % 3 === 0 ? 'yes' : input,
    }));
    const result = await train(examples, 0, 50_000);
    expect(result.solved && result.confidence === 'high').toBe(false);
  });

  it('is not sure as long as something else fits that answers a near input otherwise', async () => {
    const zeros = [
      [[8, 3, 5], [], [12], [7, 11, 4, 2], [10, 2], [14]],
      [
        [6, 2, 0],
        [0, 9],
        [5, 0, 13],
        [3, 0, 8, 6],
      ],
    ];
    // The lowest number that is missing fits as well as the number of zeros.
    const examples = zeros.flatMap((inputs, output) => inputs.map((input) => ({ input, output })));
    const result = await train(examples);
    expect(result.question?.answers.map(({ output }) => output)).toEqual([1, 2]);
    expect(result.confidence).toBe('medium');
  });

  it('is sure of numbers where nothing else fits, and of texts where something does', async () => {
    const numbers = [3, 8, 1, 12, 40, 7, 19, 23].map((input) => ({ input, output: 3 * input + 1 }));
    const { question: none, confidence: ofNumbers } = await train(numbers);
    expect([none, ofNumbers]).toEqual([undefined, 'high']);
    const texts = [
      ['Paid: 12.50 EUR by card', '12.50'],
      ['Refund of 8.75 EUR to you', '8.75'],
      ['Fee 101.20 EUR, cash', '101.20'],
      ['Got 99.99 EUR from Al', '99.99'],
      ['We sent 5.00 EUR back', '5.00'],
      ['Invoice over 45.10 EUR open', '45.10'],
      ['A tip of 2.25 EUR given', '2.25'],
      ['Total now 310.00 EUR due', '310.00'],
    ].map(([input = '', output = '']) => ({ input, output }));
    const { question, confidence } = await train(texts);
    expect(question?.answers.length).toBeGreaterThan(1);
    expect(confidence).toBe('high');
    // Where one of the inputs that they disagree on is given, it isn't sure of texts either.
    const unlabelled = question === undefined ? [] : [question.input];
    const given = await searchScript({
      examples: texts,
      unlabelled,
      budget: { maxEvaluations: 400_000 },
      seed: 0,
      sandbox,
    });
    expect(given).toMatchObject({ abstained: false, confidence: 'medium' });
    expect(given.reasons.at(-1)).toMatch(/says something else on an input that was given/);
  });

  it('changes nothing only where enough examples say so', async () => {
    const lists = Array.from({ length: 10 }, (_list, place) => [place + 3, 7 * place, 20 - 3 * place]);
    const same = (count: number, write: (list: readonly number[]) => Json): Promise<TrainingResult> =>
      train(lists.slice(0, count).map((list) => ({ input: write(list), output: write(list) })));
    expect(await same(9, (list) => [...list])).toMatchObject({ script: null, confidence: 'low' });
    expect(await same(10, (list) => [...list])).toMatchObject({ confidence: 'medium' });
    expect(await same(10, String)).toMatchObject({ script: null, confidence: 'low' });
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
      0,
      50_000,
    );
    expect(result.solved).toBe(true);
    expect(result.script).toContain("record['person']['first']");
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

it('offers what fits three examples, and does not call it solved until one tests it', async () => {
  await using sandbox = await openSearchSandbox();
  const pairs = ['Ada Lovelace', 'Alan Turing', 'Tim Berners Lee', 'Grace Hopper', 'Edgar Codd'].map(
    (input) => ({
      input,
      output: input.split(' ').at(-1) ?? '',
    }),
  );
  const train = (count: number) =>
    searchScript({ examples: pairs.slice(0, count), budget: { maxEvaluations: 20_000 }, seed: 0, sandbox });
  const three = await train(3);
  expect(three).toMatchObject({ solved: false, abstained: false, confidence: 'medium' });
  expect(three.script).toContain('def transform(text)');
  expect(three.advice).toEqual([expect.stringContaining('Add an example')]);
  expect(await train(5)).toMatchObject({ solved: true, advice: [] });
});
