import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import { lockFolder } from '../../../filesystem/internal.js';
import { unless } from '../../../testing/unless.fixture.js';
import type { CommandIo } from '../../command.js';
import { stateFolder } from '../../state-folder.js';
import { numberedRecords } from './numbered-records.fixture.js';
import { openRecords } from './read-records.js';
import { type RecordJob, type RecordJobResult, runRecordJob } from './record-job.js';

const RECORDS = 50;
let folder = '';
const said: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-job-'));
  const lines = numberedRecords(RECORDS);
  lines.splice(20, 0, 'no record\n');
  writeFileSync(join(folder, 'runs.jsonl'), lines.join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface JobOptions {
  readonly name: string;
  readonly concurrency?: number;
  readonly resume?: boolean;
  readonly settings?: Json;
  /** Ctrl-C while the record with this seed is worked on. */
  readonly stopAt?: number;
  /** The record with this seed ends the run with an error. */
  readonly failAt?: number;
  /** The user's state folder. */
  readonly state?: string;
}

/** Writes the seeds of records to one file and their squares to another, and sums the seeds. */
async function run({
  name,
  concurrency = 4,
  resume = false,
  settings = null,
  stopAt,
  failAt,
  state = 'state',
}: JobOptions): Promise<RecordJobResult & { sum: number; began: readonly number[] }> {
  let sum = 0;
  said.length = 0;
  const began: number[] = [];
  const stop = new AbortController();
  const job: RecordJob<number> = {
    stage: 'test',
    records: await openRecords('runs.jsonl', folder),
    outputs: [join(folder, `${name}.seeds`), join(folder, `${name}.squares`)],
    concurrency,
    resume,
    settings,
    threads: null,
    work: {
      work: async ({ trajectory: { seed } }) => {
        began.push(seed);
        if (seed === stopAt) stop.abort();
        if (seed === failAt) throw new Error('it failed');
        // Odd ones end before the even one that began before them.
        for (let turn = seed % 2 === 0 ? 10 : 0; turn > 0; turn--) await null;
        return seed;
      },
    },
    take: (seed) => {
      sum += seed;
      return [`${seed}\n`, `${seed ** 2}\n`];
    },
  };
  const io = {
    cwd: folder,
    environment: { XDG_STATE_HOME: join(folder, state) },
    signal: stop.signal,
    progress: () => undefined,
    say: (line: string) => said.push(line),
  } as unknown as CommandIo;
  const result = await runRecordJob(job, io);
  return { ...result, sum, began };
}

function stateOf(name: string, state = 'state'): string {
  const io = { environment: { XDG_STATE_HOME: join(folder, state) } };
  return stateFolder('records', join(folder, `${name}.seeds`), io);
}

function read(name: string): readonly string[] {
  return ['seeds', 'squares'].map((kind) => readFileSync(join(folder, `${name}.${kind}`), 'utf8'));
}

const all = Array.from({ length: RECORDS }, (_, seed) => seed);
const whole = [all.map((seed) => `${seed}\n`).join(''), all.map((seed) => `${seed ** 2}\n`).join('')];
const sumOfAll = all.reduce((sum, seed) => sum + seed, 0);

it.each([1, 2, 7, 200])('writes the results in the order of the records, %s at once', async (concurrency) => {
  const { done, skipped, stopped, sum } = await run({ name: `at-once-${concurrency}`, concurrency });
  expect({ done, stopped, sum }).toEqual({ done: RECORDS, stopped: null, sum: sumOfAll });
  expect(skipped.listed).toMatchObject([{ line: 21 }]);
  expect(read(`at-once-${concurrency}`)).toEqual(whole);
  expect(readdirSync(folder).filter((name) => /\.(?:part|lock|json)$/.test(name))).toEqual([]);
});

it.each([0, 10, 30, 49])('goes on where Ctrl-C stopped it, at record %s', async (stopAt) => {
  const name = `stopped-${stopAt}`;
  const first = await run({ name, stopAt });
  if (stopAt === 49) {
    expect(first.stopped).toBeNull();
    expect(read(name)).toEqual(whole);
    return;
  }
  expect(readdirSync(folder).filter((each) => each.startsWith(name))).toEqual([]);
  if (first.done === 0) {
    expect(first.stopped?.resume).toMatch('nothing was written');
    return;
  }
  expect(first.stopped?.resume).toBe(
    `Stopped after ${first.done} of 51 records. What was done is kept. The same command with --resume goes on.`,
  );
  const second = await run({ name, resume: true });
  expect(second.began).toEqual(all.slice(first.done));
  expect({ ...second, began: 0 }).toMatchObject({ done: RECORDS, stopped: null, sum: sumOfAll });
  expect(second.skipped.count).toBe(1);
  expect(read(name)).toEqual(whole);
  expect(existsSync(stateOf(name))).toBe(false);
});

it('does again what a crash tore off or a disk damaged, and nothing else', async () => {
  const { done } = await run({ name: 'torn', stopAt: 25 });
  const [ledger, segment] = ['runs.ledger', 'runs-0001.jsonl'].map((file) =>
    join(stateOf('torn'), 'run', '1-of-1', file),
  ) as [string, string];
  appendFileSync(segment, '{"line":9');
  truncateSync(ledger, readFileSync(ledger).length - 20);
  // One line of the file holds no record.
  const again = await run({ name: 'torn', resume: true, stopAt: 40 });
  expect(again.began[0]).toBe(done - 1);
  expect(said).toEqual([expect.stringMatching(/torn off by a crash; what they held is done again/)]);
  const text = readFileSync(segment, 'utf8');
  writeFileSync(segment, text.replace('"line":12,"result":11', '"line":12,"result":77'));
  const last = await run({ name: 'torn', resume: true });
  expect(last.began[0]).toBe(11);
  expect(read('torn')).toEqual(whole);
});

it('starts over without --resume, and where nothing can be resumed', async () => {
  await run({ name: 'again', stopAt: 25 });
  expect((await run({ name: 'again' })).began).toHaveLength(RECORDS);
  expect(said).toEqual(['What an earlier run kept for again.seeds is dropped.']);
  expect(read('again')).toEqual(whole);
  expect((await run({ name: 'again', resume: true })).began).toHaveLength(RECORDS);
  expect(said).toEqual(['There is nothing to go on with; this run starts over.']);
});

it('never goes on with work of another user', async () => {
  await run({ name: 'mine', stopAt: 25, state: 'of-another' });
  expect((await run({ name: 'mine', resume: true })).began).toHaveLength(RECORDS);
  expect(read('mine')).toEqual(whole);
});

unless(process.platform === 'win32' ? 'Windows has other links' : null).it.each([symlinkSync, linkSync])(
  'never writes through a link in the place of an unfinished file (%o)',
  async (link) => {
    const victim = join(folder, 'victim');
    for (const resume of [false, true]) {
      await run({ name: 'linked', stopAt: 25 });
      const part = join(folder, 'linked.seeds.part');
      writeFileSync(victim, 'precious');
      link(victim, part);
      await run({ name: 'linked', resume }).catch((error: Error) => {
        expect(error.message).toMatch(/^Cannot write .*(?:it is a link|not a regular file)/);
      });
      expect(readFileSync(victim, 'utf8')).toBe('precious');
      rmSync(part, { force: true });
      rmSync(victim, { force: true });
    }
  },
);

it('refuses a second run that writes the same files', async () => {
  const lock = lockFolder(join(folder, 'twice.seeds.lock'), 'twice.seeds', 'run');
  await expect(run({ name: 'twice' })).rejects.toMatchObject({ code: 'filesystem/folder_locked' });
  lock.release();
  expect((await run({ name: 'twice' })).done).toBe(RECORDS);
});

it('says after an error how to go on, unless nothing was kept', async () => {
  await expect(run({ name: 'failed', failAt: 30 })).rejects.toThrow('it failed');
  expect(readdirSync(folder).filter((each) => each.startsWith('failed'))).toEqual([]);
  expect(said).toEqual(['What was done is kept. The same command with --resume goes on.']);
  const again = await run({ name: 'failed', stopAt: 40, resume: true });
  expect(again.began[0]).toBeGreaterThan(20);
  await expect(run({ name: 'failed', failAt: 0 })).rejects.toThrow('it failed');
  expect(said).toEqual(['What an earlier run kept for failed.seeds is dropped.']);
  await run({ name: 'failed' });
  expect(read('failed')).toEqual(whole);
});

it('works on where nothing can be kept, and says so once', async () => {
  writeFileSync(join(folder, 'no-folder'), '');
  const { stopped } = await run({ name: 'unkept', stopAt: 25, state: 'no-folder' });
  expect(said).toEqual([expect.stringMatching(/^--resume won't go on from here: /)]);
  expect(stopped?.resume).toMatch('nothing was written');
  expect(readdirSync(folder).filter((each) => each.startsWith('unkept'))).toEqual([]);
});

it('does not go on with what other options made', async () => {
  await run({ name: 'other', settings: 1, stopAt: 25 });
  await expect(run({ name: 'other', settings: 2, resume: true })).rejects.toThrow(
    'What is kept for other.seeds is of a run with other records or options (settings was 1, is 2).',
  );
});
