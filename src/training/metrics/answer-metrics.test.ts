import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import type { Metric } from '../metric.js';
import {
  accuracy,
  binaryAccuracy,
  binaryF1Score,
  binaryFBetaScore,
  binaryPrecision,
  binaryRecall,
  categoricalAccuracy,
  categoricalF1Score,
  categoricalFBetaScore,
  categoricalPrecision,
  categoricalRecall,
  f1Score,
  fBetaScore,
  precision,
  recall,
} from './answer-metrics.js';
import { figureOf, sampleOf } from './sample.fixture.js';

type Pair = readonly [JsonObject, JsonObject | null];
const figure = (metric: Metric, pairs: readonly Pair[]) =>
  figureOf(
    metric,
    pairs.map(([yTrue, yPred]) => sampleOf(yTrue, yPred)),
  );

const EVERY: readonly (readonly [string, () => Metric, () => Metric])[] = [
  ['tokens', accuracy, f1Score],
  ['binary', binaryAccuracy, binaryF1Score],
  ['categorical', categoricalAccuracy, categoricalF1Score],
];

describe('word metrics', () => {
  it.each<[string, Metric, number]>([
    ['accuracy', accuracy(), (2 / 4 + 1) / 2],
    ['precision', precision(), 3 / 4],
    ['recall', recall(), 3 / 4],
    ['f1', f1Score(), 3 / 4],
    ['f2', fBetaScore({ beta: 2 }), 3 / 4],
  ])('%s of a worked example', async (_name, metric, expected) => {
    const pairs: Pair[] = [
      [{ answer: 'The cat sat, down.' }, { answer: 'a cat sat up' }],
      [{ answer: 7 }, { answer: 7 }],
    ];
    expect(await figure(metric, pairs)).toBeCloseTo(expected, 12);
  });

  it('agree with the evaluation of SQuAD written the plain way', async () => {
    const word = fc.constantFrom('the', 'a', 'cat', 'dog', 'Cat', 'dog.', 'x');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(text, text, async (gold, given) => {
        const plain = squadF1(gold, given);
        if (plain === null) return;
        expect((await figure(f1Score(), [[{ answer: gold }, { answer: given }]])) ?? 0).toBeCloseTo(
          plain,
          12,
        );
      }),
    );
  });

  it('keep apart what differs in a sign or a point alone', async () => {
    for (const [gold, given] of [
      ['3.14', '314'],
      ['-5', '5'],
      ['1,000', '1.000'],
      ['?!', '...'],
    ] as const) {
      expect(await figure(accuracy(), [[{ answer: gold }, { answer: given }]])).toBe(0);
    }
    expect(await figure(accuracy(), [[{ answer: '5-year plan!' }, { answer: '5year plan' }]])).toBe(1);
  });

  it('compare lists of any length as one field, and take null for absent', async () => {
    const gold = { tags: ['red', 'blue'], note: null };
    expect(await figure(recall(), [[gold, { tags: ['blue'] }]])).toBe(0.5);
    expect(await figure(accuracy(), [[{ tags: [] }, { tags: [] }]])).toBe(1);
    expect(await figure(accuracy(), [[{ tags: [] }, { tags: ['red'] }]])).toBe(0);
  });

  it('average over fields as asked', async () => {
    const pairs: Pair[] = [
      [
        { a: 'x y z', b: 'w' },
        { a: 'x y z', b: 'v' },
      ],
    ];
    expect(await figure(recall({ average: 'micro' }), pairs)).toBe(3 / 4);
    expect(await figure(recall({ average: 'macro' }), pairs)).toBe(1 / 2);
    expect(await figure(recall({ average: 'weighted' }), pairs)).toBe(3 / 4);
    expect(await figure(recall({ average: 'none' }), pairs)).toEqual({ a: 1, b: 0 });
    expect(await figure(accuracy({ average: 'weighted' }), pairs)).toBe(3 / 4);
    expect(await figure(accuracy({ average: 'none' }), pairs)).toEqual({ a: 1, b: 0 });
  });

  it('take long texts in linear time', async () => {
    const long = 'word, '.repeat(100_000);
    expect(await figure(f1Score(), [[{ answer: long }, { answer: `${long}end` }]])).toBeGreaterThan(0.99);
  });
});

