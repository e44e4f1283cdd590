import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTrajectoryFile } from '../../records/index.js';
import { startModelServer } from '../../testing/index.js';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { createEmbeddedEngine } from '../engine/embedded-engine.js';
import type { Recipe } from '../recipe/recipe.js';
import { type RunRecipeOptions, runRecipe, runRecipeWith } from './run-recipe.js';

const base = await mkdtemp(join(tmpdir(), 'mettle-run-recipe-'));
afterAll(() => rm(base, { recursive: true }));
const run = (recipe: Recipe, name: string, options: Partial<RunRecipeOptions> = {}) =>
  runRecipe(recipe, { folder: join(base, name), variables: {}, ...options });

/** The files that a run comes to, without what it goes on from. */
async function bytesOf(name: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(join(base, name))).filter((file) => file !== 'run').sort();
  const texts = await Promise.all(files.map((file) => readFile(join(base, name, file), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
}

const DESK: Recipe = {
  environment: ['hotel', 'sql'],
  numTrajectories: 16,
  policy: 'mixed',
  seed: 3,
  dedup: 'task',
  filter: { splits: 'any', minScore: 0.5 },
  exportFormat: ['openai', 'mettle'],
};

describe('a recipe', () => {
  it('is played, verified, judged, filtered and exported, alike however many runs are at once', async () => {
    const made = await run(DESK, 'desk');
    expect(made).toMatchObject({
      written: 16,
      skipped: 0,
      failed: [],
      stopReason: 'complete',
      isWhole: true,
    });
    const { exported, summary } = made;
    expect(summary.verified?.trials).toBe(16);
    const left = Object.values(exported?.leftOut ?? {}).reduce((sum, times) => sum + times, 0);
    expect(exported?.kept).toBe(16 - left);
    expect(exported?.kept).toBe(summary.pass?.successes);
    expect(exported?.files.map(({ format, records }) => [format, records])).toEqual([
      ['openai', exported?.kept],
      ['mettle', exported?.kept],
    ]);
    const files = await bytesOf('desk');
    expect(Object.keys(files)).toEqual([
      'left-out.jsonl',
      'report.html',
      'run.json',
      'summary.json',
      'trajectories.jsonl',
      'trajectories.judged.jsonl',
      'trajectories.mettle.jsonl',
      'trajectories.openai.jsonl',
      'world.json',
    ]);
    expect(files['trajectories.judged.jsonl']?.trim().split('\n')).toHaveLength(16);
    const { trajectories } = await readTrajectoryFile(join(base, 'desk', 'trajectories.jsonl'));
    expect(trajectories.map(({ environment }) => environment.name).slice(0, 2)).toEqual(['hotel', 'sql']);
    await run({ ...DESK, concurrency: 1, name: 'another' }, 'alone');
    expect(await bytesOf('alone')).toEqual(files);
  });

  it('comes to the same bytes on another engine, and is told by name what to do', async () => {
    const done: string[] = [];
    await run(DESK, 'engine', {
      engine: (tasks) =>
        createEmbeddedEngine({
          concurrency: 3,
          tasks: tasks.map(({ name, run: play }) => ({
            name,
            // What crosses to a queue and back is text.
            run: async (input, context) => {
              done.push(name);
              return JSON.parse(JSON.stringify(await play(JSON.parse(JSON.stringify(input)), context)));
            },
          })),
        }),
    });
    expect(done).toEqual(Array.from({ length: 16 }, () => 'play'));
    expect(await bytesOf('engine')).toEqual(await bytesOf('desk'));
  });

  unless(NOT_BUILT).it('comes to the same bytes with worker processes', async () => {
    const made = await run(DESK, 'workers', { workers: 2 });
    expect(made).toMatchObject({ written: 16, failed: [], stopReason: 'complete' });
    expect(await bytesOf('workers')).toEqual(await bytesOf('desk'));
    const own = run({ environment: './world.mjs' }, 'own', { workers: 1 });
    await expect(own).rejects.toThrow('is played in one process: leave out workers');
  });

  it('is exported into a folder below', async () => {
    const exportPath = './sets/chat/all.jsonl';
    const made = await run({ ...DESK, numTrajectories: 4, exportFormat: 'openai', exportPath }, 'below');
    const lines = await readFile(join(base, 'below', 'sets', 'chat', 'all.jsonl'), 'utf8');
    expect(lines.trim().split('\n')).toHaveLength(made.exported?.kept ?? 0);
  });

  it('is done in parts by several processes in one folder, and the last writes the files', async () => {
    const first = await run(DESK, 'parts', { shard: { index: 2, count: 3 } });
    expect(first).toMatchObject({ written: 5, isWhole: false, exported: null });
    expect(Object.keys(await bytesOf('parts'))).toEqual(['run.json', 'world.json']);
    await expect(run(DESK, 'parts', { shard: { index: 2, count: 3 } })).rejects.toMatchObject({
      code: 'pipelines/output_exists',
    });
    await run(DESK, 'parts', { shard: { index: 1, count: 3 } });
    const last = await run(DESK, 'parts', { shard: { index: 3, count: 3 } });
    expect(last).toMatchObject({ written: 5, skipped: 11, isWhole: true });
    expect(await bytesOf('parts')).toEqual(await bytesOf('desk'));
    // Nothing is left for one that does it all.
    expect(await run(DESK, 'parts', { resume: true })).toMatchObject({ written: 0, skipped: 16 });
    await expect(run({ ...DESK, seed: 4 }, 'parts', { shard: { index: 1, count: 2 } })).rejects.toThrow(
      /seed was 3, is 4/,
    );
  });

  it('writes the files once, also where all parts end at the same time', async () => {
    const small: Recipe = { ...DESK, numTrajectories: 6 };
    await run(small, 'small');
    for (const name of ['at-once-1', 'at-once-2']) {
      const parts = [1, 2, 3].map((index) => run(small, name, { shard: { index, count: 3 } }));
      const ended = await Promise.all(parts);
      expect(ended.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(0);
      expect(await bytesOf(name)).toEqual(await bytesOf('small'));
    }
  });

  it('may grow and be exported otherwise, and is refused where anything else differs', async () => {
    await run({ ...DESK, numTrajectories: 4, exportFormat: 'mettle' }, 'grown');
    const { written, exported } = await run(DESK, 'grown', { resume: true });
    expect([written, exported?.files.length]).toEqual([12, 2]);
    expect(await bytesOf('grown')).toEqual(await bytesOf('desk'));
    const changed: readonly (readonly [Recipe, RegExp])[] = [
      [{ ...DESK, seed: 1 }, /world\.json|seed was 3, is 1/],
      [{ ...DESK, policy: 'oracle' }, /played_by differs/],
      [{ ...DESK, environment: ['sql', 'hotel'] }, /another run/],
      [{ ...DESK, maxSteps: 3 }, /max_steps was 20, is 3/],
      [{ ...DESK, verify: false }, /verify was true, is false/],
      [{ ...DESK, rubric: 'strict' }, /rubric was "balanced", is "strict"/],
      [{ ...DESK, tasks: { level: 1 } }, /level was null, is 1/],
      [{ ...DESK, mode: 'multi_agent' }, /mode was "single_agent", is "multi_agent"/],
    ];
    for (const [recipe, words] of changed) {
      const refused = run(recipe, 'grown', { resume: true });
      await expect(refused, JSON.stringify(recipe)).rejects.toThrow(words);
      await expect(refused).rejects.toMatchObject({ code: 'pipelines/other_run' });
    }
    expect(await bytesOf('grown')).toEqual(await bytesOf('desk'));
  });

  it('does again what a disk has damaged, and nothing else', async () => {
    await cp(join(base, 'desk'), join(base, 'damaged'), { recursive: true });
    const path = join(base, 'damaged', 'run', '1-of-1', 'runs-0001.jsonl');
    const bytes = await readFile(path);
    bytes[Math.floor(bytes.length / 2)] = 0x21;
    await writeFile(path, bytes);
    const heard: string[] = [];
    const again = await run(DESK, 'damaged', { resume: true, onWarning: (line) => heard.push(line) });
    expect(again).toMatchObject({ written: 1, skipped: 16 });
    expect(heard.join()).toMatch(
      /^The result of item \d+ in .*runs-0001\.jsonl is damaged; it is done again\.$/,
    );
    expect(await bytesOf('damaged')).toEqual(await bytesOf('desk'));
  });

  it('ends in one line where the disk is full, and goes on', async () => {
    let [room, writes] = [60_000, 0];
    const full = runRecipeWith(
      DESK,
      { folder: join(base, 'full'), variables: {} },
      {
        write: async (file, given, position) => {
          writes += 1;
          const fits = given.subarray(0, Math.max(0, room));
          room -= given.byteLength;
          await file.write(fits, 0, fits.byteLength, position);
          if (room < 0)
            throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        },
      },
    );
    await expect(full).rejects.toThrow(
      /^Cannot write in .*: the disk is full; free some space, then resume\.$/,
    );
    expect(writes).toBeGreaterThan(4);
    const { written, skipped } = await run(DESK, 'full', { resume: true });
    expect([written + skipped, skipped > 0, written > 0]).toEqual([16, true, true]);
    expect(await bytesOf('full')).toEqual(await bytesOf('desk'));
    // What a kill leaves of a file that was being written goes when the files are written again.
    await writeFile(join(base, 'full', '.summary.json.0123456789ab.tmp'), '{');
    await run(DESK, 'full', { resume: true });
    expect(await bytesOf('full')).toEqual(await bytesOf('desk'));
  });

  it('replaces the folder that it packed when it goes on, and none of the user', async () => {
    const recipe: Recipe = { ...DESK, numTrajectories: 6, policy: 'oracle', exportFormat: 'sts' };
    const packed = async () => (await readdir(join(base, 'packed', 'trajectories.sts'))).sort();
    const first = await run(recipe, 'packed');
    const tasks = await packed();
    expect(tasks).toHaveLength(first.exported?.files[0]?.records ?? 0);
    // What a kill leaves of a folder that was being packed.
    const left = join(base, 'packed', '.trajectories.sts.0123456789ab.tmp');
    await mkdir(join(left, 'task'), { recursive: true });
    await run({ ...recipe, numTrajectories: 9 }, 'packed', { resume: true });
    expect((await packed()).length).toBeGreaterThan(tasks.length);
    expect(await packed()).toEqual(expect.arrayContaining(tasks));
    expect(await readdir(join(base, 'packed'))).not.toContain('.trajectories.sts.0123456789ab.tmp');

    await mkdir(join(base, 'taken', 'trajectories.sts'), { recursive: true });
    await expect(run(recipe, 'taken')).rejects.toThrow(/trajectories\.sts is there already/);
  });

  it('names the folder that it can read no skills from', async () => {
    const skills = join(base, 'no-skills');
    await expect(run({ ...DESK, skills }, 'unskilled')).rejects.toThrow(
      /^No skills can be read from .*no-skills: .*\. Name the folder that mettle skills wrote/,
    );
  });

  it('holds all parts that are at work at the same time to one budget', async () => {
    await using server = await startModelServer(Array.from({ length: 12 }, () => () => 'I do not know.'));
    const recipe: Recipe = {
      queries: Array.from({ length: 12 }, (_, index) => `How many orders has customer ${index}?`),
      model: `openai-compatible/a@${server.url}`,
      budget: { calls: 7 },
      // Each part breaks off one run at most, so that some are never begun.
      concurrency: 1,
    };
    const parts = [1, 2, 3].map((index) => run(recipe, 'budget-parts', { shard: { index, count: 3 } }));
    const ended = await Promise.all(parts);
    expect(server.requests).toHaveLength(7);
    // A run that the budget broke off is kept, too, and played again.
    expect(ended.reduce((sum, { written }) => sum + written, 0)).toBeGreaterThanOrEqual(7);
    expect(ended.map(({ stopReason }) => stopReason)).toContain('budget');
  });

  it.each([1, 2])(
    'says that the budget ended a part whose last runs it broke off, %d at once',
    async (concurrency) => {
      await using server = await startModelServer([() => 'I do not know.', () => 'I do not know.']);
      const recipe: Recipe = {
        queries: ['How many orders are there?', 'How many customers?', 'How many products?', 'Who is best?'],
        model: `openai-compatible/a@${server.url}`,
        budget: { calls: 1 },
        concurrency,
      };
      const part = await run(recipe, `broken-off-${concurrency}`, { shard: { index: 1, count: 2 } });
      expect([part.stopReason, part.written, server.requests.length]).toEqual([
        'budget',
        expect.any(Number),
        1,
      ]);
    },
  );

  it('does all again that was damaged, and gives up on a disk that keeps damaging it', async () => {
    const small: Recipe = { ...DESK, numTrajectories: 6 };
    let damaged = 0;
    const onDiskThatDamages = (most: number, name: string) =>
      runRecipeWith(
        small,
        { folder: join(base, name), variables: {} },
        {
          write: async (file, given, position) => {
            const bytes = Buffer.from(given);
            // Records are long; lines of ledgers and scores are not.
            if (bytes.length > 3000 && damaged++ < most) bytes[100] = 0x21;
            await file.write(bytes, 0, bytes.byteLength, position);
          },
        },
      );
    expect(await onDiskThatDamages(4, 'mended')).toMatchObject({ isWhole: true, failed: [] });
    await run(small, 'mended-whole');
    expect(await bytesOf('mended')).toEqual(await bytesOf('mended-whole'));
    damaged = 0;
    await expect(onDiskThatDamages(Number.POSITIVE_INFINITY, 'never-mended')).rejects.toMatchObject({
      code: 'pipelines/write_failed',
      message: expect.stringMatching(/comes back damaged .*Check the disk/),
    });
  });

  it('plays every task with every model, keeps replies, and holds a budget over all resumes', async () => {
    const question = { toolCalls: [{ name: 'sql_query', input: { sql: 'SELECT count(*) FROM customers' } }] };
    const replies = [question, 'There are some.', 'I do not know.'];
    await using server = await startModelServer([...replies, ...replies]);
    const model = (name: string): string => `openai-compatible/${name}@${server.url}`;
    const recipe: Recipe = {
      queries: ['How many customers are there?', 'Who is the best customer?'],
      model: [model('a'), model('b')],
      concurrency: 1,
      budget: { calls: 4 },
    };
    const first = await run(recipe, 'models');
    expect([first.stopReason, first.summary.total]).toEqual(['budget', 3]);
    const used = server.requests.length;
    expect(used).toBe(4);
    const again = await run(recipe, 'models', { resume: true });
    expect([again.stopReason, server.requests.length]).toEqual(['budget', used]);
    const more = await run({ ...recipe, budget: { calls: 100 } }, 'models', { resume: true });
    expect([more.stopReason, more.summary.total]).toEqual(['complete', 4]);
    server.assertDone();
    const { trajectories } = await readTrajectoryFile(join(base, 'models', 'trajectories.jsonl'));
    const played = trajectories.map(({ task, provenance }) => [task.prompt, provenance?.model]);
    expect(played.map(([, name]) => String(name).slice(-1))).toEqual(['a', 'b', 'a', 'b']);
    expect(played[0]?.[0]).toBe(played[1]?.[0]);
  });

  it.each([
    [{ environment: 'sqll' }, 'Did you mean sql?'],
    [{ policy: 'oracel' }, 'Did you mean oracle?'],
    [{ environment: './world.mjs' }, 'is a program'],
    [{ environment: 'sql+python' }, 'No tasks can be generated'],
    [{ seeds: 1 } as Recipe, 'Did you mean seed?'],
    [{ environment: 'sql', tasks: { level: 9 } }, 'The level of tasks is one of 1, 2, 3; got 9'],
    [{ model: 'openai/x', budget: { cost: 1 } }, /OPENAI_API_KEY|price/],
  ] as const)('%j is refused', async (recipe, words) => {
    await expect(run(recipe, 'refused')).rejects.toThrow(words);
    expect(await readdir(base)).not.toContain('refused');
  });
});
