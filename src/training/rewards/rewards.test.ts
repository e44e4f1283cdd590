import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import type { EmbeddingModel } from '../../models/index.js';
import type { RewardContext, RewardResult, SampleReward } from '../reward.js';
import { cosineSimilarity } from './cosine-similarity.js';
import { differences } from './differences.js';
import { exactMatch } from './exact-match.js';
import {
  gridProgress,
  listProgress,
  numberProgress,
  recordProgress,
  textProgress,
} from './progress-rewards.js';
import { progressOf } from './progress-scores.js';

const context = (inputs: RewardContext['inputs'] = []): RewardContext => ({
  exampleId: 'example',
  inputs,
  output: 'answer',
});

async function judge(
  reward: SampleReward,
  yTrue: JsonObject | null,
  yPred: JsonObject,
  inputs?: RewardContext['inputs'],
): Promise<{ reward: number; feedback: string | null }> {
  const result: RewardResult = await reward.score(yTrue, yPred, context(inputs));
  return typeof result === 'number'
    ? { reward: result, feedback: null }
    : { reward: result.reward, feedback: result.feedback ?? null };
}

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('exactMatch', () => {
  it('is 1 for equal JSON, whatever the order of keys', async () => {
    expect(await judge(exactMatch(), { a: 1, b: [2] }, { b: [2], a: 1 })).toEqual({
      reward: 1,
      feedback: null,
    });
  });

  it('says what differs, at most three things, and cuts huge texts', async () => {
    const wanted = { a: 'x', b: { c: [1, 2] }, d: 1, e: 2, f: 3 };
    const { reward, feedback } = await judge(exactMatch(), wanted, { a: 'y', b: { c: [1] }, d: 1, z: 0 });
    expect(reward).toBe(0);
    expect(feedback).toBe('a is "y"; expected "x". b.c has 1 items; expected 2. e is missing.');
    const huge = await judge(exactMatch(), { a: 'x' }, { a: 'y'.repeat(1_000_000) });
    expect(huge.feedback?.length).toBeLessThan(300);
  });

  it('compares the fields that are asked for', async () => {
    const [wanted, given] = [
      { answer: 1, note: 'x' },
      { answer: 1, thinking: 'y' },
    ];
    expect((await judge(exactMatch(), wanted, given)).reward).toBe(0);
    expect((await judge(exactMatch({ inMask: ['answer'] }), wanted, given)).reward).toBe(1);
    expect((await judge(exactMatch({ outMaskPattern: 'n(ote|king)' }), wanted, given)).reward).toBe(1);
  });

  it('refuses to compare with nothing, and options that do not exist', async () => {
    await expect(async () => judge(exactMatch(), null, {})).rejects.toMatchObject({
      code: 'training/nothing_expected',
    });
    expect(() => exactMatch({ nmae: 'x' } as never)).toThrowError(/exactMatch has no option nmae/);
    expect(exactMatch({ name: 'mine' }).name).toBe('mine');
  });

  it('finds a difference exactly where there is one', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(differences(left, right).length === 0).toBe(canonicalJson(left) === canonicalJson(right));
      }),
    );
  });
});