describe('yes and no', () => {
  const yesNo = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 20 });

  it('agrees with the plain definitions', async () => {
    await fc.assert(
      fc.asyncProperty(yesNo, async (answers) => {
        const pairs = answers.map(([gold, given]): Pair => [{ ok: gold }, { ok: given }]);
        const count = (gold: boolean, given: boolean) =>
          answers.filter(([left, right]) => left === gold && right === given).length;
        const [tp, fp, fn] = [count(true, true), count(false, true), count(true, false)];
        expect(await figure(binaryAccuracy(), pairs)).toBeCloseTo(
          (answers.length - fp - fn) / answers.length,
          12,
        );
        if (tp + fp + fn === 0) {
          expect(await figure(binaryPrecision(), pairs)).toBeNull();
          return;
        }
        expect(await figure(binaryPrecision(), pairs)).toBeCloseTo(tp === 0 ? 0 : tp / (tp + fp), 12);
        expect(await figure(binaryRecall(), pairs)).toBeCloseTo(tp === 0 ? 0 : tp / (tp + fn), 12);
        const f2 = (5 * tp) / (5 * tp + 4 * fn + fp);
        expect(await figure(binaryFBetaScore({ beta: 2 }), pairs)).toBeCloseTo(f2, 12);
      }),
    );
  });

  it('reads numbers by the threshold, and does not judge what is neither', async () => {
    const pairs: Pair[] = [
      [
        { score: 0.9, why: 'text' },
        { score: 0.6, why: 'other' },
      ],
    ];
    expect(await figure(binaryAccuracy(), pairs)).toBe(1);
    expect(await figure(binaryAccuracy({ threshold: 0.7 }), pairs)).toBe(0);
    expect(await figure(binaryAccuracy(), [[{ why: 'text' }, { why: 'text' }]])).toBeNull();
    expect(await figure(binaryAccuracy(), [[{ ok: false }, { ok: 'no' }]])).toBe(0);
  });
});

describe('labels', () => {
  const labels = fc.uniqueArray(fc.constantFrom<string>('x', 'y', 'z'), { maxLength: 3 });

  it('agree with sets compared the plain way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(labels, labels), { minLength: 1, maxLength: 8 }),
        async (answers) => {
          const pairs = answers.map(([gold, given]): Pair => [{ tags: gold }, { tags: given }]);
          const jaccard = answers.map(([gold, given]) => {
            const both = gold.filter((label) => given.includes(label)).length;
            const all = new Set([...gold, ...given]).size;
            return all === 0 ? 1 : both / all;
          });
          const expected = jaccard.reduce((left, right) => left + right, 0) / answers.length;
          expect(await figure(categoricalAccuracy(), pairs)).toBeCloseTo(expected, 12);
          const recalls = ['x', 'y', 'z'].flatMap((label) => {
            const gold = answers.filter(([wanted]) => wanted.includes(label));
            const seen = answers.some(([wanted, given]) => wanted.includes(label) || given.includes(label));
            return seen
              ? [
                  gold.length === 0
                    ? 0
                    : gold.filter(([, given]) => given.includes(label)).length / gold.length,
                ]
              : [];
          });
          const macro = await figure(categoricalRecall({ average: 'macro' }), pairs);
          if (recalls.length === 0) expect(macro).toBeNull();
          else
            expect(macro).toBeCloseTo(recalls.reduce((left, right) => left + right, 0) / recalls.length, 12);
        },
      ),
    );
  });

  it('may be a text, a number or a list of one; or fields that are present', async () => {
    expect(await figure(categoricalAccuracy(), [[{ kind: 'spam' }, { kind: ['spam'] }]])).toBe(1);
    expect(await figure(categoricalPrecision(), [[{ digit: 7 }, { digit: 1 }]])).toBe(0);
    const scores: Pair = [
      { spam: true, ham: false },
      { spam: 0.8, ham: 0.9, eggs: 0.1 },
    ];
    expect(await figure(categoricalAccuracy({ labels: 'presence' }), [scores])).toBe(1 / 2);
    expect(await figure(categoricalFBetaScore({ labels: 'presence' }), [scores])).toBeCloseTo(2 / 3, 12);
  });
});

