import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { keptBytes, killedRun, killedWorkers, outputsOf, wholeRun } from './killed-run.fixture.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-killed-'));
afterAll(() => rm(base, { recursive: true }));
const { it } = unless(NOT_BUILT);

it('ends with the same bytes after four kills, on another number of runs at once, and where worker processes are killed', async () => {
  const recipe = join(base, 'recipe.json');
  await writeFile(
    recipe,
    JSON.stringify({
      environment: 'hotel',
      numTrajectories: 16,
      policy: 'mixed',
      dedup: 'task',
      exportFormat: 'openai',
    }),
  );
  const [whole, killed] = [join(base, 'whole'), join(base, 'killed')];
  expect(await wholeRun({ recipe, out: whole })).toEqual({ code: 0, stderr: '' });
  const size = await keptBytes(whole);
  const met = await killedRun(
    { recipe, out: killed, more: ['--concurrency', '1'] },
    { kills: 4, size, chance: new RandomStream(0, 'kill') },
  );
  expect(met).toBeGreaterThan(1);
  expect(await outputsOf(killed)).toEqual(await outputsOf(whole));
  const inProcesses = join(base, 'in-processes');
  const workers = await killedWorkers(
    { recipe, out: inProcesses, more: ['--workers', '2'] },
    { kills: 1, size, chance: new RandomStream(1, 'worker') },
  );
  expect([workers.code, workers.met > 0]).toEqual([0, true]);
  expect(await outputsOf(inProcesses)).toEqual(await outputsOf(whole));
});
