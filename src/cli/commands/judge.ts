import type { Model } from '../../models/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { oneOf } from '../parse-option.js';
import { concurrencyOption, resumeOption } from './records/job-options.js';

/** `mettle judge`: scores the trajectories of a file, by counting or by a model. */
export const judgeCommand: CommandDefinition = {
  name: 'judge',
  args: '<file>',
  summary:
    'score trajectories in six dimensions, by counting or with a model, and write the scores to a file beside them',
  example:
    'npx --no mettle judge runs.jsonl\n  npx --no mettle judge runs.jsonl --model openai/gpt-5-mini --rubric strict',
  options: [
    {
      flags: '--env <file>',
      description:
        'JSON file that describes the world, or a module that exports it (./my-world.mjs), which runs with your rights; default: world.json beside the records, and without one the records alone',
    },
    { flags: '--model <id>', description: 'provider/model that judges. Default: none, scores are counted' },
    {
      flags: '--rubric <name>',
      description: 'balanced, strict, lenient or safety_first',
      default: 'balanced',
      parse: oneOf('--rubric', ['balanced', 'strict', 'lenient', 'safety_first']),
    },
    {
      flags: '--trust-outcomes',
      description:
        "if an outcome can't be checked again from the record, trust the one in the file; only for files you made",
    },
    concurrencyOption,
    resumeOption,
    {
      flags: '--out <file>',
      description: 'write the evaluations here. Default: FILE.judged.jsonl beside it',
    },
  ],
  run: judge,
};

async function judge({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    trajectories,
    { JudgeTally, judgeText, judgedLine },
    { openRecords },
    { openRecordedWorlds },
    { runRecordJob },
    { replayedOutcome },
    { isIdle },
    { outputPath },
  ] = await Promise.all([
    import('../../evaluation/index.js'),
    import('./judge/report.js'),
    import('./records/read-records.js'),
    import('./records/recorded-worlds.js'),
    import('./records/record-job.js'),
    import('./judge/replayed-outcome.js'),
    import('../../evaluation/internal.js'),
    import('./records/output-path.js'),
  ]);
  const file = args[0] ?? '';
  const output = await outputPath(file, {
    option: '--out',
    given: options.out,
    ending: '.judged.jsonl',
    cwd: io.cwd,
  });
  const records = await openRecords(file, io.cwd);
  const model = await modelOf(options.model, io);
  const env = typeof options.env === 'string' ? options.env : undefined;
  await using worlds = await openRecordedWorlds(file, records.first, {
    env,
    cwd: io.cwd,
    say: io.say,
    optional: true,
  });
  await using tests = trajectories.createHiddenTests();
  const rubric = options.rubric as (typeof trajectories.rubricPresets)[number];
  const evaluator = new trajectories.TrajectoryEvaluator({
    rubric,
    ...(model !== null && { model }),
    outcomeOf: async (trajectory) => {
      const checked = await replayedOutcome(trajectory, worlds, tests);
      const isOpen = checked.verdict === 'not_checked' && !isIdle(checked);
      return isOpen && options.trustOutcomes === true ? trajectory.outcome : checked;
    },
  });
  const tally = new JudgeTally();
  const { skipped, stopped } = await runRecordJob(
    {
      stage: 'judge',
      records,
      outputs: [output],
      concurrency: Number(options.concurrency),
      threads: null,
      resume: options.resume === true,
      settings: {
        worlds: worlds.identity,
        judge: evaluator.judge,
        rubric,
        trustOutcomes: options.trustOutcomes === true,
      },
      work: { work: ({ trajectory }) => evaluator.evaluate(trajectory) },
      take: (evaluation) => {
        tally.add(evaluation);
        return [judgedLine(evaluation)];
      },
    },
    io,
  );
  if (stopped !== null) return stopped;
  const about = { judge: evaluator.judge, rubric, skipped: skipped.listed, skipped_count: skipped.count };
  const document = tally.document({ ...about, output });
  return {
    exitCode: document.passed > 0 && document.errors === 0 && skipped.count === 0 ? 0 : 1,
    document,
    text: judgeText(document, worlds.hasFile),
  };
}

/** The model that judges; null for none. */
async function modelOf(name: unknown, io: CommandIo): Promise<Model | null> {
  if (typeof name !== 'string' || name === 'offline') return null;
  const { openRetriedModel } = await import('../open-retried-model.js');
  return openRetriedModel(name, io);
}
