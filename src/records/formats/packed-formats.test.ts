import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finished, sampleTrajectories } from '../testing/sample-trajectories.js';
import { createTrajectory } from '../trajectory-id.js';
import { exportTrajectories } from './export-trajectories.js';
import { openAIJsonl } from './openai-jsonl.js';
import { openParquetFile } from './parquet-file.js';
import { parquetTable } from './parquet-table.js';
import { trlGrpo } from './trl-grpo.js';
import { verlParquet } from './verl-parquet.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-formats-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The rows of a Parquet file, as another program reads them. */
async function rowsOf(path: string): Promise<readonly Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  return JSON.parse(
    JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  ) as Record<string, unknown>[];
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The same task from another seed: another world. */
const elsewhere = createTrajectory({ ...finished, seed: 8 });

describe('a Parquet table', () => {
  it('holds each record with every call and argument', async () => {
    const path = join(folder, 'runs.parquet');
    const { records, skipped } = await exportTrajectories(sampleTrajectories, { format: parquetTable, path });
    expect([records, skipped.length]).toEqual([4, 1]);
    expect(await rowsOf(path)).toEqual(linesOf(parquetTable.encode(sampleTrajectories).text));
  });

  it('is the same bytes for the same records', async () => {
    const [one, other] = ['one.parquet', 'other.parquet'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    for (const path of [one, other]) {
      await exportTrajectories(sampleTrajectories, { format: parquetTable, path });
    }
    expect(await readFile(one)).toEqual(await readFile(other));
  });

  it('is written in groups, whatever the number of rows, with no value as null', async () => {
    const path = join(folder, 'groups.parquet');
    const count = 10_001;
    await using file = await openParquetFile(path, {
      n: 'integer',
      x: 'number',
      deep: { list: { struct: { a: 'text' } } },
    });
    for (let n = 0; n < count; n++) await file.add({ n, x: null, deep: n % 2 === 0 ? [{ a: 'é' }] : [] }, 10);
    await file.commit();
    const rows = await rowsOf(path);
    expect(rows).toHaveLength(count);
    expect(rows.slice(-2)).toEqual([
      { n: 9999, x: null, deep: [] },
      { n: 10_000, x: null, deep: [{ a: 'é' }] },
    ]);
  });

  it('leaves nothing where it was not finished, and the file of before', async () => {
    const path = join(folder, 'cut.parquet');
    await writeFile(path, 'before');
    const failing = async function* () {
      yield finished;
      throw new Error('the disk is gone');
    };
    await expect(exportTrajectories(failing(), { format: parquetTable, path })).rejects.toThrow('the disk');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('prompts', () => {
  it('hold a task once, however many runs of it there are, and again in another world', async () => {
    const path = join(folder, 'tasks.jsonl');
    const { records } = await exportTrajectories([...sampleTrajectories, elsewhere], {
      format: trlGrpo,
      path,
    });
    const rows = linesOf(await readFile(path, 'utf8'));
    expect(records).toBe(2);
    expect(rows.map(({ seed }) => seed)).toEqual([7, 8]);
    expect(rows[0]?.answer).toBe('500');
    // Nothing the agent did is in the prompt.
    expect(rows.map(({ prompt }) => prompt)).toEqual([
      [{ role: 'user', content: finished.task.prompt }],
      [{ role: 'user', content: finished.task.prompt }],
    ]);
  });

  it('for verl are numbered rows of Parquet', async () => {
    const path = join(folder, 'tasks.parquet');
    await exportTrajectories([finished, finished, elsewhere], { format: verlParquet, path });
    expect(await rowsOf(path)).toMatchObject([
      {
        data_source: 'mettle/hall',
        ability: 'update',
        agent_name: 'tool_agent',
        reward_model: { style: 'rule', ground_truth: '500' },
        extra_info: { index: 0, seed: 7, split: 'train' },
      },
      { extra_info: { index: 1, seed: 8 } },
    ]);
  });

  it.each([trlGrpo, verlParquet])('of $name are no task that expects nothing', ({ encode }) => {
    const { task } = finished;
    const idle = createTrajectory({
      ...finished,
      task: { ...task, expected: { answer: null, stateDigest: null } },
    });
    expect(encode([idle])).toMatchObject({ records: 0, skipped: [{ id: idle.id }] });
    expect(encode([elsewhere]).reduced).toBeUndefined();
  });
});

it('exports text as it comes, and says what was skipped', async () => {
  const path = join(folder, 'runs.jsonl');
  const { records, skipped } = await exportTrajectories(sampleTrajectories, { format: openAIJsonl, path });
  const whole = openAIJsonl.encode(sampleTrajectories);
  expect(await readFile(path, 'utf8')).toBe(whole.text);
  expect({ records, skipped }).toEqual({ records: whole.records, skipped: whole.skipped });
});
