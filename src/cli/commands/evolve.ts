import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { positiveNumber, seedOption, usageError, wholeNumber } from '../parse-option.js';
import { ofFolder } from './evolve/folder-progress.js';
import type { TaskModel, TaskResult } from './evolve/train-task.js';

/** `mettle evolve`: trains a script on a task given by examples, without a model or with one. */
export const evolveCommand: CommandDefinition = {
  name: 'evolve',
  args: '<task>',
  summary:
    'train a Python script on examples: a task file, an ARC task, a folder of either, - for standard input, or a table with some rows filled in by hand',
  example:
    'npx --no mettle evolve names.json --out names.py\n  npx --no mettle evolve fix.csv --apply data.csv --out clean.csv',
  options: [
    {
      flags: '--budget-seconds <seconds>',
      description: 'time limit for each task, in seconds; default: 20, or 300 with --model',
      parse: positiveNumber('--budget-seconds'),
    },
    {
      flags: '--max-evaluations <n>',
      description:
        'candidates to try for each task; unless the time limit is reached, only this number affects the result',
      default: 1_000_000,
      parse: wholeNumber('--max-evaluations', 1),
    },
    {
      flags: '--tolerance <n>',
      description: 'how many examples may be wrong; the suspects are listed',
      default: 0,
      parse: wholeNumber('--tolerance', 0),
    },
    {
      flags: '--model <id>',
      description:
        'provider/model to ask if the search finds nothing in the first quarter of the time. Default: none',
    },
    {
      flags: '--out <path>',
      description:
        'a file for the script, with its tests and its lineage beside it, or a folder for them; with --apply, the table',
    },
    { flags: '--report <file>', description: 'write an HTML report on the training to this file' },
    {
      flags: '--ask',
      description:
        'at a terminal: if scripts that fit disagree, ask for the right output and continue with it',
    },
    {
      flags: '--jobs <n>',
      description:
        'tasks of a folder to train in parallel, each with about 100 MB of memory; default: one per processor core, 8 at most',
      parse: wholeNumber('--jobs', 1),
    },
    {
      flags: '--apply <file>',
      description: 'with a table as the task: compute the learned column for this table',
    },
    { flags: '--column <name>', description: 'the column to learn; default: the one that differs' },
    { flags: '--in-place', description: 'with --apply: replace that table' },
    { flags: '--yes', description: 'with --apply: write without asking' },
    { flags: '--resume', description: 'continue the folder of tasks whose scripts are in --out' },
    seedOption,
  ],
  run: evolve,
};

