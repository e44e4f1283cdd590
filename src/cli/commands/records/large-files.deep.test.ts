import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../../environments/index.js';
import { scoreOutcome } from '../../../evaluation/index.js';
import { encodeTrajectories } from '../../../records/index.js';
import { type HeldObjects, heldObjects } from '../../../testing/held-objects.fixture.js';
import { callCommandLine } from '../../command-line.fixture.js';

const watched = vi.hoisted(() => ({ held: null as HeldObjects | null, parsed: 0 }));

vi.mock('../../../records/index.js', async (original) => {
  const real = await original<typeof import('../../../records/index.js')>();
  return {
    ...real,
    readTrajectoryLines: async function* (path: string) {
      for await (const each of real.readTrajectoryLines(path)) {
        if ('trajectory' in each) watched.held?.add(each.trajectory);
        watched.parsed += 1;
        yield each;
      }
    },
  };
});

const RECORDS = 600;
let cwd = '';

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mettle-large-'));
  const content = { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig']] }] };
  await using environment = await createSqlEnvironment({ content });
  const trajectory = await recordTrajectory({
    environment,
    policy: {
      name: 'counting',
      version: '1',
      play: async (_, actor) => {
        await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
        actor.answer(1);
      },
    },
    task: {
      id: 'count',
      category: 'count',
      prompt: `How many? ${'x'.repeat(4000)}`,
      expected: { answer: { value: 1, comparison: 'number' }, stateDigest: null },
      metadata: { split: 'train' },
    },
    seed: 0,
  });
  const line = encodeTrajectories([{ ...trajectory, outcome: scoreOutcome(trajectory) }]);
  await writeFile(join(cwd, 'runs.jsonl'), `${line}no record\n${line.repeat(RECORDS - 1)}`);
  await writeFile(join(cwd, 'runs.jsonl.gz'), gzipSync(line.repeat(3)));
  await writeFile(join(cwd, 'world.json'), JSON.stringify({ environment: { type: 'sql', content } }));
});
afterAll(() => rm(cwd, { recursive: true }));

it.each([
  ['verify', ['--concurrency', '1'], { total: RECORDS, verified: RECORDS }],
  ['rescore', ['--concurrency', '1'], { total: RECORDS, pass: RECORDS }],
  ['judge', [], { total: RECORDS, passed: RECORDS }],
  ['export', ['--concurrency', '1', '--format', 'openai', '--include', 'unverified'], { records: RECORDS }],
])(
  'mettle %s holds a few records at a time, and ends with 1 for a line that it skipped',
  async (name, more, counts) => {
    const held = heldObjects();
    Object.assign(watched, { held, parsed: 0 });
    let isDone = false;
    const running = callCommandLine([name, 'runs.jsonl', '--json', ...more], { cwd }).finally(() => {
      isDone = true;
    });
    for (let counted = 0; !isDone; ) {
      if (watched.parsed < counted + 150) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      counted = watched.parsed;
      await held.collect();
    }
    const { code, stdout } = await running;
    watched.held = null;
    expect(code).toBe(1);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      ...counts,
      skipped: [{ line: 2, reason: expect.any(String) }],
      skipped_count: 1,
    });
    expect(watched.parsed).toBeGreaterThanOrEqual(RECORDS);
    expect(held.most()).toBeGreaterThan(0);
    expect(held.most()).toBeLessThan(RECORDS / 3);
    const written = await readFile(
      document.output.startsWith('/') ? document.output : join(cwd, document.output),
      'utf8',
    );
    expect(written.trimEnd().split('\n')).toHaveLength(RECORDS);
  },
);

it('reads a packed file, and writes its results beside it unpacked', async () => {
  const { code, stdout } = await callCommandLine(['verify', 'runs.jsonl.gz', '--json'], { cwd });
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { verified: 3, output: join(cwd, 'runs.verified.jsonl') },
  ]);
});
