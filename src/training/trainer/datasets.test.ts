import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { arcAgi, jsonlDataset } from '../../datasets/index.js';
import { adder, handMadeProgram, same } from './programs.fixture.js';
import { Trainer } from './trainer.js';

const folder = mkdtempSync(join(tmpdir(), 'mettle-trainer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a trainer and datasets', () => {
  it('evaluates the rows of a file, and says which row is broken', async () => {
    const trainer = new Trainer(adder({ offset: 1 }), { reward: same });
    const rows = [
      [1, 2],
      [2, 3],
      [3, 9],
    ].map(([from, to]) => JSON.stringify({ from, to }));
    const open = (path: string) => jsonlDataset({ path, input: { n: '{{from}}' }, output: { n: '{{to}}' } });
    const good = open(file('good.jsonl', rows.join('\n')));
    const logs = { reward: 2 / 3, samples: 3, failed: 0 };
    expect(await trainer.evaluate(good)).toEqual(logs);
    expect(await trainer.evaluate(good.repeat(2))).toEqual({ ...logs, samples: 6 });
    const broken = open(file('broken.jsonl', `${rows[0]}\n{"from": 2}\n`));
    await expect(trainer.evaluate(broken)).rejects.toThrow('broken.jsonl, line 2: the template needs to');
  });

  it('evaluates a task of ARC-AGI', async () => {
    const pair = (color: number) => ({ input: [[color, 0]], output: [[0, color]] });
    file('mirror.json', JSON.stringify({ train: [pair(1), pair(2), pair(3)], test: [pair(4)] }));
    const mirror = handMadeProgram({
      inputs: ['task'],
      variables: [],
      body: ({ inputs: [task] }) => [
        { output_grid: ((task?.input_grid ?? []) as number[][]).map((row) => row.toReversed()) },
      ],
    });
    const trainer = new Trainer(mirror, { reward: same });
    const { train, test } = await arcAgi.load({ folder, permutation: true });
    expect(await trainer.evaluate(train)).toEqual({ reward: 1, samples: 6, failed: 0 });
    expect(await trainer.evaluate(test)).toEqual({ reward: 1, samples: 1, failed: 0 });
  });
});
