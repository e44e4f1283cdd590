import { existsSync } from 'node:fs';
import { RandomStream } from 'mettle/core';
import { createCpythonEngine, createDockerEngine, createMontyEngine, type Engine } from 'mettle/sandbox';
import type { BenchSuite, Figure } from './harness.js';
import { descendantProcesses, growthOf, processesNaming, type Sample, takeSample } from './soak-samples.js';
import { LongSession, type SoakTally, type SoakTarget, shortSessions } from './soak-work.js';

const SEED = Number(process.env.METTLE_SOAK_SEED ?? 1);
const ROUNDS = 20;
/** Rounds that one of the long sessions lasts: a quarter of the soak, so that quarters can be compared. */
const ROUNDS_PER_LONG_SESSION = ROUNDS / 4;
const WORKERS = 2;

/** One engine's soak. */
interface Soak {
  readonly name: string;
  readonly open: () => { readonly engine: Engine; readonly target: SoakTarget };
  readonly runs: number;
  /** In fewer runs, caches and histories that are still being filled look like growth. */
  readonly runsToJudgeMemory: number;
  /** Growth per run, from the third quarter to the last, that counts as none: what measurements differ by. */
  readonly heapBytesPerRun: number;
  readonly residentBytesPerRun: number;
  /** Processes at once at most; null where the engine keeps spares. */
  readonly maxProcesses: number | null;
  /** Processes of the engine that are not below this one; default none. */
  readonly others?: () => readonly number[];
}

function cpythonSoak(mechanism: 'bubblewrap' | 'landlock'): Soak {
  return {
    name: mechanism,
    open: () => {
      const engine = createCpythonEngine({ mechanism, environment: process.env });
      return {
        engine,
        target: { engine, runsPerKill: 12, killsCanHang: false, victims: descendantProcesses },
      };
    },
    runs: Number(process.env.METTLE_SOAK_CPYTHON_RUNS ?? 4_000),
    runsToJudgeMemory: 4_000,
    heapBytesPerRun: 500,
    residentBytesPerRun: 5_000,
    maxProcesses: null,
  };
}

/** Containers as the environment sets them up. Of Podman, `--root` tells its processes from those of others. */
function containerSoak(): Soak {
  const { METTLE_CONTAINER_PROGRAM: program, METTLE_CONTAINER_IMAGE: image } = process.env;
  const globalFlags = words(process.env.METTLE_CONTAINER_GLOBAL_FLAGS);
  const root = globalFlags[globalFlags.indexOf('--root') + 1] ?? '';
  const others = (): readonly number[] => (globalFlags.includes('--root') ? processesNaming(root) : []);
  return {
    name: 'docker',
    open: () => {
      const engine = createDockerEngine({
        ...(program ? { program } : {}),
        ...(image ? { image } : {}),
        globalFlags,
        runFlags: words(process.env.METTLE_CONTAINER_RUN_FLAGS),
        environment: process.env,
      });
      const victims = (): readonly number[] => [...new Set([...descendantProcesses(), ...others()])];
      return { engine, target: { engine, runsPerKill: 5, killsCanHang: true, victims } };
    },
    runs: Number(process.env.METTLE_SOAK_CONTAINER_RUNS ?? 400),
    runsToJudgeMemory: 4_000,
    heapBytesPerRun: 500,
    residentBytesPerRun: 5_000,
    maxProcesses: null,
    others,
  };
}

function words(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

const SOAKS: readonly Soak[] = [
  {
    name: 'monty',
    open: () => {
      const engine = createMontyEngine({ maxWorkers: WORKERS });
      return {
        engine,
        target: { engine, runsPerKill: 60, killsCanHang: false, victims: () => engine.workerPids() },
      };
    },
    runs: Number(process.env.METTLE_SOAK_RUNS ?? 100_000),
    runsToJudgeMemory: 50_000,
    heapBytesPerRun: 20,
    residentBytesPerRun: 200,
    maxProcesses: WORKERS,
  },
  cpythonSoak('bubblewrap'),
  cpythonSoak('landlock'),
  containerSoak(),
];

async function soakAll(): Promise<readonly Figure[]> {
  const wanted = process.env.METTLE_SOAK_ENGINES?.split(',') ?? SOAKS.map(({ name }) => name);
  const figures: Figure[] = [];
  for (const soak of SOAKS) if (wanted.includes(soak.name)) figures.push(...(await soakOne(soak)));
  return figures;
}

async function soakOne(soak: Soak): Promise<readonly Figure[]> {
  const { engine } = soak.open();
  const { available, reason } = await engine.probe();
  await engine.close();
  if (!available || !existsSync('/proc/self/fd')) {
    process.stderr.write(`soak: ${soak.name} skipped: ${available ? 'there is no /proc' : reason}\n`);
    return [];
  }
  return soakOpen(soak);
}

async function soakOpen(soak: Soak): Promise<readonly Figure[]> {
  const before = await takeSample(0);
  const { engine, target } = soak.open();
  const tally: SoakTally = { runs: 0, kills: 0, lost: 0, sessions: 0, wrong: [] };
  const random = new RandomStream(SEED, 'soak');
  const share = Math.floor(soak.runs / ROUNDS / 2);
  const long = new LongSession(target, random.child('long'), tally, share * ROUNDS_PER_LONG_SESSION);
  const brief = random.child('short');
  const samples: Sample[] = [];
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([long.work(share), shortSessions(target, brief, tally, share)]);
    const sample = await takeSample(tally.runs);
    samples.push(sample);
    process.stderr.write(`${line(soak, sample)}\n`);
  }
  const seconds = (performance.now() - start) / 1000;
  await long.close();
  await engine.close();
  const after = await settled(soak, tally.runs);
  process.stderr.write(`${line(soak, after)}, closed\n`);
  return judge(soak, { tally, samples, before, after, seconds });
}