describe('progress', () => {
  it('is within [0, 1], and 1 exactly for equal values', () => {
    fc.assert(
      fc.property(json, json, (expected, actual) => {
        const progress = progressOf(expected, actual);
        expect(progress).toBeGreaterThanOrEqual(0);
        expect(progress === 1).toBe(canonicalJson(expected) === canonicalJson(actual));
        expect(progress).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each<[string, SampleReward, JsonObject, JsonObject, number, string]>([
    [
      'a number',
      numberProgress(),
      { n: 100 },
      { n: 50 },
      1 / 1.5,
      'n: It is 50; expected 100, which is more by 50.',
    ],
    ['a number by its scale', numberProgress({ scale: 1 }), { n: 3 }, { n: 0 }, 1 / 4, 'n: It is 0'],
    [
      'a text',
      textProgress(),
      { t: 'abcd' },
      { t: 'abxd' },
      0.5 * (3 / 4) + 0.5 * (3 / 4),
      'n: from character 3',
    ],
    [
      'a list',
      listProgress(),
      { l: [1, 2] },
      { l: [1, 2, 3, 4] },
      0.5 * 0.5 + 0.2 * 0.5 + 0.3 * 0.5,
      'has 4 items',
    ],
    [
      'a grid',
      gridProgress(),
      {
        g: [
          [1, 2],
          [3, 4],
        ],
      },
      {
        g: [
          [1, 2],
          [3, 3],
        ],
      },
      0.2 + 0.075 + 0.7 * 0.75,
      'row 2',
    ],
    ['a grid of another shape', gridProgress(), { g: [[1, 2]] }, { g: [[1], [2]] }, 0.1, 'it is 2 × 1'],
    [
      'a grid with a row too many',
      gridProgress(),
      { g: [[1, 1]] },
      {
        g: [
          [1, 1],
          [1, 1],
        ],
      },
      0.1,
      'it is 2 × 2',
    ],
    ['a grid with a column missing', gridProgress(), { g: [[1, 1]] }, { g: [[1]] }, 0.1, 'it is 1 × 1'],
    ['a record', recordProgress(), { a: 1, b: 'x' }, { a: 1 }, 0.5, 'b is missing.'],
    ['a wrong type', numberProgress(), { n: 1 }, { n: '1' }, 0.02, 'n is "1"; expected a number, 1.'],
    ['a missing field', numberProgress(), { n: 1 }, {}, 0, 'n is missing.'],
  ])('of %s is as the rule says', async (_name, reward, expected, actual, progress, words) => {
    const judged = await judge(reward, expected, actual);
    expect(judged.reward).toBeCloseTo(progress, 12);
    expect(judged.feedback).toContain(words.replace('n: from', 't: from'));
    expect(await judge(reward, expected, expected)).toEqual({ reward: 1, feedback: null });
  });

  it('gives nothing for cells that a copy of the input has right', async () => {
    const wanted = {
      g: [
        [0, 0],
        [0, 1],
      ],
    };
    const inputs = [
      {
        start: [
          [0, 0],
          [0, 0],
        ],
      },
    ];
    const reward = gridProgress({ inputField: 'start' });
    const copy = await judge(
      reward,
      wanted,
      {
        g: [
          [0, 0],
          [0, 0],
        ],
      },
      inputs,
    );
    expect(copy.reward).toBeCloseTo(0.2 + 0.05, 12);
    expect((await judge(reward, wanted, wanted, inputs)).reward).toBe(1);
  });

  it('names the field that is meant', async () => {
    const both = { a: 1, b: 2 };
    expect((await judge(numberProgress({ field: 'b' }), both, { b: 2 })).reward).toBe(1);
    await expect(async () => judge(numberProgress(), both, both)).rejects.toMatchObject({
      code: 'training/which_field',
    });
    await expect(async () => judge(textProgress({ field: 'b' }), both, both)).rejects.toMatchObject({
      code: 'training/wrong_type',
    });
    expect(() => numberProgress({ scale: 0 })).toThrowError(/scale must be a number above 0/);
    expect(() => textProgress({ inputField: 'x' } as never)).toThrowError(/has no option inputField/);
  });

  it('takes huge texts in linear time', async () => {
    const judged = await judge(textProgress(), { t: 'ab'.repeat(500_000) }, { t: 'ba'.repeat(500_000) });
    expect(judged.reward).toBeGreaterThanOrEqual(0.05);
    expect(judged.feedback?.length).toBeLessThan(200);
  });
});

describe('cosineSimilarity', () => {
  const vectors: Readonly<Record<string, readonly number[]>> = {
    north: [0, 2],
    east: [3, 0],
    south: [0, -1],
    nowhere: [0, 0],
  };
  const asked: string[][] = [];
  const model: EmbeddingModel = {
    provider: 'test',
    modelId: 'directions',
    embed: async (texts) => {
      asked.push([...texts]);
      const embeddings = texts.map((text) => vectors[text] ?? [1, 1]);
      return { embeddings, inputTokens: texts.length, warnings: [], model: 'test/directions' };
    },
  };

  it.each<[JsonObject, JsonObject, number]>([
    [{ a: 'north' }, { a: 'north' }, 1],
    [{ a: 'north' }, { a: 'east' }, 0.5],
    [{ a: 'north' }, { a: 'south' }, 0],
    [{ a: 'north' }, { a: 'nowhere' }, 0.5],
    [{ a: ['north', 'east'] }, { a: ['north'] }, 0.5],
    [{ a: 'north', b: 'east' }, { a: 'north', b: 'north' }, 0.75],
    [{}, {}, 1],
  ])('of %j and %j is %d', async (expected, actual, similarity) => {
    expect((await judge(cosineSimilarity({ model }), expected, actual)).reward).toBeCloseTo(similarity, 12);
  });

  it('asks for no text twice, and tells what it read', async () => {
    const reward = cosineSimilarity({ model, prices: { 'test/directions': { input: 1, output: 0 } } });
    asked.length = 0;
    const first = await reward.score({ a: 'north' }, { a: 'east' }, context());
    expect(first).toMatchObject({ usage: { modelCalls: 1, inputTokens: 2, cost: 2e-6 } });
    const second = await reward.score({ a: 'north' }, { a: 'east' }, context());
    expect(second).toMatchObject({ usage: { modelCalls: 0 } });
    expect(asked).toEqual([['north', 'east']]);
  });

  it('keeps no more vectors than it may', async () => {
    const reward = cosineSimilarity({ model, cacheSize: 1 });
    asked.length = 0;
    await reward.score({ a: 'north' }, { a: 'east' }, context());
    await reward.score({ a: 'south' }, { a: 'east' }, context());
    expect(asked).toEqual([['north', 'east'], ['south']]);
    expect(() => cosineSimilarity({ model, cacheSize: -1 })).toThrowError(/cacheSize must be a whole number/);
  });
});