describe.each(EVERY)('%s metrics', (_kind, agreement, f1) => {
  const right: Pair = [{ value: true }, { value: true }];

  it('count failed samples: each lowers the figure', async () => {
    for (const metric of [agreement, f1]) {
      expect(await figure(metric(), [right])).toBe(1);
      expect(await figure(metric(), [right, [{ value: true }, null]])).toBeLessThan(1);
      expect(await figure(metric(), [[{ value: true }, null]])).toBe(0);
    }
    expect(await figure(precision(), [right, [{ value: true }, null]])).toBe(0.5);
    expect(await figure(binaryPrecision(), [right, [{ value: true }, null]])).toBe(0.5);
    expect(await figure(categoricalPrecision(), [right, [{ value: true }, null]])).toBe(0.5);
    expect(await figure(binaryAccuracy(), [[{ value: false }, null]])).toBe(0);
  });

  it('say nothing of no samples, and of samples without an expected answer', async () => {
    for (const metric of [agreement, f1]) {
      expect(metric().result()).toBeNull();
      expect(await figureOf(metric(), [sampleOf(null, { value: true })])).toBeNull();
    }
  });

  it('forget at reset, and share nothing with a clone', async () => {
    const metric = f1();
    const clone = metric.clone();
    await figure(metric, [right]);
    expect(clone.result()).toBeNull();
    metric.reset();
    expect(metric.result()).toBeNull();
  });
});

it('judges the fields that are asked for, on both sides', async () => {
  const pairs: Pair[] = [
    [
      { answer: 'x', id: 1 },
      { thinking: 'long', answer: 'x', id: 2 },
    ],
  ];
  expect(await figure(accuracy({ inMask: ['answer'] }), pairs)).toBe(1);
  expect(await figure(accuracy({ outMask: ['id'], outMaskPattern: '^think' }), pairs)).toBe(1);
  expect(() => accuracy({ inMaskPattern: '(' })).toThrowError(
    expect.objectContaining({ code: 'data/invalid_mask' }),
  );
});

it('judges the output that is asked for', async () => {
  const sample = sampleOf(null, null, {
    yTrue: [{ a: 'x' }, { a: 'y' }],
    yPred: [{ a: 'x' }, { a: 'z' }],
  });
  expect(await figureOf(accuracy(), [sample])).toBe(0.5);
  expect(await figureOf(accuracy({ output: 1 }), [sample])).toBe(0);
});

it.each<[() => unknown, string]>([
  [() => fBetaScore({ beta: 0 }), 'core/invalid_option'],
  [() => fBetaScore({ beta: Number.NaN }), 'core/invalid_option'],
  [() => binaryAccuracy({ threshold: Number.POSITIVE_INFINITY }), 'core/invalid_option'],
  [() => f1Score({ average: 'mean' as never }), 'core/invalid_option'],
  [() => f1Score({ output: -1 }), 'core/invalid_option'],
  [() => f1Score({ threshold: 1 } as never), 'core/invalid_option'],
  [() => categoricalAccuracy({ labels: 'all' as never }), 'core/invalid_option'],
])('refuses %s', (make, code) => {
  expect(make).toThrowError(expect.objectContaining({ code }));
});

/** F1 of two texts as the official script has it; null where its punctuation rule leaves a text empty. */
function squadF1(gold: string, given: string): number | null {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[!-/:-@[-`{-~]/g, '')
      .replace(/\b(a|an|the)\b/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '');
  const [left, right] = [words(gold), words(given)];
  if (left.length === 0 || right.length === 0) return null;
  const rest = [...left];
  let same = 0;
  for (const word of right) {
    const at = rest.indexOf(word);
    if (at === -1) continue;
    rest.splice(at, 1);
    same++;
  }
  return same === 0
    ? 0
    : (2 * (same / right.length) * (same / left.length)) / (same / right.length + same / left.length);
}