/** The last sample. What a container program has started goes on for a moment after its last command. */
async function settled({ others = () => [] }: Soak, runs: number): Promise<Sample> {
  for (let attempt = 0; attempt < 600 && others().length > 0; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const sample = await takeSample(runs);
  return { ...sample, children: sample.children + others().length };
}

interface SoakResult {
  readonly tally: SoakTally;
  readonly samples: readonly Sample[];
  readonly before: Sample;
  readonly after: Sample;
  readonly seconds: number;
}

function judge(soak: Soak, { tally, samples, before, after, seconds }: SoakResult): readonly Figure[] {
  const perRun = (quantity: (sample: Sample) => number): number => growthOf(samples, quantity) * 2 ** 20;
  const heap = perRun((sample) => sample.heapMegabytes);
  const host = perRun((sample) => sample.hostMegabytes);
  const workers = perRun((sample) => sample.workerMegabytes);
  const descriptors = after.descriptors - before.descriptors;
  const most = Math.max(...samples.map(({ children }) => children));
  const judgesMemory = soak.runs >= soak.runsToJudgeMemory;
  const { heapBytesPerRun, residentBytesPerRun, maxProcesses } = soak;
  const grown = [
    ...(heap > heapBytesPerRun ? [`the heap grows by ${heap.toFixed(1)} bytes a run`] : []),
    ...(host > residentBytesPerRun ? [`this process grows by ${host.toFixed(0)} bytes a run`] : []),
    ...(workers > residentBytesPerRun ? [`workers grow by ${workers.toFixed(0)} bytes a run`] : []),
  ];
  const faults = [
    ...tally.wrong.slice(0, 5),
    ...(judgesMemory ? grown : []),
    ...(descriptors > 0 ? [`${descriptors} descriptors are left`] : []),
    ...(after.children > 0 ? [`${after.children} processes are left`] : []),
    ...(maxProcesses !== null && most > maxProcesses ? [`there were ${most} workers at once`] : []),
  ];
  if (faults.length > 0) process.exitCode = 1;
  const passed = judgesMemory ? 'passed, nothing leaks' : 'passed; too few runs to judge memory';
  process.stderr.write(
    `soak: ${soak.name}: ${faults.length === 0 ? passed : `FAILED: ${faults.join('; ')}`}\n`,
  );
  return [
    { name: 'runs', value: tally.runs, unit: `runs in ${tally.sessions} sessions`, claim: `${soak.runs}` },
    { name: 'seconds', value: seconds, unit: 's' },
    { name: 'processes killed', value: tally.kills, unit: 'kills' },
    { name: 'runs that a kill took and that said so', value: tally.lost, unit: 'runs' },
    { name: 'results that were wrong', value: tally.wrong.length, unit: 'results', claim: '0' },
    growth('heap', heap, judgesMemory ? heapBytesPerRun : null),
    growth('resident memory of the host', host, judgesMemory ? residentBytesPerRun : null),
    growth('resident memory of the largest process', workers, judgesMemory ? residentBytesPerRun : null),
    { name: 'most processes at once', value: most, unit: 'processes' },
    { name: 'descriptors left', value: descriptors, unit: 'descriptors', claim: '0' },
    { name: 'processes left', value: after.children, unit: 'processes', claim: '0' },
  ].map((figure) => ({ ...figure, name: `${soak.name}: ${figure.name}` }));
}

function growth(of: string, value: number, bound: number | null): Figure {
  const claim = bound === null ? {} : { claim: `≤ ${bound}` };
  return { name: `growth of the ${of}`, value, unit: 'bytes a run', ...claim };
}

function line({ name }: Soak, sample: Sample): string {
  return (
    `soak: ${name}: ${sample.runs} runs, heap ${sample.heapMegabytes.toFixed(2)} MB, ` +
    `resident ${sample.hostMegabytes.toFixed(0)} MB, largest process ${sample.workerMegabytes.toFixed(1)} MB, ` +
    `${sample.descriptors} descriptors, ${sample.children} processes`
  );
}

/** Runs in long and short sessions while processes are killed at random: nothing may leak, no result be wrong. */
export const suite: BenchSuite = { name: 'soak', figures: soakAll };
