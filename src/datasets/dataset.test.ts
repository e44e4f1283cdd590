import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DataModel } from '../data/index.js';
import { Dataset } from './dataset.js';
import { jsonlDataset } from './readers/json.js';
import type { Sample } from './sample.js';
import { findLeaks, splitSamples } from './split.js';
import type { Template } from './template.js';
import { temporaryFolder } from './temporary-folder.fixture.js';

const file = temporaryFolder();
const numbers = (count: number) =>
  Dataset.from(Array.from({ length: count }, (_, index) => ({ x: { index } })));
const indexes = (samples: readonly Sample[]) => samples.map(({ x }) => x.index);

describe('Dataset', () => {
  it('limits, repeats and batches, from the start each time', async () => {
    const dataset = numbers(3).repeat(2).limit(5);
    for (const _ of [1, 2]) expect(indexes(await dataset.materialize())).toEqual([0, 1, 2, 0, 1]);
    const batches: unknown[] = [];
    for await (const batch of dataset.batches(2)) batches.push(indexes(batch));
    expect(batches).toEqual([[0, 1], [2, 0], [1]]);
    expect(await numbers(3).limit(0).materialize()).toEqual([]);
  });

  it('of a generator has one pass, and says so instead of being empty', async () => {
    const counted = Dataset.from(
      (function* () {
        yield { x: { n: 1 } };
      })(),
    );
    expect(await counted.materialize()).toHaveLength(1);
    await expect(counted.materialize()).rejects.toThrow(/allows one pass\. Use new Dataset/);
    async function* stream() {
      yield { x: { n: 1 } };
    }
    const repeated = Dataset.from(stream()).repeat(2).materialize();
    await expect(repeated).rejects.toMatchObject({ code: 'core/invalid_option' });
    expect(await new Dataset(() => stream()).repeat(2).materialize()).toHaveLength(2);
    for (const none of [undefined, null, 3, {}, Promise.resolve([])]) {
      expect(() => Dataset.from(none as never)).toThrow(/Dataset\.from takes a list/);
    }
  });

  it('refuses counts that are none', async () => {
    expect(() => numbers(1).limit(-1)).toThrow('limit is a whole number from 0; got -1.');
    expect(() => numbers(1).repeat(0)).toThrow('repeat is a whole number from 1; got 0.');
    await expect(numbers(1).batches(Number.NaN).next()).rejects.toThrow(
      'The size of a batch is a whole number from 1; got NaN.',
    );
  });
});

describe('templates', () => {
  const path = file(
    'rows.jsonl',
    '{"q": "two", "n": 2, "more": {"list": ["a", "b"]}, "a b": 1, "text": "{{n}}"}\n',
  );
  const made = async (input: Template) => {
    try {
      return (await jsonlDataset({ path, input }).materialize())[0]?.x;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('take fields with their type, and write them into text', async () => {
    expect(
      await made({
        n: '{{n}}',
        list: '{{ more.list }}',
        first: '{{more.list[0]}}',
        text: 'is {{q}}: {{n}}, {{more}}',
        fixed: [1, '{{a b}}'],
      }),
    ).toEqual({
      n: 2,
      list: ['a', 'b'],
      first: 'a',
      text: 'is two: 2, {"list":["a","b"]}',
      fixed: [1, 1],
    });
    expect(await made({ text: '> {{text}}' })).toEqual({ text: '> {{n}}' });
    expect(await made((row) => ({ double: 2 * (row.n as number) }))).toEqual({ double: 4 });
  });

  it('are strict: a name that a row lacks is an error with its place', async () => {
    for (const name of ['none', 'more.list[2]', 'q.length', 'more.constructor']) {
      expect(await made({ a: `{{${name}}}` })).toBe(
        `rows.jsonl, line 1: the template needs ${name}, which this row does not have. It has: q, n, more, a b, text.`,
      );
    }
    expect(await made({ a: '{{ }}' })).toBe('A template has {{}} without the name of a field.');
    expect(await made({ a: '{{a..b}}' })).toBe("The template's {{a..b}} is not the name of a field.");
  });

  it('are checked by the data models, with the place of the row', async () => {
    const model = new DataModel({
      name: 'Task',
      schema: { type: 'object', properties: { n: { type: 'string' } } },
    });
    await expect(
      jsonlDataset({ path, input: { n: '{{n}}' }, inputDataModel: model }).materialize(),
    ).rejects.toThrow(/^rows\.jsonl, line 1: Task\.n: must be/);
  });
});

describe('splitSamples', () => {
  const samples = Array.from({ length: 100 }, (_, index) => ({
    x: { index: index % 60 },
    y: { label: index % 4 === 0 ? 'rare' : 'common' },
  }));

  it('parts without leaks, the same way for the same seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.double({ min: 0.05, max: 0.6, noNaN: true }),
        (seed, testSize) => {
          const split = splitSamples(samples, { seed, testSize });
          expect(split).toEqual(splitSamples(samples, { seed, testSize }));
          expect(findLeaks(split)).toEqual([]);
          expect(split.train.length + split.test.length).toBe(100);
          expect(Math.abs(split.test.length - 100 * testSize)).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps the shares of labels, and groups together', () => {
    const { test } = splitSamples(samples, { testSize: 0.4, stratifyBy: 'label' });
    const rare = test.filter(({ y }) => y?.label === 'rare').length;
    expect([rare, test.length]).toEqual([10, 40]);
    const groupBy = ({ x }: Sample) => String((x.index as number) % 7);
    const split = splitSamples(samples, { groupBy });
    const groups = (side: readonly Sample[]) => new Set(side.map(groupBy));
    expect([...groups(split.test)].filter((group) => groups(split.train).has(group))).toEqual([]);
  });

  it('finds what leaks in a split that was made elsewhere', () => {
    expect(findLeaks({ train: samples.slice(0, 70), test: samples.slice(70) })).toHaveLength(30);
    expect(findLeaks({ train: samples.slice(0, 20), test: samples.slice(20, 60) })).toEqual([]);
  });

  it('refuses what cannot be split', async () => {
    expect(() => splitSamples(samples, { testSize: 1 })).toThrow(
      'testSize is a share between 0 and 1; got 1.',
    );
    expect(() => splitSamples([{ x: {} }, { x: {} }])).toThrow('there are 2 with 1.');
    expect(() => splitSamples(samples, { stratifyBy: 'none' })).toThrow('a sample has no none in its output');
    const { train, test } = await numbers(5).splitTrainTest();
    expect([(await train.materialize()).length, (await test.materialize()).length]).toEqual([4, 1]);
  });
});
