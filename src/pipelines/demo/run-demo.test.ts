import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchOptimizer } from '../../optimizers/index.js';
import { createSandbox, type Sandbox } from '../../sandbox/index.js';
import type { Optimizer } from '../../training/index.js';
import { decodeTrajectories } from '../../trajectories/index.js';
import type { DemoResult } from './demo-result.js';
import { canRun, offering, playDemo } from './run-demo.fixture.js';
import { runDemo } from './run-demo.js';
import { prepareOutputFolder, writeDemo } from './write-demo.js';

const hasMonty = await canRun('monty');

describe.skipIf(!hasMonty)('the demo (skipped where Monty cannot run)', () => {
  let sandbox: Sandbox;
  let folder: string;
  let result: DemoResult;

  const play = (seed: number, optimizer: Optimizer, tasksPerSkill = 20): Promise<DemoResult> =>
    playDemo({ seed, sandbox, optimizer, tasksPerSkill });

  beforeAll(async () => {
    sandbox = await createSandbox({ engine: 'monty' });
    folder = await mkdtemp(join(tmpdir(), 'mettle-demo-'));
    result = await play(0, searchOptimizer());
  }, 60_000);
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  it('proves its tasks, verifies every run, and is better on tasks that training never saw', () => {
    expect(result.oracle.pass.rate).toBe(1);
    for (const round of result.rounds) {
      expect(round.verified.rate).toBe(1);
      expect(round.codeOk.rate).toBe(1);
    }
    expect(result.improved).toBe(true);
    expect(result.comparison.test.better).toBeGreaterThan(result.comparison.test.worse);
  });

  it('learns from no unseen task', () => {
    const { training, tasks } = result;
    const outputs = (split: string): ReadonlySet<unknown> =>
      new Set(
        tasks
          .filter(({ metadata }) => metadata.split === split)
          .map(({ expected }) => expected.answer?.value),
      );
    const [seen, unseen] = [outputs('train'), outputs('unseen')];
    expect(training?.examples.length).toBeGreaterThan(5);
    for (const { output } of training?.examples ?? []) {
      expect(seen).toContain(output);
      expect(unseen).not.toContain(output);
    }
  });

  it('falls back to round 1 without the trained script', async () => {
    const without = await play(0, offering(null), 6);
    const [first, second] = without.trajectories;
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(without.improved).toBe(false);
    expect(without.comparison.test).toMatchObject({ better: 0, worse: 0, pValue: 1 });
  });

  it('does not keep a script that is not better', async () => {
    const useless = await play(0, offering('def transform(value):\n    return None\n'), 6);
    expect(useless.improved).toBe(false);
    const broken = await play(0, offering('def transform(value)\n'), 6);
    expect(broken.improved).toBe(false);
    expect(broken.rounds[1].codeOk.rate).toBeLessThan(1);
    expect(broken.rounds[1].verified.rate).toBe(1);
  });

  it('writes a dataset that reads back, and a report', async () => {
    await prepareOutputFolder(join(folder, 'a', 'b'));
    const files = await writeDemo(join(folder, 'a', 'b'), result);
    expect((await readdir(join(folder, 'a', 'b'))).sort()).toEqual([
      'openai.jsonl',
      'report.html',
      'skill.py',
      'tasks.jsonl',
      'trajectories.jsonl',
    ]);
    const { trajectories, skipped } = decodeTrajectories(await readFile(files.dataset, 'utf8'));
    expect(skipped).toEqual([]);
    expect(trajectories).toHaveLength(result.dataset.trajectoryCount);
    expect(new Set(trajectories.map(({ id }) => id)).size).toBe(trajectories.length);
    expect(await readFile(files.script, 'utf8')).toBe(result.training?.result.script);
    expect((await readFile(files.openai, 'utf8')).trim().split('\n')).toHaveLength(
      result.dataset.openaiCount,
    );
  });

  it('says when the folder cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(prepareOutputFolder(join(file, 'below'))).rejects.toMatchObject({
      code: 'pipelines/output_unwritable',
    });
  });

  it('stops between two items', async () => {
    const controller = new AbortController();
    const stopped = runDemo({
      seed: 0,
      sandbox,
      optimizer: offering(null),
      now: () => 0,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
  });
});
