import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callCommandLine } from '../../command-line.fixture.js';
import { surnames, useTaskFolder } from './evolve.fixture.js';

const tasks = useTaskFolder();

it('keeps each trained task of a folder, goes on with the others, and is listed among the runs', async () => {
  await mkdir(join(tasks.folder, 'tasks'));
  for (const name of ['a', 'b']) await tasks.put(`tasks/${name}.json`, surnames);
  const args = ['tasks', '--out', 'scripts', '--jobs', '1', '--max-evaluations', '2000'];
  expect((await tasks.evolve(...args)).code).toBe(0);
  const out = join(tasks.folder, 'scripts');
  const scripts = async () =>
    Promise.all(['a.py', 'test_a.py', 'b.py', 'test_b.py'].map((name) => readFile(join(out, name), 'utf8')));
  const whole = await scripts();
  const listed = async () => (await callCommandLine(['runs'], { cwd: tasks.folder })).stdout;
  expect(await listed()).toContain('scripts/training: 2 kept, 100 % passed, played by search');

  // As a kill after the first task leaves it.
  const training = join(out, 'training');
  const ledger = join(training, 'run', '1-of-1', 'runs.ledger');
  const [first] = (await readFile(ledger, 'utf8')).split('\n');
  await writeFile(ledger, `${first}\n{"item":1,"key":"torn`);
  expect(await listed()).toContain('scripts/training: 1 kept, unfinished: --resume continues');
  const resumed = await tasks.evolve(...args, '--resume');
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('2/2')]);
  expect(resumed.stderr).toContain('torn off by a crash');
  expect(resumed.stderr).not.toContain('a: ');
  expect(await scripts()).toEqual(whole);
  expect(await listed()).toContain('2 kept, 100 % passed');

  const other = await tasks.evolve(...args, '--resume', '--seed', '1');
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('seed was 0, is 1')]);
  const alone = await tasks.evolve('tasks/a.json', '--out', 'one.py', '--resume');
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('give the folder and --out')]);
  expect((await readdir(out)).sort()).toContain('training');
});
