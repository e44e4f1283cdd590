import { existsSync } from 'node:fs';
import { RandomStream } from 'mettle/core';
import { MontyEngine } from 'mettle/sandbox';
import type { BenchSuite, Figure } from './harness.js';
import { growthOf, type Sample, takeSample } from './soak-samples.js';
import { LongSession, type SoakTally, shortSessions } from './soak-work.js';

const RUNS = Number(process.env.METTLE_SOAK_RUNS ?? 100_000);
const SEED = Number(process.env.METTLE_SOAK_SEED ?? 1);
const ROUNDS = 20;
/** Rounds that one of the long sessions lasts: a quarter of the soak, so that quarters can be compared. */
const ROUNDS_PER_LONG_SESSION = ROUNDS / 4;
const WORKERS = 2;

/** Growth per run, from the third quarter to the last, that counts as none: what measurements differ by. */
const HEAP_BYTES_PER_RUN = 20;
const RESIDENT_BYTES_PER_RUN = 200;
/** In fewer runs, caches and histories that are still being filled look like growth. */
const RUNS_TO_JUDGE_MEMORY = 50_000;

async function soak(): Promise<readonly Figure[]> {
  const engine = new MontyEngine({ maxWorkers: WORKERS });
  const { available, reason } = await engine.probe();
  if (!available || !existsSync('/proc/self/fd')) {
    process.stderr.write(`soak: skipped: ${available ? 'there is no /proc' : reason}\n`);
    return [];
  }
  const before = await takeSample(0);
  const tally: SoakTally = { runs: 0, kills: 0, lost: 0, sessions: 0, wrong: [] };
  const random = new RandomStream(SEED, 'soak');
  const share = Math.floor(RUNS / ROUNDS / 2);
  const long = new LongSession(engine, random.child('long'), tally, share * ROUNDS_PER_LONG_SESSION);
  const brief = random.child('short');
  const samples: Sample[] = [];
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([long.work(share), shortSessions(engine, brief, tally, share)]);
    const sample = await takeSample(tally.runs);
    samples.push(sample);
    process.stderr.write(`${line(sample)}\n`);
  }
  const seconds = (performance.now() - start) / 1000;
  await long.close();
  await engine.close();
  const after = await takeSample(tally.runs);
  process.stderr.write(`${line(after)}, closed\n`);
  return judge(tally, samples, before, after, seconds);
}

function judge(
  tally: SoakTally,
  samples: readonly Sample[],
  before: Sample,
  after: Sample,
  seconds: number,
): readonly Figure[] {
  const perRun = (quantity: (sample: Sample) => number): number => growthOf(samples, quantity) * 2 ** 20;
  const heap = perRun((sample) => sample.heapMegabytes);
  const host = perRun((sample) => sample.hostMegabytes);
  const workers = perRun((sample) => sample.workerMegabytes);
  const descriptors = after.descriptors - before.descriptors;
  const most = Math.max(...samples.map(({ children }) => children));
  const judgesMemory = RUNS >= RUNS_TO_JUDGE_MEMORY;
  const grown = [
    ...(heap > HEAP_BYTES_PER_RUN ? [`the heap grows by ${heap.toFixed(1)} bytes a run`] : []),
    ...(host > RESIDENT_BYTES_PER_RUN ? [`this process grows by ${host.toFixed(0)} bytes a run`] : []),
    ...(workers > RESIDENT_BYTES_PER_RUN ? [`workers grow by ${workers.toFixed(0)} bytes a run`] : []),
  ];
  const faults = [
    ...tally.wrong.slice(0, 5),
    ...(judgesMemory ? grown : []),
    ...(descriptors > 0 ? [`${descriptors} descriptors are left`] : []),
    ...(after.children > 0 ? [`${after.children} processes are left`] : []),
    ...(most > WORKERS ? [`there were ${most} workers at once`] : []),
  ];
  if (faults.length > 0) process.exitCode = 1;
  const passed = judgesMemory ? 'passed, nothing leaks' : 'passed; too few runs to judge memory';
  process.stderr.write(`soak: ${faults.length === 0 ? passed : `FAILED: ${faults.join('; ')}`}\n`);
  return [
    { name: 'runs', value: tally.runs, unit: `runs in ${tally.sessions} sessions`, claim: `${RUNS}` },
    { name: 'seconds', value: seconds, unit: 's' },
    { name: 'workers killed', value: tally.kills, unit: 'kills' },
    { name: 'runs that a kill took and that said so', value: tally.lost, unit: 'runs' },
    { name: 'results that were wrong', value: tally.wrong.length, unit: 'results', claim: '0' },
    ...(judgesMemory
      ? [
          growth('heap', heap, HEAP_BYTES_PER_RUN),
          growth('resident memory of the host', host, RESIDENT_BYTES_PER_RUN),
          growth('resident memory of the largest worker', workers, RESIDENT_BYTES_PER_RUN),
        ]
      : []),
    { name: 'descriptors left', value: descriptors, unit: 'descriptors', claim: '0' },
    { name: 'processes left', value: after.children, unit: 'processes', claim: '0' },
  ];
}

function growth(of: string, value: number, bound: number): Figure {
  return { name: `growth of the ${of}`, value, unit: 'bytes a run', claim: `≤ ${bound}` };
}

function line(sample: Sample): string {
  return (
    `soak: ${sample.runs} runs, heap ${sample.heapMegabytes.toFixed(2)} MB, ` +
    `resident ${sample.hostMegabytes.toFixed(0)} MB, largest worker ${sample.workerMegabytes.toFixed(1)} MB, ` +
    `${sample.descriptors} descriptors, ${sample.children} processes`
  );
}

/** Runs in long and short sessions while workers are killed at random: nothing may leak, and no result be wrong. */
export const suite: BenchSuite = { name: 'soak', figures: soak };
