import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finished, sampleTrajectories } from '../testing/sample-trajectories.js';
import { createTrajectory } from '../trajectory-id.js';
import { exportTrajectories } from './export-trajectories.js';
import { counting, fruitRun } from './harbor-samples.fixture.js';
import { harborTasks } from './harbor-tasks.js';
import { huggingFaceFolder } from './hugging-face-folder.js';
import { stsFolder } from './sts-folder.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-folders-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([stsFolder, huggingFaceFolder, harborTasks])('the folder of $name', (format) => {
  it('never takes the place of anything', async () => {
    const path = join(folder, `there-${format.name}`);
    await writeFile(path, 'mine');
    const made = exportTrajectories(sampleTrajectories, { format, path });
    await expect(made).rejects.toMatchObject({
      code: 'records/output_exists',
      message: expect.stringContaining(`${path} is there already`),
    });
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it('is not there where it was not finished', async () => {
    const failing = async function* () {
      yield finished;
      throw new Error('the disk is gone');
    };
    const path = join(folder, `cut-${format.name}`);
    await expect(exportTrajectories(failing(), { format, path })).rejects.toThrow('the disk');
    expect((await readdir(folder)).filter((name) => name.includes(`cut-${format.name}`))).toEqual([]);
  });
});

describe('sessions for the Hub', () => {
  it('are a file each, named by the id', async () => {
    const path = join(folder, 'sessions');
    await exportTrajectories(sampleTrajectories, { format: stsFolder, path });
    const files = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.jsonl'));
    expect(files.sort()).toEqual(sampleTrajectories.map(({ id }) => `${id.slice(0, 2)}/${id}.jsonl`).sort());
    const text = await readFile(join(path, finished.id.slice(0, 2), `${finished.id}.jsonl`), 'utf8');
    const [session, ...messages] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(session).toEqual({ type: 'session', harness: 'mettle', id: finished.id, name: 'hall-1' });
    expect(messages.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(messages[1].message.toolCalls).toEqual([
      { id: 'call_1', function: { name: 'book', arguments: '{"hall":7,"who":"Łódź Jazz"}' } },
    ]);
    expect(messages[2].message).toMatchObject({ toolCallId: 'call_1', content: 'booked for 250 zł' });
  });
});

describe('a data set for the Hub', () => {
  const held = createTrajectory({
    ...finished,
    task: { ...finished.task, id: 'other', metadata: { split: 'held_out' } },
    policy: { name: 'p|`<script>`\n# no', version: '1' },
  });

  it('keeps the parts of a split in files of their own, and names them in its card', async () => {
    const path = join(folder, 'set');
    await exportTrajectories([...sampleTrajectories, held], {
      format: huggingFaceFolder,
      path,
      license: 'cc-by-4.0',
    });
    expect((await readdir(path, { recursive: true })).sort()).toEqual([
      'README.md',
      'data',
      'data/held_out-00000.parquet',
      'data/train-00000.parquet',
    ]);
    const rows = async (name: string) =>
      parquetReadObjects({ file: await asyncBufferFromFile(join(path, 'data', name)) });
    expect((await rows('train-00000.parquet')).length).toBe(4);
    expect((await rows('held_out-00000.parquet')).map(({ task_id: id }) => id)).toEqual(['other']);
    const card = await readFile(join(path, 'README.md'), 'utf8');
    expect(card).toContain('license: cc-by-4.0');
    expect(card).toContain('  - split: "held_out"\n    path: data/held_out-*.parquet');
    expect(card).toContain('| runs | 5 |');
    expect(card).toContain('| different prompts | 1 of 5 |');
    expect(card).toMatch(/\| outcome `pass` \| 1 \|/);
    expect(card).toMatch(/\| outcome `not_checked` \| 4 \|/);
    // A name is shown as it is, and is nothing but text.
    expect(card).not.toContain('<script>');
    expect(card).not.toMatch(/^# no/m);
  });

  it('takes no licence that is none, and says where there is none', async () => {
    const path = join(folder, 'unlicensed');
    const options = { format: huggingFaceFolder, path };
    const bad = exportTrajectories([finished], { ...options, license: 'mit\nlicense: other' });
    await expect(bad).rejects.toMatchObject({ code: 'records/invalid_license' });
    await exportTrajectories([finished], options);
    const card = await readFile(join(path, 'README.md'), 'utf8');
    expect(card).not.toContain('license:');
    expect(card).toContain('No licence is stated');
  });
});

it('writes a task for Harbor only where a verifier can judge it alone', () => {
  const { records, skipped } = harborTasks.encode([
    counting,
    fruitRun('x', { answer: { value: 2, comparison: 'number' }, stateDigest: null }, { type: 'python' }),
    fruitRun('x', {
      answer: null,
      stateDigest: null,
      goals: [{ kind: 'tests_pass', fact: null, tests: '' }],
    }),
    fruitRun('x', { answer: null, stateDigest: 'a' }),
    fruitRun('x', { answer: null, stateDigest: null }),
    fruitRun(
      'x',
      { answer: { value: 2, comparison: 'number' }, stateDigest: null },
      {
        type: 'sql',
        content: { tables: [{ name: 'a', columns: 'id INTEGER PRIMARY KEY); ATTACH x', rows: [] }] },
      },
    ),
  ]);
  expect([records, skipped.length]).toEqual([1, 5]);
});
