import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Evaluation } from '../../../evaluation/index.js';
import { RUBRIC_DIMENSIONS } from '../../../evaluation/internal.js';
import type { Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { VerifyTally } from '../../verify/verify-report.js';
import { JudgeTally } from '../judge/report.js';
import { RescoreTally } from '../rescore/rescore-tally.js';
import { numberedRecords } from './numbered-records.fixture.js';
import { openRecords } from './read-records.js';
import { runRecordJob } from './record-job.js';

const RECORDS = 12;
const VERDICTS = ['pass', 'fail', 'not_checked', 'error'] as const;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-tally-'));
  writeFileSync(join(folder, 'runs.jsonl'), numberedRecords(RECORDS).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command prints, once it counted all records or was stopped at one. */
async function run<Counted extends object>(
  tally: Counted,
  add: (tally: Counted, trajectory: Trajectory, verdict: (typeof VERDICTS)[number]) => void,
  { stopAt, resume = false }: { readonly stopAt?: number; readonly resume?: boolean } = {},
): Promise<Counted> {
  const stop = new AbortController();
  const job = {
    stage: 'count',
    records: await openRecords('runs.jsonl', folder),
    outputs: [
      join(folder, `${tally.constructor.name}.${stopAt === undefined && !resume ? 'whole' : 'parts'}`),
    ],
    concurrency: 1,
    resume,
    settings: null,
    work: {
      work: async ({ trajectory }: { readonly trajectory: Trajectory }) => {
        if (trajectory.seed === stopAt) stop.abort();
        return trajectory;
      },
    },
    take: (trajectory: Trajectory) => {
      add(tally, trajectory, VERDICTS[trajectory.seed % 4] ?? 'pass');
      return ['.'];
    },
    threads: null,
  };
  const io = {
    cwd: folder,
    environment: { XDG_STATE_HOME: join(folder, 'state') },
    signal: stop.signal,
    progress: () => undefined,
    say: () => undefined,
  } as unknown as CommandIo;
  const { stopped } = await runRecordJob(job, io);
  expect(stopped === null).toBe(stopAt === undefined);
  return tally;
}

async function wholeAndResumed<Counted extends object>(
  make: () => Counted,
  add: Parameters<typeof run<Counted>>[1],
): Promise<readonly [Counted, Counted]> {
  const whole = await run(make(), add);
  await run(make(), add, { stopAt: 5 });
  return [whole, await run(make(), add, { resume: true })];
}

const none = { count: 0, listed: [] };

it('counts verified records on after --resume', async () => {
  const [whole, resumed] = await wholeAndResumed(
    () => new VerifyTally(),
    (tally, { id, seed }, verdict) =>
      tally.add({ line: seed + 1, id, verdict, reason: `${seed}`, checks: [{ name: 'replay', verdict }] }),
  );
  expect(resumed.document(none)).toEqual(whole.document(none));
  expect(resumed.document(none)).toMatchObject({ total: RECORDS, verified: 3, failed: 3, errors: 3 });
  expect([resumed.text(none), resumed.passed]).toEqual([whole.text(none), 3]);
});

it('counts scored records on after --resume, and which tasks had none', async () => {
  const tasks = ['task-1', 'task-9', 'task-99'];
  const [whole, resumed] = await wholeAndResumed(
    () => new RescoreTally(tasks),
    (tally, { id, seed, task }, verdict) => {
      const score = { trajectory_id: id, task_id: task.id, verdict, before: null, reward: null };
      tally.add({ ...score, reason: '', checks: [], changed: seed % 3 === 0 });
    },
  );
  expect(resumed).toEqual(whole);
  expect([resumed.changed, [...resumed.unseen], resumed.verdicts.pass]).toEqual([4, ['task-99'], 3]);
});

it('counts judged records on after --resume, and what their means are of', async () => {
  const about = { judge: 'counting', rubric: 'balanced', skipped: [], skipped_count: 0, output: 'x' };
  const [whole, resumed] = await wholeAndResumed(
    () => new JudgeTally(),
    (tally, { seed }, verdict) => {
      const scores = Object.fromEntries(
        RUBRIC_DIMENSIONS.map((name, index) => [name, (seed + index) % 5 === 0 ? null : seed / 10]),
      );
      tally.add({ verdict, overall: seed % 2 === 0 ? seed / 12 : null, scores } as unknown as Evaluation);
    },
  );
  expect(resumed.document(about)).toEqual(whole.document(about));
  expect(resumed.document(about)).toMatchObject({ total: RECORDS, passed: 3, scored: { overall: 6 } });
});
