import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { isJsonObject, type Json, RandomStream, sha256 } from '../../core/index.js';
import { readTrajectoryFile } from '../../records/index.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { keptBytes, killedRun, killedWorkers, outputsOf, startRun, wholeRun } from './killed-run.fixture.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-killed-deep-'));
const { it } = unless(NOT_BUILT);
const COUNT = 120;
const recipe = join(base, 'recipe.json');
const whole = join(base, 'whole');

beforeAll(async () => {
  const desk = {
    environment: ['sql', 'hotel'],
    numTrajectories: COUNT,
    policy: 'mixed',
    dedup: true,
    filter: { minScore: 0.6 },
    exportFormat: ['openai', 'sharegpt'],
  };
  await writeFile(recipe, JSON.stringify(desk));
  expect(await wholeRun({ recipe, out: whole })).toEqual({ code: 0, stderr: '' });
});
afterAll(() => rm(base, { recursive: true }));

it('ends with the same bytes after fifty kills, nothing lost and nothing doubled', async () => {
  const out = join(base, 'fifty');
  const chance = new RandomStream(1, 'kill');
  const met = await killedRun({ recipe, out }, { kills: 50, size: await keptBytes(whole), chance });
  expect(met).toBeGreaterThan(25);
  expect(await outputsOf(out)).toEqual(await outputsOf(whole));
  const { trajectories } = await readTrajectoryFile(join(out, 'trajectories.jsonl'));
  expect(new Set(trajectories.map(({ id }) => id)).size).toBe(COUNT);
});

it('ends with the same bytes after fifty kills of a run with worker processes, and leaves none running', async () => {
  const out = join(base, 'workers');
  const chance = new RandomStream(4, 'kill');
  const size = await keptBytes(whole);
  const met = await killedRun({ recipe, out, more: ['--workers', '2'] }, { kills: 50, size, chance });
  expect(met).toBeGreaterThan(25);
  expect(await outputsOf(out)).toEqual(await outputsOf(whole));
  const { trajectories } = await readTrajectoryFile(join(out, 'trajectories.jsonl'));
  expect(new Set(trajectories.map(({ id }) => id)).size).toBe(COUNT);
});

it('goes on when its worker processes are killed, and loses nothing', async () => {
  const out = join(base, 'killed-workers');
  const chance = new RandomStream(5, 'worker');
  const size = await keptBytes(whole);
  const { met, code } = await killedWorkers(
    { recipe, out, more: ['--workers', '2'] },
    { kills: 20, size, chance },
  );
  expect(code).toBe(0);
  expect(met).toBeGreaterThan(10);
  expect(await outputsOf(out)).toEqual(await outputsOf(whole));
});

it('ends with the same bytes where three processes share it and are killed', async () => {
  const out = join(base, 'shared');
  const size = Math.floor((await keptBytes(whole)) / 3);
  await Promise.all(
    [1, 2, 3].map((index) =>
      killedRun(
        { recipe, out, more: ['--shard', `${index}/3`] },
        { kills: 17, size, chance: new RandomStream(index, 'shard') },
      ),
    ),
  );
  expect(await outputsOf(out)).toEqual(await outputsOf(whole));
});

it('ends with the same bytes whatever the clock says', async () => {
  const jump = `let now = 0; Date.now = () => { now += 1; return (now % 7) * 4e11 * (now % 2 === 0 ? 1 : -1); };`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(jump)}`];
  const out = join(base, 'clock');
  await killedRun(
    { recipe, out, node },
    { kills: 4, size: await keptBytes(whole), chance: new RandomStream(2, 'clock') },
  );
  expect(await outputsOf(out)).toEqual(await outputsOf(whole));
});

const disk = join(base, 'disk');
const mounted = await mkdir(disk).then(() =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', disk], { encoding: 'utf8' }),
);
afterAll(() => {
  if (mounted.status === 0) spawnSync('umount', [disk]);
});

unless(NOT_BUILT || (mounted.status === 0 ? '' : 'no file system can be mounted here')).it(
  'says in one line that the disk is full, and goes on once there is room',
  async () => {
    const out = join(disk, 'out');
    const { code, stderr } = await wholeRun({ recipe, out });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^mettle generate: .*the disk is full[^\n]*\n$/),
    ]);
    const kept = await keptBytes(out);
    expect(kept).toBeGreaterThan(100_000);
    spawnSync('mount', ['-o', 'remount,size=100m', disk]);
    expect((await wholeRun({ recipe, out })).code).toBe(0);
    expect(await outputsOf(out)).toEqual(await outputsOf(whole));
  },
);

it('pays a model for no reply twice, however often it is killed', async () => {
  const asked = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    const { messages } = JSON.parse(text) as { readonly messages: readonly Json[] };
    const key = sha256(JSON.stringify(messages));
    asked.set(key, (asked.get(key) ?? 0) + 1);
    const looked = messages.some((message) => isJsonObject(message) && message.role === 'tool');
    const call = {
      id: `call_${key.slice(0, 8)}`,
      type: 'function',
      function: { name: 'sql_query', arguments: '{"sql":"SELECT count(*) FROM orders"}' },
    };
    const message = looked
      ? { role: 'assistant', content: `There are ${key.slice(0, 4)}.` }
      : { role: 'assistant', content: null, tool_calls: [call] };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: key,
        object: 'chat.completion',
        created: 1,
        model: 'test',
        choices: [{ index: 0, message, finish_reason: looked ? 'stop' : 'tool_calls' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    );
  });
  // On a slow machine a connection may idle for long; one that closes then is a failure, which records tell.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asks = join(base, 'model.json');
  const queries = Array.from({ length: 24 }, (_, index) => `How many orders are there of customer ${index}?`);
  await writeFile(
    asks,
    JSON.stringify({ queries, model: `openai-compatible/test@http://127.0.0.1:${port}/v1` }),
  );
  const [calm, killed] = [join(base, 'calm'), join(base, 'killed-model')];
  expect((await wholeRun({ recipe: asks, out: calm })).code).toBe(0);
  const paid = [...asked.values()].reduce((sum, times) => sum + times, 0);
  expect(paid).toBe(48);
  asked.clear();
  const met = await killedRun(
    { recipe: asks, out: killed },
    { kills: 8, size: await keptBytes(calm), chance: new RandomStream(3, 'model') },
  );
  server.close();
  expect(await outputsOf(killed)).toEqual(await outputsOf(calm));
  // Of a kill, the calls that were under way are made again: one for each of the four runs at once.
  const again = [...asked.values()].reduce((sum, times) => sum + times, 0) - paid;
  expect(again).toBeLessThanOrEqual(4 * met);
});

it('leaves no lock behind that keeps the next one off', async () => {
  const out = join(base, 'locked');
  const child = startRun({ recipe, out });
  while ((await keptBytes(out)) === 0 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 1));
  const { code, stderr } = await wholeRun({ recipe, out });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Another run is at work on ')]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await wholeRun({ recipe, out })).code).toBe(0);
});
