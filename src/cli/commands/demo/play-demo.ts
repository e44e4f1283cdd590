import { join } from 'node:path';
import { createPythonEnvironment } from '../../../environments/index.js';
import { type PairedTest, pairedSignTest } from '../../../evaluation/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import { AgentTrajectoryGenerator } from '../../../generation/index.js';
import { type GeneratedFolder, generateToFolder } from '../../../pipelines/index.js';
import {
  openAIJsonl,
  readTrajectoryFile,
  selectForTraining,
  type Task,
  type Trajectory,
  writeTrajectoryFile,
} from '../../../records/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import type { CommandIo } from '../../command.js';
import type { NamedTask } from '../evolve/read-tasks.js';
import { saveTraining } from '../evolve/save-training.js';
import { type TaskResult, trainTask } from '../evolve/train-task.js';
import { writeReport } from '../evolve/write-report.js';
import { type Column, clerkPolicy, contactTasks, readColumns } from './contacts.js';

/** Candidates for one column. A count and not seconds, so that the same seed trains the same script. */
const BUDGET = { maxEvaluations: 50_000 };

/** The chance of luck alone that still counts as better. */
const SIGNIFICANCE = 0.05;

interface DemoOptions {
  readonly folder: string;
  readonly seed: number;
  /** The engine of the worlds. */
  readonly engine: 'monty' | 'auto';
  /** Judges what training finds. */
  readonly sandbox: Sandbox;
  readonly io: CommandIo;
}

interface DemoFiles {
  /** Every verified run of both rounds, passed or not. */
  readonly dataset: string;
  /** Those that may be trained on, as OpenAI messages: they passed, and their cells are kept for no test. */
  readonly openai: string;
  /** The folder of the trained scripts, each with its tests and its lineage. */
  readonly scripts: string;
  readonly report: string;
}

/** What the demo came to. */
export interface DemoPlay {
  readonly rounds: readonly [GeneratedFolder, GeneratedFolder];
  /** Each column that failed in round 1. */
  readonly trained: readonly TaskResult[];
  /** Both rounds on the tasks that training never saw. */
  readonly unseen: {
    readonly tasks: number;
    readonly before: number;
    readonly after: number;
    readonly test: PairedTest;
  };
  /** Whether more of those tasks are better than worse, beyond luck. */
  readonly improved: boolean;
  readonly files: DemoFiles;
}

/**
 * Plays every task with first guesses, trains a script for each column on its failures, and plays again with what training
 * offers. Null when it was stopped: a further call continues in the same folder.
 */
export async function playDemo(options: DemoOptions): Promise<DemoPlay | null> {
  const { folder, seed, sandbox, io } = options;
  const columns = await readColumns();
  const tasks = contactTasks(columns, seed);
  const guesses = Object.fromEntries(columns.map(({ name, first_guess }) => [name, first_guess]));

  const first = await playRound('round-1', tasks, guesses, options);
  const failing = failingColumns(columns, first.trajectories, tasks);
  const trained: TaskResult[] = [];
  const settings = { budget: BUDGET, seed, tolerance: 0, model: null };
  for (const file of failing) {
    if (io.signal.aborted) return null;
    const onProgress: CommandIo['progress'] = (update) =>
      io.progress({ ...update, stage: `train the ${file.name}: ${update.stage}` });
    trained.push(await trainTask(file, { ...settings, sandbox, signal: io.signal, onProgress }));
  }
  if (io.signal.aborted) return null;
  const offered = trained.flatMap(({ task, script }) => (script === null ? [] : [[task, script]]));
  const second = await playRound('round-2', tasks, { ...guesses, ...Object.fromEntries(offered) }, options);
  if (io.signal.aborted) return null;

  const files = {
    dataset: join(folder, 'trajectories.jsonl'),
    openai: join(folder, 'openai.jsonl'),
    scripts: join(folder, 'scripts'),
    report: join(folder, 'report.html'),
  };
  await saveTraining({ path: files.scripts, isFolder: true }, failing, trained, settings);
  const verified = [...first.trajectories, ...second.trajectories].filter(
    ({ verification }) => verification?.verdict === 'pass',
  );
  await writeTrajectoryFile(files.dataset, verified);
  await writeFileAtomically(files.openai, openAIJsonl.encode(selectForTraining(verified).selected).text);
  await writeReport(files.report, failing, trained, settings);
  const unseen = compareUnseen(first.trajectories, second.trajectories);
  const { better, worse, pValue } = unseen.test;
  const improved = better > worse && pValue < SIGNIFICANCE;
  return { rounds: [first.made, second.made], trained, unseen, improved, files };
}

