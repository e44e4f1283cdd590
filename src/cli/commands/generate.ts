import type { TrajectoryMode } from '../../generation/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { missingArgument, oneOf, seedOption, usageError, wholeNumber } from '../parse-option.js';

/** `mettle generate`: trajectories of tasks in a world, into a folder. */
export const generateCommand: CommandDefinition = {
  name: 'generate',
  args: '',
  summary: 'play tasks in a world, with or without a model, and record every run so that it can be verified',
  example:
    'npx --no mettle generate --env sql --count 200 --policy mixed --out runs\n  npx --no mettle generate --env sql --database chinook.sqlite --count 100 --policy oracle\n  npx --no mettle generate --env my-world.json --queries questions.txt --count 50 --model openai/gpt-5-mini --resume',
  options: [
    {
      flags: '--env <name>',
      description:
        'world: sql, files, python, docker, rest or another kind by name; airline, clinic, courses, disputes, hotel, library, payroll, tickets or warehouse; a JSON file {"type": "sql", "content": {"tables": …}}, or a module that exports one, such as ./my-world.mjs, which runs with your rights',
    },
    {
      flags: '--database <path>',
      description:
        'the database to play in, which is copied and never written; with --env sql: an SQLite file, an SQL dump of SQLite, MySQL or PostgreSQL, or a folder of dumps, CSV, JSON Lines and Parquet files; with --env postgres: a dump of PostgreSQL',
    },
    {
      flags: '--queries <file>',
      description:
        'your own tasks instead of generated ones: one query per line, or a JSON list of {"query": …, "expected": {…}}',
    },
    {
      flags: '--count <n>',
      description: 'total number of trajectories',
      parse: wholeNumber('--count', 1),
    },
    {
      flags: '--out <dir>',
      description: 'folder for the trajectories and the report',
      default: 'trajectories',
    },
    {
      flags: '--policy <name>',
      description:
        'play without a model: mixed (the oracle and faults), oracle, or one fault such as wrong_filter',
    },
    {
      flags: '--model <id>',
      description: 'provider/model, or offline; default: the model named in METTLE_MODEL, or else offline',
    },
    {
      flags: '--rationales <model>',
      description:
        "provider/model that writes thoughts for the oracle's runs; they are kept if the calls that they lead it to end in the same state with an answer that passes",
    },
    {
      flags: '--mode <mode>',
      description:
        'single_agent, multi_agent (planner, executor, critic), or code (only tools that run code)',
      default: 'single_agent',
      parse: oneOf('--mode', ['single_agent', 'multi_agent', 'code']),
    },
    {
      flags: '--level <n>',
      description: 'difficulty of the tasks, 1 to 3; default: mixed',
      parse: wholeNumber('--level', 1),
    },
    {
      flags: '--max-steps <n>',
      description: 'limit on tool calls in one run',
      default: 20,
      parse: wholeNumber('--max-steps', 1),
    },
    {
      flags: '--concurrency <n>',
      description: 'runs at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
    { flags: '--no-verify', description: "don't replay each run in a fresh world" },
    { flags: '--resume', description: 'continue the generation in this folder' },
    seedOption,
  ],
  run: generate,
};

async function generate({ options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  if (typeof options.env !== 'string')
    throw missingArgument(
      'Give --env: sql, files, python, rest, airline or another kind of world, a JSON file or a module (./my-world.mjs).',
    );
  if (options.count === undefined) throw missingArgument('Give --count: how many trajectories to make.');
  if (options.policy !== undefined && options.model !== undefined) {
    throw usageError('--policy plays without a model: give --policy or --model, not both.');
  }
  const [
    { join, relative, resolve },
    { generateToFolder },
    { diversityRecord },
    { AgentTrajectoryGenerator },
    { openWorldTasks },
    { portablePath, withFilePaths },
    players,
  ] = await Promise.all([
    import('node:path'),
    import('../../pipelines/index.js'),
    import('../../evaluation/internal.js'),
    import('../../generation/index.js'),
    import('./generate/world-tasks.js'),
    import('./records/file-paths.js'),
    import('./generate/players.js'),
  ]);
  const seed = Number(options.seed);
  const maxSteps = Number(options.maxSteps);
  const mode = options.mode === 'code' ? 'code_execution' : (options.mode as TrajectoryMode);
  const queries = typeof options.queries === 'string' ? options.queries : undefined;
  const level = typeof options.level === 'number' ? options.level : undefined;
  const folder = resolve(io.cwd, String(options.out));
  const verify = options.verify !== false;
  const warnings: string[] = [];
  await using generator = new AgentTrajectoryGenerator({
    seed,
    maxSteps,
    verify,
    variables: io.environment,
    ...(await players.playerOptions(options, io)),
    onWarning: (line) => {
      warnings.push(line);
      io.say(line);
    },
  });
  const { rationales } = options;
  const isPaid = rationales !== undefined || (options.policy === undefined && options.model !== 'offline');
  if (warnings.length === 0) (isPaid ? io.announce : io.say)(`Played by ${generator.playedBy}.`);
  const database = typeof options.database === 'string' ? options.database : undefined;
  const world = await openWorldTasks(options.env, { seed, level, queries, database }, io);
  try {
    const made = await generateToFolder({
      folder,
      count: Number(options.count),
      taskAt: world.taskAt,
      generator,
      mode,
      worlds: world.worlds.map(({ environment, fingerprint }) => ({
        environment: withFilePaths(environment, (path) => portablePath(folder, path)),
        fingerprint,
      })),
      run: {
        seed,
        mode,
        level: level ?? null,
        played_by: generator.playedBy,
        max_steps: maxSteps,
        verify,
        ...(typeof rationales === 'string' && { rationales }),
      },
      resume: options.resume === true,
      concurrency: Number(options.concurrency),
      stop: io.signal,
      onProgress: io.progress,
    });
    const { written, skipped, failed, summary, stopReason } = made;
    const seconds = (performance.now() - started) / 1000;
    const report = join(folder, 'report.html');
    const nonePlayed = summary.total > 0 && summary.errors === summary.total;
    const { refuted, unverified } = summary;
    const isGood =
      failed.length === 0 && refuted + unverified === 0 && !nonePlayed && stopReason === 'complete';
    return {
      exitCode: isGood ? 0 : 1,
      document: {
        written,
        skipped,
        failed: failed.length,
        pass_rate: summary.pass?.rate ?? null,
        verified_rate: summary.verified?.rate ?? null,
        output: join(folder, 'trajectories.jsonl'),
        world: join(folder, 'world.json'),
        report,
        played_by: generator.playedBy,
        warnings,
        stop_reason: stopReason,
        diversity: diversityRecord(summary.diversity),
        failures: Object.fromEntries(summary.failures.byKind.map(({ kind, count }) => [kind, count])),
        refuted,
        unverified,
        rationales: summary.rationales,
        rationale_failure: summary.rationaleFailure,
        seed,
        seconds,
      },
      text: players.summaryText(made, { seconds, report: relative(io.cwd, report) || report }),
      resume: `Stopped after ${written + skipped} of ${String(options.count)} trajectories. The same command with --resume continues.`,
    };
  } finally {
    await world.close();
  }
}