async function evolve(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { isTableName } = await import('./evolve/table/read-table.js');
  const path = call.args[0] ?? '';
  if (typeof call.options.apply === 'string' && isTableName(path)) {
    if (Number(call.options.tolerance) > 0) {
      throw usageError('--tolerance goes with a task of examples, not with a table.');
    }
    const alone = ['model', 'ask', 'report', 'jobs'].find((name) => call.options[name] !== undefined);
    if (alone !== undefined) throw usageError(`--${alone} goes with tasks, not with tables.`);
    return (await import('./evolve/table/evolve-table.js')).evolveTable(call, io);
  }
  if (path === '') throw usageError('The name of the task is empty; name a file or a folder.');
  refuseTableOptions(call, path, isTableName(path));
  const [{ resolve }, { createSandbox }, { readTasks }, { openOutput }, { saveTraining }, report, kepts] =
    await Promise.all([
      import('node:path'),
      import('../../sandbox/index.js'),
      import('./evolve/read-tasks.js'),
      import('./evolve/output-files.js'),
      import('./evolve/save-training.js'),
      import('./evolve/report.js'),
      import('./evolve/kept-training.js'),
    ]);
  const { files, isFolder } = await readTasks(path, io, {
    mayContradict: Number(call.options.tolerance) > 0,
  });
  const out =
    typeof call.options.out === 'string'
      ? await openOutput(resolve(io.cwd, call.options.out), {
          isForMany: isFolder,
          endsWithSlash: /[\\/]$/.test(call.options.out),
          task: path === '-' ? null : resolve(io.cwd, path),
          names: files.map(({ name }) => name),
        })
      : null;
  if (Number(call.options.tolerance) > 0 && call.options.model !== undefined) {
    throw usageError('--tolerance is for the search alone: leave out --model or --tolerance.');
  }
  const page = typeof call.options.report === 'string' ? resolve(io.cwd, call.options.report) : null;
  if (page !== null) await (await import('./evolve/check-report.js')).checkReport(page);
  const asks = call.options.ask === true;
  if (asks && isFolder) throw usageError('--ask goes with one task, not with a folder of them.');
  const model = await modelOf(call, io);
  const settings = {
    budget: {
      seconds: Number(call.options.budgetSeconds ?? (model === null ? 20 : 300)),
      maxEvaluations: Number(call.options.maxEvaluations),
    },
    seed: Number(call.options.seed),
    tolerance: Number(call.options.tolerance),
    signal: io.signal,
  };
  const run = { ...settings, model: model?.name ?? null };
  const resume = call.options.resume === true;
  if (resume && !(isFolder && out !== null)) {
    throw usageError('--resume continues a folder of tasks: give the folder and --out.');
  }
  await using kept =
    isFolder && out !== null ? await kepts.openKeptTraining(out, files, run, { resume, say: io.say }) : null;
  const open = files.filter((_, place) => kept?.found.has(place) !== true);
  const keeping: Promise<void>[] = [];
  const keep = (result: TaskResult): void => {
    // What Ctrl-C broke off is trained again.
    if (kept === null || io.signal.aborted) return;
    const keptNow = kept.keep(places.get(result.task) ?? 0, result);
    keptNow.catch(() => undefined);
    keeping.push(keptNow);
  };
  const places = new Map(files.map(({ name }, place) => [name, place]));
  const jobs = model === null ? await jobsFor(call, open.length) : null;
  let trained = files;
  let results: readonly TaskResult[];
  if (jobs !== null) {
    const { trainFolder } = await import('./evolve/train-folder.js');
    let done = files.length - open.length;
    results = await trainFolder(open, {
      ...settings,
      jobs,
      onProgress: (task, update) => io.progress(ofFolder(update, task, done, files.length)),
      onResult: (result) => {
        keep(result);
        io.progress({ stage: 'tasks', done: ++done, total: files.length, note: report.taskLine(result) });
      },
    });
  } else if (open.length === 0) {
    results = [];
  } else {
    io.progress({ stage: 'open a sandbox', done: 0 });
    await using sandbox = await createSandbox({ engine: 'auto' });
    const { trainTasks } = await import('./evolve/train-tasks.js');
    ({ files: trained, results } = await trainTasks(
      open,
      { ...settings, sandbox, model },
      { io, isFolder, asks: asks && io.stdinIsTerminal, onResult: keep },
    ));
  }
  await Promise.all(keeping);
  if (kept !== null) {
    trained = files;
    const all = new Map([...kept.found].map(([, result]) => [result.task, result]));
    for (const result of results) all.set(result.task, result);
    results = files.flatMap(({ name }) => all.get(name) ?? []);
    if (!io.signal.aborted) await kept.finish(results);
  }
  if (out !== null) {
    await saveTraining(out, trained, results, run);
  }
  if (page !== null) {
    const { writeReport } = await import('./evolve/write-report.js');
    await writeReport(page, trained, results, run);
  }
  const { colouredLines } = await import('./evolve/coloured-lines.js');
  return {
    exitCode: results.some((result) => result.solved) ? 0 : 1,
    document: report.evolveDocument(results),
    text: colouredLines(report.evolveText(results, isFolder), io.colour),
    resume: `Stopped after ${results.length} of ${files.length} tasks; the same command ${kept === null ? 'starts over' : 'with --resume continues'}.`,
  };
}

/** How many tasks are trained side by side, in threads, which give back memory between tasks; null for in this process. */
async function jobsFor({ options }: CommandCall, tasks: number): Promise<number | null> {
  if (tasks < 2) return null;
  const [{ availableParallelism }, { canTrainInThreads }] = await Promise.all([
    import('node:os'),
    import('./evolve/train-folder.js'),
  ]);
  const wanted = options.jobs === undefined ? Math.min(8, availableParallelism()) : Number(options.jobs);
  return canTrainInThreads() ? Math.min(wanted, tasks) : null;
}

/** The model that is asked; null for none. */
async function modelOf({ options }: CommandCall, io: CommandIo): Promise<TaskModel | null> {
  const name = options.model;
  if (typeof name !== 'string' || name === 'offline') return null;
  const { openRetriedModel } = await import('../open-retried-model.js');
  return { name, model: await openRetriedModel(name, io) };
}

/** Refuses what only makes sense with a table and what to apply it to. */
function refuseTableOptions({ options }: CommandCall, path: string, isTable: boolean): void {
  if (typeof options.apply === 'string') {
    throw usageError(`--apply takes its examples from a table (.csv, .tsv, .jsonl); ${path} is not one.`);
  }
  if (isTable) {
    throw usageError(
      `${path} is a table: name the one to complete with --apply FILE, which may be ${path} itself.`,
    );
  }
  const alone = ['column', 'inPlace', 'yes'].find((name) => options[name] !== undefined);
  if (alone !== undefined) {
    throw usageError(`--${alone === 'inPlace' ? 'in-place' : alone} goes with a table and --apply.`);
  }
}
