import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type JsonObject } from '../../core/index.js';
import { JsonDataModel } from '../../data/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { Dataset } from '../dataset.js';
import type { Sample } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { arcAgi } from './arc-agi.js';
import { plotTask } from './plot-task.js';

const file = temporaryFolder();
const pair = (color: number, size = 1) => ({
  input: [[color, 0]],
  output: Array.from({ length: size }, () => [0, color]),
});
const task = {
  train: [pair(1, 3), pair(2, 1), pair(3, 2), pair(1, 3)],
  test: [pair(4), { input: [[2, 0]] }],
};
file('arc/training/twice.json', JSON.stringify(task));
file('arc/training/two.json', JSON.stringify({ train: [pair(5), pair(6)], test: [pair(7)] }));
const folder = dirname(
  dirname(file('arc/evaluation/one.json', JSON.stringify({ train: [pair(5)], test: [] }))),
);

/** Whether what a sample asks is among its examples. */
function leaks({ x }: Sample): boolean {
  const examples = x.examples as readonly JsonObject[];
  return examples.some((example) => canonicalJson(example.input_grid) === canonicalJson(x.input_grid));
}

/** The colour of each query, and those of its examples. */
async function shape(dataset: Dataset): Promise<readonly string[]> {
  const color = (grid: unknown) => (grid as number[][])[0]?.[0];
  return (await dataset.materialize()).map(({ x }) => {
    const examples = x.examples as readonly JsonObject[];
    return `${color(x.input_grid)} by ${examples.map((example) => color(example.input_grid)).join('')}`;
  });
}

describe('arcAgi.load', () => {
  it('asks for each pair by the others, small outputs first, and never shows what it asks', async () => {
    const { train, test } = await arcAgi.load({ folder, tasks: 'twice' });
    expect(await shape(train)).toEqual(['2 by 131', '3 by 121', '1 by 23', '1 by 23']);
    expect(await shape(test)).toEqual(['4 by 1231', '2 by 131']);
    expect((await test.materialize()).map(({ y }) => y)).toEqual([{ output_grid: [[0, 4]] }, undefined]);
    const unsorted = await arcAgi.load({ folder, tasks: ['twice'], curriculum: false, repeat: 2 });
    expect(await shape(unsorted.train.limit(5))).toEqual([
      '1 by 23',
      '2 by 131',
      '3 by 121',
      '1 by 23',
      '1 by 23',
    ]);
    const last = await arcAgi.load({ folder, tasks: ['two'], oneLeaveOut: false });
    expect(await shape(last.train)).toEqual(['6 by 5']);
  });

  it('asks for an output without cells first, and says what is to be done', async () => {
    const empty = { input: [[9, 0]], output: [] };
    const path = dirname(file('empty/e.json', JSON.stringify({ train: [pair(1), empty], test: [pair(2)] })));
    const { train } = await arcAgi.load({ folder: path });
    expect((await shape(train))[0]).toBe('9 by 1');
    expect(arcAgi.instructions).toContain('input grid');
  });

  it('reads version 2 as version 1: the same form, in the folder of its repository', async () => {
    const home = dirname(dirname(dirname(file('two/data/training/a.json', JSON.stringify(task)))));
    file('two/data/evaluation/b.json', JSON.stringify(task));
    for (const version of [1, 2]) {
      expect(await arcAgi.taskNames({ folder: home, version })).toEqual(['a']);
      expect(await arcAgi.taskNames({ folder: home, version, subset: 'evaluation' })).toEqual(['b']);
      const { train } = await arcAgi.load({ folder: home, version, tasks: 'a', permutation: true });
      const samples = await train.materialize();
      expect(samples).toHaveLength(16);
      expect(samples.filter(leaks)).toEqual([]);
    }
  });

  it('gives the examples in every order', async () => {
    const { train } = await arcAgi.load({ folder, tasks: 'twice', permutation: true });
    const shapes = await shape(train);
    expect(shapes.filter((text) => text.startsWith('2'))).toEqual([
      '2 by 131',
      '2 by 113',
      '2 by 311',
      '2 by 311',
      '2 by 113',
      '2 by 131',
    ]);
    expect(shapes).toHaveLength(6 + 6 + 2 + 2);
    expect(await shape((await arcAgi.load({ folder, tasks: 'twice', permutation: 2 })).train)).toHaveLength(
      8,
    );
    expect((await train.materialize()).filter(leaks)).toEqual([]);
  });

  it('reads all tasks, and gives samples that meet the data models', async () => {
    expect(await arcAgi.taskNames({ folder })).toEqual(['twice', 'two']);
    const { train, test } = await arcAgi.load({ folder });
    for await (const { x, y } of train) {
      expect(arcAgi.getInputDataModel().of(x).json).toEqual(x);
      expect(arcAgi.getOutputDataModel().of(y).json).toEqual(y);
    }
    expect((await test.materialize()).length).toBe(3);
    expect(await (await arcAgi.load({ folder, subset: 'evaluation' })).train.materialize()).toEqual([]);
  });

  it.each([
    [{ folder, version: 99 }, 'ARC-AGI has the versions 1 and 2; got 99.'],
    [
      { folder, tasks: 'none' },
      /^The task "none" is not recognized: .*training holds 2 others, for example twice, two\.$/,
    ],
    [{ folder, tasks: '../../x' }, /is not recognized/],
    [{ folder, oneLeavOut: false } as never, /^arcAgi\.load has no option oneLeavOut; it has folder, /],
    [
      { folder: '/none', version: 2 },
      'There are no training tasks of ARC-AGI-2 in /none. Get them: git clone --depth 1 https://github.com/arcprize/ARC-AGI-2',
    ],
    [{ folder, permutation: 0 }, undefined],
  ])('refuses %j', async (options, message) => {
    const reading = arcAgi.load(options).then(({ train }) => train.materialize());
    await expect(reading).rejects.toThrow(
      message ?? 'permutation is true, false or a whole number from 1; got 0.',
    );
  });

  it.each([
    [{ train: [pair(1), { input: [[1]] }], test: [] }, 'bad.json: train pair 2 has no output.'],
    [
      { train: [pair(10)], test: [] },
      'bad.json: the input of train pair 1 has the colour 10; colours are whole numbers from 0 to 9.',
    ],
    [
      { train: [{ input: [[1], [1, 2]], output: [] }], test: [] },
      'bad.json: the input of train pair 1 has rows of different lengths.',
    ],
    [{ train: [] }, 'bad.json: a task has a list of pairs in test.'],
  ])('says what is wrong with the task %j', async (bad, message) => {
    const path = dirname(file('broken/bad.json', JSON.stringify(bad)));
    await expect(arcAgi.load({ folder: path })).rejects.toThrow(message);
  });

  const real = fileURLToPath(new URL('../../../../shared/data/arc-agi-1/', import.meta.url));
  const absent = existsSync(real) ? '' : 'the tasks are not beside the checkout';
  unless(absent).it('never shows what it asks, in any task of ARC-AGI-1', async () => {
    const { train, test } = await arcAgi.load({ folder: real, permutation: 2 });
    let count = 0;
    for (const side of [train, test]) {
      for await (const sample of side) {
        count += 1;
        if (leaks(sample)) throw new Error(`a leak in sample ${count}`);
      }
    }
    expect(count).toBeGreaterThan(1_000);
  });
});

