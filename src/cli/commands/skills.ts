import type { Trajectory } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { missingArgument, numberBetween, seedOption, usageError, wholeNumber } from '../parse-option.js';

/** `mettle skills`: scripts for what verified runs do again and again. */
export const skillsCommand: CommandDefinition = {
  name: 'skills',
  args: '<file>',
  summary:
    'turn what verified runs do again and again into scripts, and keep those that are no worse on unseen tasks',
  example: 'npx --no mettle skills runs/trajectories.jsonl --env rest --margin 0.05 --out skills',
  options: [
    {
      flags: '--env <name>',
      description: 'the world of the runs, as for generate: its held-out tasks are what skills are tested on',
    },
    { flags: '--database <path>', description: 'with --env sql: the database of the runs' },
    {
      flags: '--margin <share>',
      description: 'share of unseen tasks on which a skill may be worse, at 95 % confidence',
      default: 0.01,
      parse: numberBetween('--margin', 0.001, 0.5),
    },
    {
      flags: '--tests <n>',
      description: 'unseen tasks per skill, at most. Default: as many as the margin takes with one failure',
      parse: wholeNumber('--tests', 1),
    },
    {
      flags: '--max-tasks <n>',
      description: 'unseen tasks that are looked at',
      default: 5000,
      parse: wholeNumber('--max-tasks', 1),
    },
    {
      flags: '--least-tasks <n>',
      description: 'different tasks that the runs of a skill are about, at least',
      default: 5,
      parse: wholeNumber('--least-tasks', 2),
    },
    {
      flags: '--model <id>',
      description: 'provider/model that skills are compared with. Default: the oracle of each task',
    },
    {
      flags: '--sign <file>',
      description: 'sign the certificates with this Ed25519 private key (PEM)',
    },
    seedOption,
    {
      flags: '--out <dir>',
      description: 'write each skill to a folder of its name below this',
      default: 'skills',
    },
  ],
  run: skills,
};

async function skills({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const asked = options as unknown as SkillsOptions;
  if (asked.env === undefined) {
    throw missingArgument('Give --env: the world that the runs were made in, as for generate.');
  }
  const [
    { relative, resolve },
    { readdir },
    { compileSkills, writeSkill },
    { openWorldTasks, tasksInTurn },
    { openRecords },
    { agentPolicy },
  ] = await Promise.all([
    import('node:path'),
    import('node:fs/promises'),
    import('../../pipelines/index.js'),
    import('../../pipelines/internal.js'),
    import('./records/read-records.js'),
    import('../../generation/index.js'),
  ]);
  const output = resolve(io.cwd, asked.out);
  const there = await readdir(output).catch((): string[] => []);
  if (there.length > 0) throw usageError(`--out ${asked.out} is not empty: name a new folder.`);
  const records = await openRecords(String(args[0]), io.cwd);
  const trajectories: Trajectory[] = [];
  const skipped: { line: number; reason: string }[] = [];
  for await (const each of records.after(0)) {
    if ('trajectory' in each) trajectories.push(each.trajectory);
    else skipped.push({ line: each.line, reason: each.reason });
  }
  const baseline =
    asked.model === undefined
      ? {}
      : {
          baseline: agentPolicy({
            model: await (await import('../open-retried-model.js')).openRetriedModel(asked.model, io),
          }),
        };
  const { seed, env, database } = asked;
  if (database !== undefined && env !== 'sql' && env !== 'postgres') {
    throw usageError(`--database is for --env sql and --env postgres; got --env ${env}.`);
  }
  const isFile = /\.(?:json|[cm]?[jt]s)$/i.test(env);
  const named = isFile ? resolve(io.cwd, env) : env;
  const shownPath = (path: string): string => relative(io.cwd, path) || path;
  const world = await openWorldTasks(
    database === undefined ? named : { type: env, database: resolve(io.cwd, database) },
    { seed, tasks: { split: 'held_out' }, queries: null },
    {
      loadModule: async (path) =>
        (await import('./own-world/load-own-world.js')).loadOwnWorld(path, shownPath(path)),
      shown: shownPath,
      say: io.say,
    },
  );
  try {
    const compiled = await compileSkills(trajectories, {
      ...baseline,
      unseen: tasksInTurn(world),
      margin: asked.margin,
      maxTasks: asked.maxTasks,
      leastTasks: asked.leastTasks,
      ...(asked.tests === undefined ? {} : { tests: asked.tests }),
      signal: io.signal,
      onProgress: io.progress,
    });
    const signing = asked.sign === undefined ? {} : { privateKeyFile: resolve(io.cwd, asked.sign) };
    const folders: string[] = [];
    for (const skill of compiled.kept) folders.push(await writeSkill(output, skill, trajectories, signing));
    const { kept, rejected, selected, leftOut, unseenTasks } = compiled;
    return {
      exitCode: kept.length > 0 && skipped.length === 0 ? 0 : 1,
      document: {
        total: trajectories.length,
        selected,
        left_out: leftOut,
        unseen_tasks: unseenTasks,
        kept: kept.map((skill, index) => ({ ...shown(skill), folder: folders[index] })),
        rejected: rejected.map((skill) => ({ ...shown(skill), reason: skill.reason })),
        skipped,
        output: kept.length > 0 ? output : null,
        seconds: (performance.now() - started) / 1000,
      },
      text: [
        `${selected} of ${trajectories.length} runs passed, were verified and are kept for no test.`,
        ...kept.map(({ name, records: own, test }) => `kept      ${name}: ${testWords(own.length, test)}`),
        ...rejected.map(({ name, reason }) => `rejected  ${name}: ${reason}`),
        kept.length > 0 ? `skills: ${output}` : 'No skill was kept, so nothing was written.',
      ].join('\n'),
    };
  } finally {
    await world.close();
  }
}

/** The options as they are parsed. */
interface SkillsOptions {
  readonly env?: string;
  readonly database?: string;
  readonly margin: number;
  readonly tests?: number;
  readonly maxTasks: number;
  readonly leastTasks: number;
  readonly model?: string;
  readonly sign?: string;
  readonly seed: number;
  readonly out: string;
}

type Compiled = Awaited<
  ReturnType<typeof import('../../pipelines/index.js')['compileSkills']>
>['kept'][number];

function shown({ name, records, test, coverage }: Compiled) {
  return {
    name,
    records: records.length,
    tasks: test.tasks,
    skill_passes: test.skillPasses,
    baseline_passes: test.baselinePasses,
    better: test.better,
    worse: test.worse,
    p_value: test.pValue,
    worse_at_most: test.worseAtMost,
    success_at_least: test.successAtLeast,
    model_calls: test.modelCalls,
    tool_calls: test.toolCalls,
    asked: coverage.asked,
  };
}

function testWords(
  records: number,
  { tasks, skillPasses, baselinePasses, worseAtMost }: Compiled['test'],
): string {
  return `from ${records} runs; ${skillPasses} of ${tasks} unseen tasks (the baseline ${baselinePasses}), so worse on at most ${(100 * worseAtMost).toFixed(1)} %`;
}
