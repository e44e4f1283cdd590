import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import type { Policy } from '../../environments/index.js';
import { AgentTrajectoryGenerator } from '../../generation/index.js';
import { openFruitTasks } from './fruit-tasks.fixture.js';
import { type GenerateToFolderOptions, generateToFolder } from './generate-to-folder.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-generate-'));
afterAll(() => rm(base, { recursive: true }));
const { taskAt, fingerprint } = await openFruitTasks();
const generate = (name: string, options: Partial<GenerateToFolderOptions> = {}) =>
  generateToFolder({
    folder: join(base, name),
    count: 40,
    taskAt,
    generator: new AgentTrajectoryGenerator({ useMock: true, verify: true }),
    mode: 'single_agent',
    worlds: [{ environment: { type: 'fruit' }, fingerprint }],
    run: { seed: 0 },
    resume: false,
    ...options,
  });
const bytesOf = async (name: string) => {
  const folder = join(base, name);
  const files = (await readdir(folder)).filter((file) => file !== 'run').sort();
  return Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]));
};

it('writes a set, counts it, and goes on from any point to the same bytes', async () => {
  const seen: string[] = [];
  const result = await generate('whole', { onProgress: ({ done, note }) => seen.push(`${done} ${note}`) });
  expect(result).toMatchObject({ written: 40, skipped: 0, failed: [], stopReason: 'complete' });
  expect(result.summary.verified).toMatchObject({ trials: 40 });
  expect(result.summary.pass?.trials).toBe(40);
  expect(result.summary.failures.failures.length).toBeGreaterThan(0);
  expect(seen[0]).toBe('0 ');
  expect(seen.at(-1)).toMatch(/^40 \d+ of 40 passed, \d+ verified$/);
  const whole = await bytesOf('whole');
  expect(whole.map(([name]) => name)).toEqual([
    'report.html',
    'run.json',
    'summary.json',
    'trajectories.jsonl',
    'world.json',
  ]);
  const kept = ['runs.ledger', 'runs-0001.jsonl'].map((file) => join('run', '1-of-1', file));
  const [ledger = '', segment = ''] = await Promise.all(
    kept.map((file) => readFile(join(base, 'whole', file), 'utf8')),
  );
  // Segments are read as any file of records.
  expect(segment.split('\n').sort()).toEqual((whole[3]?.[1] ?? '').split('\n').sort());
  const chance = new RandomStream(0, 'kill');
  const cuts = [0, ledger.length - 1, ...Array.from({ length: 4 }, () => chance.integer(1, ledger.length))];
  for (const [index, cut] of cuts.entries()) {
    const folder = join(base, 'killed');
    await cp(join(base, 'whole'), folder, { recursive: true });
    await Promise.all(
      ['trajectories.jsonl', 'summary.json', 'report.html'].map((name) => rm(join(folder, name))),
    );
    // A segment is ahead of its ledger, or the disk lost a part of it.
    if (index % 2 === 1) await truncate(join(folder, kept[1] ?? ''), chance.integer(0, segment.length));
    await truncate(join(folder, kept[0] ?? ''), cut);
    const resumed = await generate('killed', { resume: true });
    expect(resumed.written + resumed.skipped).toBe(40);
    expect(await bytesOf('killed')).toEqual(whole);
    await rm(folder, { recursive: true });
  }
});

it('traces failures to the steps that lost them, in the summary and the report', async () => {
  const [report, , summary] = await bytesOf('whole');
  const { blame } = JSON.parse(summary?.[1] ?? '') as {
    blame: { located: number; unlocated: number; steps: { kind: string; tool: string; count: number }[] };
  };
  expect(blame.located).toBeGreaterThan(3);
  expect(blame.unlocated).toBe(0);
  expect(blame.steps.reduce((sum, { count }) => sum + count, 0)).toBe(blame.located);
  expect(report?.[1]).toContain('Which step it failed by');
  expect(report?.[1]).toContain('lost it here');
});

it('refuses to mix two runs', async () => {
  await generate('first', { count: 2 });
  await expect(generate('first', { count: 2 })).rejects.toThrow('holds 2 trajectories already');
  await expect(generate('first', { resume: true, run: { seed: 1 } })).rejects.toThrow(
    /run\.json is of another run \(seed was 0, is 1\)\. Use the same options/,
  );
  await expect(
    generate('first', { resume: true, worlds: [{ environment: { type: 'fruit' }, fingerprint: 'x' }] }),
  ).rejects.toThrow(/world\.json is of another run \(fingerprint differs\)/);
  expect(await generate('first', { resume: true, count: 4 })).toMatchObject({ written: 2, skipped: 2 });
  await rm(join(base, 'first', 'run.json'));
  await expect(generate('first', { resume: true })).rejects.toThrow(/run\.json is not readable/);
});

it('plays episodes again that an error broke off, and lets one run at a time into the folder', async () => {
  let calls = 0;
  let [enter, leave] = [() => {}, () => {}];
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const left = new Promise<void>((resolve) => (leave = resolve));
  const policy: Policy = {
    name: 'flaky',
    version: '1',
    play: async (_, actor) => {
      calls += 1;
      if (calls === 2) throw new Error('The line went dead.');
      if (calls === 4) {
        enter();
        await left;
      }
      actor.answer(1);
    },
  };
  await using generator = new AgentTrajectoryGenerator({ policy });
  const first = await generate('flaky', { count: 3, generator, concurrency: 1 });
  expect(first.summary.errors).toBe(1);
  const again = generate('flaky', { count: 3, generator, resume: true });
  await entered;
  await expect(generate('flaky', { resume: true })).rejects.toMatchObject({
    code: 'filesystem/folder_locked',
  });
  leave();
  expect(await again).toMatchObject({ written: 1, skipped: 2, summary: { errors: 0, total: 3 } });
  expect((await readdir(join(base, 'flaky', 'run'))).filter((name) => name.endsWith('lock'))).toEqual([]);
});

it('finishes the episodes under way when it is stopped, and says so', async () => {
  const stop = new AbortController();
  const stopped = await generate('stopped', {
    concurrency: 2,
    stop: stop.signal,
    onProgress: ({ done }) => (done === 5 ? stop.abort() : undefined),
  });
  expect(stopped.stopReason).toBe('aborted');
  expect(stopped.written).toBeLessThan(10);
  expect(stopped.written).toBeGreaterThanOrEqual(5);
  await generate('stopped', { resume: true });
  expect((await bytesOf('stopped')).slice(0, 4)).toEqual((await bytesOf('whole')).slice(0, 4));
});

it('says in one line that the folder cannot be written', async () => {
  await writeFile(join(base, 'a-file'), '');
  await expect(generate('a-file')).rejects.toThrow(/^Cannot write to .*a-file/);
  await mkdir(join(base, 'taken', 'trajectories.jsonl'), { recursive: true });
  await expect(generate('taken')).rejects.toThrow(/^Cannot write .*trajectories.jsonl/);
});

it('escapes everything of the data in the report', async () => {
  const report = (await bytesOf('whole'))[0]?.[1] ?? '';
  expect(report).not.toContain('<script');
  expect(report).not.toContain('<b>fruit');
  expect(report).toContain('&#60;b&#62;fruit&#60;/b&#62; 3');
  expect(report).toMatch(/What went wrong, by kind/);
  expect(report).toContain('the world is now');
});
