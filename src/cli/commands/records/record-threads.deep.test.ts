import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../../environments/index.js';
import { scoreOutcome } from '../../../evaluation/index.js';
import { encodeTrajectories, type Trajectory } from '../../../records/index.js';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { callCommandLine } from '../../command-line.fixture.js';
import type { VerifyRecipe } from '../verify/verify-work.js';
import * as threads from './record-threads.js';

const started = vi.hoisted(() => [] as { terminate(): Promise<number> }[]);

vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof import('node:worker_threads')>();
  return {
    ...real,
    Worker: class extends real.Worker {
      constructor(...given: ConstructorParameters<typeof real.Worker>) {
        super(...given);
        started.push(this);
      }
    },
  };
});

const content = { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig'], ['pear']] }] };
let cwd = '';
let records: readonly Trajectory[];

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mettle-threads-'));
  await using environment = await createSqlEnvironment({ content });
  const made = Array.from({ length: 12 }, async (_, seed) => {
    const trajectory = await recordTrajectory({
      environment,
      policy: {
        name: 'counting',
        version: '1',
        play: async (_task, actor) => {
          await actor.call('sql_query', { sql: `SELECT count(*) + ${seed} FROM fruit` });
          actor.answer(2);
        },
      },
      task: {
        id: `count-${seed}`,
        category: 'count',
        prompt: 'How many?',
        expected: { answer: { value: 2, comparison: 'number' }, stateDigest: null },
        metadata: { split: 'train' },
      },
      seed,
    });
    return { ...trajectory, outcome: scoreOutcome(trajectory) };
  });
  records = await Promise.all(made);
  const lines = records.map((record) => encodeTrajectories([record]));
  const forged = (lines[3] as string).replace('count(*) + 3', 'count(*) + 4');
  const all = [...lines, forged, 'no record\n', '\n', ...Array.from({ length: 50 }, () => lines).flat()];
  await writeFile(join(cwd, 'runs.jsonl'), all.join(''));
  await writeFile(join(cwd, 'world.json'), JSON.stringify({ environment: { type: 'sql', content } }));
});
afterAll(() => rm(cwd, { recursive: true }));

const built = unless(NOT_BUILT);

built.it.each([
  { command: ['verify', 'runs.jsonl'], output: 'runs.verified.jsonl' },
  { command: ['rescore', 'runs.jsonl'], output: 'scores.jsonl' },
  {
    command: ['export', 'runs.jsonl', '--format', 'openai', '--include', 'unverified', '--out', 'out.jsonl'],
    output: 'out.jsonl',
  },
])('$command.0 writes and says the same in threads as in one', async ({ command, output }) => {
  const opened = vi.spyOn(threads, 'openRecordThreads');
  const run = async (concurrency: string) => {
    const args = [...command, '--concurrency', concurrency, '--json'];
    const { code, stdout, stderr } = await callCommandLine(args, { cwd });
    const { seconds: _, ...document } = JSON.parse(stdout) as Record<string, unknown>;
    return { code, document, stderr, written: await readFile(join(cwd, output), 'utf8') };
  };
  try {
    const alone = await run('1');
    expect(opened).not.toHaveBeenCalled();
    const inThreads = await run('3');
    expect(opened).toHaveBeenCalledOnce();
    expect(inThreads).toEqual(alone);
    expect(alone.document).toMatchObject({ skipped_count: 1, skipped: [{ line: 14 }] });
  } finally {
    opened.mockRestore();
  }
});

built.it('a record that ends its thread is an error of its own, and the others go on', async () => {
  const recipe: VerifyRecipe = {
    file: 'runs.jsonl',
    path: join(cwd, 'runs.jsonl'),
    first: records[0] as Trajectory,
    env: undefined,
    cwd,
    privateKeyFile: undefined,
  };
  await using open = threads.openRecordThreads<unknown>({
    count: 1,
    recipe: { kind: 'verify', options: recipe },
    broken: async ({ trajectory }, reason) => ({ broken: trajectory.task.id, reason }),
  });
  const answers = records.map((record, index) => {
    const text = encodeTrajectories([record]).trimEnd();
    return open.work({ line: index + 1, text, problem: null, isEnded: true });
  });
  await started.at(-1)?.terminate();
  const found = (await Promise.all(answers)).map((each) => ('result' in each ? each.result : each));
  expect(found).toMatchObject([
    { broken: 'count-0', reason: 'the thread that worked on it ended' },
    ...records.slice(1).map((_, index) => ({ line: index + 2, verdict: 'pass' })),
  ]);
});

built.it('what a thread can not do is thrown with its code', async () => {
  const recipe = { file: 'runs.jsonl', path: '', first: records[0], env: 'gone.json', cwd };
  await using open = threads.openRecordThreads<unknown>({
    count: 2,
    recipe: { kind: 'verify', options: recipe },
    broken: async () => null,
  });
  const text = encodeTrajectories([records[0] as Trajectory]).trimEnd();
  await expect(open.work({ line: 1, text, problem: null, isEnded: true })).rejects.toMatchObject({
    code: 'cli/usage',
    message: expect.stringContaining('gone.json'),
  });
});
