import type { ProgressUpdate } from '../../core/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { positiveNumber, seedOption, usageError, wholeNumber } from '../parse-option.js';
import type { TaskModel } from './evolve/train-task.js';

/** `mettle evolve`: trains a script on a task given by examples, without a model or with one. */
export const evolveCommand: CommandDefinition = {
  name: 'evolve',
  args: '<task>',
  summary:
    'train a Python script on examples: a task file, an ARC task, a folder of either, - for standard input, or a table with rows filled in by hand',
  example:
    'mettle evolve names.json --out names.py\n  mettle evolve fix.csv --apply data.csv --out clean.csv',
  options: [
    {
      flags: '--budget-seconds <seconds>',
      description: 'most seconds for each task; default: 20, with --model 300',
      parse: positiveNumber('--budget-seconds'),
    },
    {
      flags: '--max-evaluations <n>',
      description: 'most candidates for each task; decides the result alone when the seconds are generous',
      default: 1_000_000,
      parse: wholeNumber('--max-evaluations', 1),
    },
    {
      flags: '--tolerance <n>',
      description: 'how many examples may be wrong; those that seem so are named',
      default: 0,
      parse: wholeNumber('--tolerance', 0),
    },
    {
      flags: '--model <id>',
      description:
        'provider/model that goes on where the search finds nothing; the search has a quarter of the time before it. Default: none',
    },
    {
      flags: '--out <file>',
      description:
        'write the script here; with a folder of tasks, a folder of scripts; with --apply, the table',
    },
    {
      flags: '--apply <file>',
      description: 'with a table as the task: compute the column that it shows for this table',
    },
    { flags: '--column <name>', description: 'the column to learn; default: the one that differs' },
    { flags: '--in-place', description: 'with --apply: replace that table' },
    { flags: '--yes', description: 'with --apply: write without asking' },
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
    if (call.options.model !== undefined) throw usageError('--model goes with tasks, not with tables.');
    return (await import('./evolve/table/evolve-table.js')).evolveTable(call, io);
  }
  refuseTableOptions(call, path, isTableName(path));
  const [
    { resolve },
    { createSandbox },
    { readTasks },
    { trainTask },
    { checkOutput, writeScripts },
    report,
  ] = await Promise.all([
    import('node:path'),
    import('../../sandbox/index.js'),
    import('./evolve/read-tasks.js'),
    import('./evolve/train-task.js'),
    import('./evolve/write-scripts.js'),
    import('./evolve/report.js'),
  ]);
  const { files, isFolder } = await readTasks(path, io);
  const out = typeof call.options.out === 'string' ? resolve(io.cwd, call.options.out) : null;
  if (out !== null) await checkOutput(out, isFolder, path === '-' ? null : resolve(io.cwd, path));
  if (Number(call.options.tolerance) > 0 && call.options.model !== undefined) {
    throw usageError('--tolerance is for the search alone: leave out --model or --tolerance.');
  }
  const model = await modelOf(call, io);
  io.progress({ stage: 'open a sandbox', done: 0 });
  await using sandbox = await createSandbox({ engine: 'auto' });
  const results = [];
  for (const file of files) {
    if (io.signal.aborted) break;
    const result = await trainTask(file, {
      budget: {
        seconds: Number(call.options.budgetSeconds ?? (model === null ? 20 : 300)),
        maxEvaluations: Number(call.options.maxEvaluations),
      },
      seed: Number(call.options.seed),
      tolerance: Number(call.options.tolerance),
      sandbox,
      model,
      signal: io.signal,
      onProgress: (update) =>
        io.progress(isFolder ? ofFolder(update, file.name, results.length, files.length) : update),
    });
    results.push(result);
    if (isFolder) {
      io.progress({
        stage: 'tasks',
        done: results.length,
        total: files.length,
        note: report.taskLine(result),
      });
    }
  }
  if (out !== null) await writeScripts(out, isFolder, results);
  return {
    exitCode: results.some((result) => result.solved) ? 0 : 1,
    document: report.evolveDocument(results),
    text: report.evolveText(results, isFolder),
    resume: `Stopped after ${results.length} of ${files.length} tasks; the same call starts over.`,
  };
}

/** The model that is asked; null for none. */
async function modelOf({ options }: CommandCall, io: CommandIo): Promise<TaskModel | null> {
  const name = options.model;
  if (typeof name !== 'string' || name === 'offline') return null;
  const { checkModelKey, openModel } = await import('../../models/index.js');
  checkModelKey(name, { environment: io.environment });
  return { name, model: openModel(name, { environment: io.environment }) };
}

/** The progress of one task of a folder, as progress of the folder. */
function ofFolder(update: ProgressUpdate, task: string, done: number, total: number): ProgressUpdate {
  return { stage: 'tasks', done, total, note: `${task}: ${update.done} tried, ${update.note ?? ''}` };
}

/** Refuses what only makes sense with a table and what to apply it to. */
function refuseTableOptions({ options }: CommandCall, path: string, isTable: boolean): void {
  if (typeof options.apply === 'string') {
    throw usageError(`--apply takes its examples from a table (.csv, .tsv, .jsonl); ${path} is none.`);
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