/** Plays every task in a world of its own, verifies each run by replay, and keeps all of them in a folder. */
async function playRound(
  name: string,
  tasks: readonly Task[],
  scripts: Readonly<Record<string, string>>,
  { folder, seed, engine, io }: DemoOptions,
): Promise<{ readonly made: GeneratedFolder; readonly trajectories: readonly Trajectory[] }> {
  await using environment = await createPythonEnvironment({ engine });
  await using generator = new AgentTrajectoryGenerator({ policy: clerkPolicy(scripts), verify: true, seed });
  const made = await generateToFolder({
    folder: join(folder, name),
    count: tasks.length,
    // Each record says which world it needs, so that it can be verified anywhere.
    taskAt: async (index) => ({
      task: tasks[index] as Task,
      environment,
      seed,
      world: { type: 'python', engine },
    }),
    generator,
    mode: 'single_agent',
    worlds: [],
    run: { seed, scripts },
    resume: true,
    stop: io.signal,
    onProgress: (update) => io.progress({ ...update, stage: name.replace('-', ' ') }),
  });
  // A stopped run has no files yet.
  if (io.signal.aborted) return { made, trajectories: [] };
  const { trajectories } = await readTrajectoryFile(join(folder, name, 'trajectories.jsonl'));
  return { made, trajectories };
}

/** For each column with failures that training may see: what went in and what should have come out. */
function failingColumns(
  columns: readonly Column[],
  runs: readonly Trajectory[],
  tasks: readonly Task[],
): readonly NamedTask[] {
  const pairOf = ({ metadata, expected }: Task) => ({
    input: metadata.input ?? null,
    output: expected.answer?.value ?? null,
  });
  return columns.flatMap(({ name, first_guess }): readonly NamedTask[] => {
    const examples = runs
      .filter(({ task, outcome }) => task.category === name && outcome?.verdict === 'fail')
      .filter(({ task }) => task.metadata.split === 'train')
      .map(({ task }) => pairOf(task));
    const test = tasks
      .filter((task) => task.category === name && task.metadata.split === 'unseen')
      .map(pairOf);
    if (examples.length === 0) return [];
    return [
      {
        name,
        task: { description: `The ${name} as the records write it`, examples, seedScript: first_guess },
        test,
      },
    ];
  });
}

function compareUnseen(first: readonly Trajectory[], second: readonly Trajectory[]): DemoPlay['unseen'] {
  const passes = (runs: readonly Trajectory[]): ReadonlyMap<string, number> =>
    new Map(
      runs
        .filter(({ task }) => task.metadata.split === 'unseen')
        .map(({ task, outcome }) => [task.id, outcome?.verdict === 'pass' ? 1 : 0]),
    );
  const [before, after] = [passes(first), passes(second)];
  const mean = (shares: ReadonlyMap<string, number>): number =>
    [...shares.values()].reduce((sum, share) => sum + share, 0) / Math.max(1, shares.size);
  const differences = [...before].map(([id, share]) => (after.get(id) ?? 0) - share);
  return {
    tasks: before.size,
    before: mean(before),
    after: mean(after),
    test: pairedSignTest(differences),
  };
}
