import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { numberBetween, wholeNumber } from '../parse-option.js';
import { recipeOptions } from './generate/recipe-options.js';

/** `mettle flywheel`: measure, practise, learn, test and measure again, by a recipe. */
export const flywheelCommand: CommandDefinition = {
  name: 'flywheel',
  args: '[recipe]',
  summary:
    'measure on held-out tasks, practise where it failed, keep the scripts that hold on unseen tasks, and measure again; by a recipe, as for generate',
  example:
    'npx --no mettle flywheel --env rest --policy mixed --rounds 2 --out flywheel\n  npx --no mettle flywheel recipe.yaml --rounds 3 --model openai/gpt-5-mini --resume',
  options: [
    { flags: '--env <name>', description: 'world, as for generate' },
    { flags: '--database <path>', description: 'with --env sql or postgres: the database, as for generate' },
    {
      flags: '--rounds <n>',
      description: 'measurements; between two of them it learns',
      default: 2,
      parse: wholeNumber('--rounds', 1),
    },
    {
      flags: '--tasks <n>',
      description: 'held-out tasks of each measurement, the same ones each time',
      default: 40,
      parse: wholeNumber('--tasks', 1),
    },
    {
      flags: '--practice <n>',
      description: 'new tasks that are practised after a measurement',
      default: 200,
      parse: wholeNumber('--practice', 1),
    },
    {
      flags: '--margin <share>',
      description:
        'share of unseen tasks on which a script may be worse than the oracles, at 95 % confidence',
      default: 0.05,
      parse: numberBetween('--margin', 0.001, 0.5),
    },
    {
      flags: '--policy <name>',
      description: 'play without a model: mixed (the oracle and faults), or one fault such as wrong_filter',
    },
    recipeOptions.model,
    recipeOptions.level,
    recipeOptions.maxSteps,
    recipeOptions.concurrency,
    {
      flags: '--out <dir>',
      description: 'folder for rounds, skills, data set and report',
      default: 'flywheel',
    },
    { flags: '--resume', description: 'go on with the flywheel in this folder' },
    recipeOptions.seed,
  ],
  run: flywheel,
};

async function flywheel({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [{ relative, resolve }, { runFlywheel }, { recipeOf }] = await Promise.all([
    import('node:path'),
    import('../../pipelines/index.js'),
    import('./generate/recipe-of.js'),
  ]);
  const { tasks, practice, rounds, margin, out, resume, ...played } = options;
  const recipe = await recipeOf(args[0], { ...played, count: tasks }, io);
  const shownPath = (path: string): string => relative(io.cwd, path) || path;
  let announced = '';
  const { numTrajectories: _count, ...bare } = recipe;
  const made = await runFlywheel(bare, {
    folder: resolve(io.cwd, String(out)),
    resume: resume === true,
    rounds: Number(rounds),
    benchmarkTasks: Number(tasks),
    practiceTasks: Number(practice),
    margin: Number(margin),
    stop: io.signal,
    onProgress: io.progress,
    onWarning: io.say,
    onPlayers: (playedBy) => {
      if (playedBy === announced) return;
      announced = playedBy;
      const isPaid = /(?:^|, )model /.test(playedBy) || recipe.judge !== undefined;
      (isPaid ? io.announce : io.say)(`Played by ${playedBy}.`);
    },
    variables: io.environment,
    loadModule: async (path) =>
      (await import('./own-world/load-own-world.js')).loadOwnWorld(path, shownPath(path)),
    shownPath,
  });
  const seconds = (performance.now() - started) / 1000;
  const { comparison, improved, stopReason } = made;
  const isGood =
    stopReason === 'nothing_failed' || (stopReason === 'complete' && (improved || comparison === null));
  return {
    exitCode: isGood ? 0 : 1,
    document: {
      rounds: made.rounds.map((round) => ({
        round: round.round,
        tasks: round.tasks,
        pass_rate: round.pass?.rate ?? null,
        interval: round.pass === null ? null : [round.pass.low, round.pass.high],
        verified_rate: round.verified?.rate ?? null,
        errors: round.errors,
        model_calls: round.modelCalls,
        skills: round.skills,
        kept: (round.learned?.skills ?? [])
          .filter(({ rejected }) => rejected === null)
          .map(({ name }) => name),
        rejected: (round.learned?.skills ?? []).flatMap(({ name, rejected }) =>
          rejected === null ? [] : [{ name, reason: rejected }],
        ),
      })),
      improved,
      comparison:
        comparison === null
          ? null
          : {
              better: comparison.better,
              worse: comparison.worse,
              same: comparison.same,
              p_value: comparison.pValue,
            },
      dataset: made.dataset,
      records: made.records,
      exports: made.exports.map(({ format, path, records }) => ({ format, path, records })),
      report: made.report,
      stop_reason: stopReason,
      seconds,
    },
    text: flywheelText(made, seconds, shownPath),
    resume: 'Stopped. The same command with --resume goes on.',
  };
}

type Made = Awaited<ReturnType<typeof import('../../pipelines/index.js')['runFlywheel']>>;

function flywheelText(
  { rounds, comparison, improved, stopReason, dataset, records, report }: Made,
  seconds: number,
  shownPath: (path: string) => string,
): string {
  const share = (rate: number): string => `${(100 * rate).toFixed(0)} %`;
  const lines = rounds.flatMap(({ round, pass, skills, learned }) => [
    `Round ${round}: ${pass === null ? 'none was scored' : `${share(pass.rate)} of ${pass.trials} held-out tasks passed`}${skills.length > 0 ? `, with ${skills.length} skills` : ''}.`,
    ...(learned === null
      ? []
      : [
          `  practised ${learned.practised} new tasks; kept ${learned.skills.filter(({ rejected }) => rejected === null).length} of ${learned.skills.length} skills.`,
        ]),
  ]);
  return [
    ...lines,
    comparison === null
      ? ''
      : `${improved ? 'Better' : 'Not shown to be better'}: ${comparison.better} tasks went from wrong to right, ${comparison.worse} from right to wrong (p = ${comparison.pValue.toPrecision(2)}).`,
    stopReason === 'nothing_failed' ? 'Nothing failed, so there was nothing to practise.' : '',
    stopReason === 'budget' ? 'The budget is used up; --resume with a larger one goes on.' : '',
    dataset === null
      ? 'No data set: no practised run passed and was verified.'
      : `Data set: ${shownPath(dataset)} (${records} verified runs)`,
    `Report: ${shownPath(report)} (${seconds.toFixed(1)} s)`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
