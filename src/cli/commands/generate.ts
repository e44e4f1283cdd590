import type { Shard } from '../../pipelines/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { oneOf, usageError, wholeNumber } from '../parse-option.js';
import { recipeOptions } from './generate/recipe-options.js';

/** `mettle generate`: trajectories of tasks in a world, into a folder. */
export const generateCommand: CommandDefinition = {
  name: 'generate',
  args: '[recipe]',
  summary:
    'play tasks in a world, with or without a model, and record every run so that it can be verified; by a recipe (YAML or JSON), by options, or both',
  example:
    'npx --no mettle generate recipe.yaml --out runs --resume\n  npx --no mettle generate --env sql --count 200 --policy mixed --out runs\n  npx --no mettle generate --env sql --database chinook.sqlite --count 100 --policy oracle\n  npx --no mettle generate --env my-world.json --queries questions.txt --count 50 --model openai/gpt-5-mini --resume',
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
    recipeOptions.model,
    {
      flags: '--rationales <model>',
      description:
        "provider/model that writes thoughts for the oracle's runs; they are kept if the calls that they lead it to end in the same state with an answer that passes",
    },
    {
      flags: '--mode <mode>',
      description:
        'single_agent, multi_agent (planner, executor, critic), or code (only tools that run code). Default: single_agent',
      parse: oneOf('--mode', ['single_agent', 'multi_agent', 'code']),
    },
    recipeOptions.level,
    recipeOptions.maxSteps,
    recipeOptions.concurrency,
    {
      flags: '--workers <n>',
      description:
        'processes that play and verify. Default: one for each processor, 4 at most, in runs of 3,000 and more that no model plays, in sql, rest and the named worlds; else 0',
      parse: wholeNumber('--workers', 0),
    },
    { flags: '--no-verify', description: "don't replay each run in a fresh world" },
    { flags: '--resume', description: 'continue the generation in this folder' },
    {
      flags: '--shard <i/n>',
      description: 'do one of n parts, all in the same folder; the last to end writes the files',
      parse: parseShard,
    },
    recipeOptions.seed,
  ],
  run: generate,
};

async function generate({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [
    { join, relative, resolve },
    { runRecipe },
    { diversityRecord },
    { recipeOf },
    { summaryText },
    { usualWorkers },
  ] = await Promise.all([
    import('node:path'),
    import('../../pipelines/index.js'),
    import('../../evaluation/internal.js'),
    import('./generate/recipe-of.js'),
    import('./generate/summary-text.js'),
    import('./generate/usual-workers.js'),
  ]);
  const recipe = await recipeOf(args[0], options, io);
  const folder = resolve(io.cwd, String(options.out));
  const shownPath = (path: string): string => relative(io.cwd, path) || path;
  const isPart = options.shard !== undefined;
  const workers = options.workers ?? (isPart ? 0 : usualWorkers(recipe, io.environment));
  let warned = 0;
  const made = await runRecipe(recipe, {
    folder,
    resume: options.resume === true,
    ...(options.shard !== undefined && { shard: options.shard as Shard }),
    workers: Number(workers),
    stop: io.signal,
    onProgress: io.progress,
    onWarning: (line) => {
      warned += 1;
      io.say(line);
    },
    onPlayers: (playedBy) => {
      const isPaid =
        /(?:^|, )model /.test(playedBy) ||
        [recipe.rationales, recipe.judge].some((name) => name !== undefined);
      if (warned === 0 || isPaid) (isPaid ? io.announce : io.say)(`Played by ${playedBy}.`);
    },
    variables: io.environment,
    loadModule: async (path) => {
      const { loadOwnWorld } = await import('./own-world/load-own-world.js');
      return loadOwnWorld(path, shownPath(path));
    },
    shownPath,
  });
  const { written, skipped, failed, summary, stopReason, exported } = made;
  const seconds = (performance.now() - started) / 1000;
  const report = join(folder, 'report.html');
  const nonePlayed = summary.total > 0 && summary.errors === summary.total;
  const { refuted, unverified } = summary;
  const isGood =
    failed.length === 0 && refuted + unverified === 0 && !nonePlayed && stopReason === 'complete';
  const count = written + skipped;
  return {
    exitCode: isGood ? 0 : 1,
    document: {
      written,
      skipped,
      failed: failed.length,
      pass_rate: summary.pass?.rate ?? null,
      verified_rate: summary.verified?.rate ?? null,
      output: made.isWhole ? join(folder, 'trajectories.jsonl') : null,
      world: join(folder, 'world.json'),
      report: made.isWhole ? report : null,
      played_by: made.playedBy,
      warnings: made.warnings,
      stop_reason: stopReason,
      diversity: diversityRecord(summary.diversity),
      failures: Object.fromEntries(summary.failures.byKind.map(({ kind, count: times }) => [kind, times])),
      refuted,
      unverified,
      rationales: summary.rationales,
      rationale_failure: summary.rationaleFailure,
      exported:
        exported === null
          ? null
          : {
              kept: exported.kept,
              left_out: exported.leftOut,
              files: exported.files.map((file) => ({ ...file })),
            },
      fingerprint: made.fingerprint,
      seed: recipe.seed ?? 0,
      seconds,
    },
    text: summaryText(made, { seconds, report: shownPath(report) }),
    resume: `Stopped after ${count} of ${recipe.numTrajectories ?? summary.total} trajectories. The same command with --resume continues.`,
  };
}

/** Reads `2/8`. @throws {MettleError} `cli/usage` */
function parseShard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw usageError(`--shard is i/n, with i from 1 to n, such as 2/8; got "${text}".`);
}