describe('plotTask', () => {
  const x = { examples: [{ input_grid: [[1, 0]], output_grid: [[0, 1]] }], input_grid: [[2, 0]] };
  const y = { output_grid: [[0, 2]] };
  const frames = (svg: string) => svg.split('stroke-dasharray="3 2"').length - 1;

  it('draws what is right and what was answered, with a frame around wrong cells', () => {
    const svg = plotTask({ x, y, prediction: { output_grid: [[0, 3]] }, title: 'a <b> & "c"' });
    expect(svg).toContain('predicted: 1 of 2 wrong');
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
    expect(frames(svg)).toBe(1);
    expect(plotTask({ x, y, prediction: y })).toContain('predicted: right');
    expect(plotTask({ x, y, prediction: { output_grid: [[1], [1]] } })).toContain('predicted: 2×1, not 1×2');
    expect(frames(plotTask({ x, prediction: y }))).toBe(0);
    const model = new JsonDataModel({ schema: { type: 'object' }, json: x });
    expect(plotTask({ x: model, y })).toBe(plotTask({ x, y }));
  });

  it('needs an answer and grids', () => {
    expect(() => plotTask({ x })).toThrow('plotTask needs y (the right output) or prediction');
    expect(() => plotTask({ x, y: { output_grid: [[11]] } })).toThrow(
      'plotTask: the grid of y has the colour 11',
    );
    expect(() => plotTask({ x: {}, y })).toThrow('x has no list of examples');
    expect(() => plotTask({ x, y, yPred: y } as never)).toThrow('plotTask has no option yPred');
  });
});
