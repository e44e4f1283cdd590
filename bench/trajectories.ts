/** Records: what forking a world, scoring old records anew and finding the step that failed cost, and how often blame is right. */
import {
  createFileEnvironment,
  createSqlEnvironment,
  type Environment,
  playEpisode,
  type World,
} from 'mettle/environments';
import { attributeFailure, rescore, scoreOutcome } from 'mettle/evaluation';
import {
  createSqlTaskGenerator,
  type Fault,
  faultyPolicy,
  type PlantedFault,
  sampleShop,
} from 'mettle/generation';
import { isCallStep, type Trajectory } from 'mettle/records';
import type { BenchSuite, Figure } from './harness.js';

const FORKS = 2000;
const FAILURES = 300;
const RECORDS = 10_000;
const FAULTS: readonly Fault[] = [
  'wrong_filter',
  'off_by_one',
  'skip_verification',
  'skip_step',
  'over_call',
  'wrong_argument',
  'stale_answer',
  'gives_up',
  'swallowed_error',
];

/** Median milliseconds that a fork takes after a call, and a fork with its first change, in a world with a thousand facts. */
async function forkMilliseconds(
  world: World,
  change: (world: World) => Promise<unknown>,
): Promise<{ readonly fork: number; readonly used: number }> {
  await change(world);
  const forks: number[] = [];
  const used: number[] = [];
  for (let index = 0; index < FORKS; index++) {
    const began = performance.now();
    const fork = await world.fork();
    forks.push(performance.now() - began);
    await change(fork);
    used.push(performance.now() - began);
    await fork.close();
  }
  await world.close();
  return { fork: median(forks), used: median(used) };
}

function median(values: number[]): number {
  return values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function forkFigures(): Promise<readonly Figure[]> {
  const sql = await createSqlEnvironment({
    content: {
      tables: [
        {
          name: 'item',
          columns: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL, pieces INTEGER NOT NULL',
          rows: Array.from({ length: 1000 }, (_, id) => [id, `item ${id}`, id % 50]),
        },
      ],
    },
  });
  const files = await createFileEnvironment({
    files: Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`notes/${index % 20}/${index}.txt`, `note ${index}\n`]),
    ),
  });
  const worlds: readonly (readonly [string, Environment, string, Record<string, string>])[] = [
    [
      'SQL world of 1,000 rows',
      sql,
      'sql_execute',
      { sql: 'UPDATE item SET pieces = pieces + 1 WHERE id = 7' },
    ],
    ['file world of 1,000 files', files, 'write_file', { path: 'notes/new.txt', content: 'new\n' }],
  ];
  const figures: Figure[] = [];
  for (const [name, environment, tool, argumentValues] of worlds) {
    const world = await environment.open({ seed: 0 });
    const { fork, used } = await forkMilliseconds(world, (each) => each.call(tool, argumentValues));
    figures.push(
      { name: `fork of a ${name}, median`, value: fork, unit: 'ms', claim: '≤ 1' },
      { name: `fork of a ${name} and its first change, median`, value: used, unit: 'ms' },
      { name: `forks of a ${name}, each changed`, value: 1000 / used, unit: 'a second', claim: '≥ 1,000' },
    );
  }
  return figures;
}

/** How many failures by planted faults are blamed on the step where the fault is. */
async function blameFigures(): Promise<readonly Figure[]> {
  const generator = await createSqlTaskGenerator({ name: 'shop', content: sampleShop({ seed: 0 }) });
  let [failed, located, confirmed, milliseconds] = [0, 0, 0, 0];
  for (let index = 0; failed < FAILURES; index++) {
    const { task, environment, seed, oracle } = await generator.generate({ seed: 0, index });
    const planted: PlantedFault[] = [];
    const options = { fault: FAULTS[index % FAULTS.length] ?? 'skip_step', seed: index, rate: 0.5 } as const;
    const policy = faultyPolicy(oracle, { ...options, onPlanted: (each) => planted.push(each) });
    const { trajectory, ...states } = await playEpisode({ environment, task, policy, seed });
    const [fault] = planted;
    if (fault === undefined || scoreOutcome(trajectory, states).verdict !== 'fail') continue;
    failed += 1;
    const began = performance.now();
    const { blamed } = await attributeFailure(trajectory, { environment, reference: oracle });
    milliseconds += performance.now() - began;
    if (blamed[0]?.step === stepOfAction(trajectory, fault.action)) located += 1;
    const again = await attributeFailure(trajectory, { environment, reference: oracle, policy });
    if (again.blamed.some((each) => each.confirmed === true)) confirmed += 1;
  }
  return [
    {
      name: `planted faults located, of ${FAILURES}`,
      value: (100 * located) / failed,
      unit: '%',
      claim: '≥ 95',
    },
    {
      name: 'passed by the policy once what is blamed was set right',
      value: (100 * confirmed) / failed,
      unit: '%',
    },
    { name: 'attribution, mean', value: milliseconds / failed, unit: 'ms' },
  ];
}

function stepOfAction({ steps }: Trajectory, action: number): number {
  const calls = steps.flatMap((step, index) => (isCallStep(step) ? [index] : []));
  return calls[action] ?? steps.length - (steps.at(-1)?.type === 'final_answer' ? 1 : 0);
}

async function rescoreFigures(): Promise<readonly Figure[]> {
  const generator = await createSqlTaskGenerator({ name: 'shop', content: sampleShop({ seed: 0 }) });
  const records: Trajectory[] = [];
  const environments = new Map<string, Environment>();
  for (let index = 0; records.length < RECORDS; index++) {
    const { task, environment, seed, oracle } = await generator.generate({ seed: 0, index: index % 500 });
    environments.set(environment.fingerprint, environment);
    const fault = FAULTS[index % FAULTS.length] ?? 'skip_step';
    const policy = index % 2 === 0 ? oracle : faultyPolicy(oracle, { fault, seed: index, rate: 0.5 });
    const { trajectory, ...states } = await playEpisode({ environment, task, policy, seed });
    records.push({ ...trajectory, outcome: scoreOutcome(trajectory, states) });
  }
  const began = performance.now();
  const { changed, verdicts } = await rescore(records, {
    environment: ({ environment }) => environments.get(environment.fingerprint) ?? null,
  });
  const seconds = (performance.now() - began) / 1000;
  return [
    { name: 'records scored anew', value: RECORDS / seconds, unit: 'a second', claim: '≥ 200' },
    {
      name: `verdicts other than live, of ${RECORDS}`,
      value: changed + verdicts.error,
      unit: '',
      claim: '0',
    },
  ];
}

export const suite: BenchSuite = {
  name: 'trajectories: branching, blame and rescoring',
  figures: async () => [...(await forkFigures()), ...(await blameFigures()), ...(await rescoreFigures())],
};
