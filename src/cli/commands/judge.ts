import type { Model } from '../../models/index.js';
import type { Trajectory } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { oneOf, usageError, wholeNumber } from '../parse-option.js';

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
        'JSON file that describes the world; default: world.json beside the records, and without one the records alone',
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
    {
      flags: '--concurrency <n>',
      description: 'trajectories judged at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
    {
      flags: '--out <file>',
      description: 'write the evaluations here. Default: FILE.judged.jsonl beside it',
    },
  ],
  run: judge,
};

async function judge({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    { resolve },
    { openAtomicFile },
    trajectories,
    { JudgeTally, judgeText, judgedLine },
    { openRecords },
    { openRecordedWorlds },
    { replayedOutcome },
    { isIdle },
  ] = await Promise.all([
    import('node:path'),
    import('../../filesystem/internal.js'),
    import('../../evaluation/index.js'),
    import('./judge/report.js'),
    import('./records/read-records.js'),
    import('./records/recorded-worlds.js'),
    import('./judge/replayed-outcome.js'),
    import('../../evaluation/internal.js'),
  ]);
  const file = args[0] ?? '';
  const path = resolve(io.cwd, file);
  const output =
    typeof options.out === 'string'
      ? options.out
      : file.replace(/(?:\.jsonl)?(?:\.gz|\.zst)?$/, '.judged.jsonl');
  if (resolve(io.cwd, output) === path)
    throw usageError('--out names the file that is judged; name another.');
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
  const concurrency = Number(options.concurrency);
  const tally = new JudgeTally();
  await using written = await openAtomicFile(resolve(io.cwd, output));
  const judgeHandful = async (handful: readonly Trajectory[]): Promise<void> => {
    const begun = tally.total;
    const evaluations = await evaluator.evaluateBatch(handful, {
      concurrency,
      onProgress: (update) => io.progress({ ...update, done: begun + update.done, total: records.total }),
    });
    for (const evaluation of evaluations) {
      tally.add(evaluation);
      await written.write(judgedLine(evaluation));
    }
  };
  // By the handful, so that Ctrl-C ends with what was paid for in the file.
  let handful: Trajectory[] = [];
  for await (const { trajectory } of records) {
    if (io.signal.aborted) break;
    handful.push(trajectory);
    if (handful.length < concurrency) continue;
    await judgeHandful(handful);
    handful = [];
  }
  if (!io.signal.aborted) await judgeHandful(handful);
  await written.commit();
  const { listed: skipped, count: skipped_count } = records.skipped;
  const document = tally.document({ judge: evaluator.judge, rubric, skipped, skipped_count, output });
  return {
    exitCode: document.passed > 0 && document.errors === 0 && skipped_count === 0 ? 0 : 1,
    document,
    text: judgeText(document),
    resume: `Judged ${tally.total} of ${records.total}, kept in ${output}; the same command starts over.`,
  };
}

/** The model that judges; null for none. */
async function modelOf(name: unknown, io: CommandIo): Promise<Model | null> {
  if (typeof name !== 'string' || name === 'offline') return null;
  const { checkModelKey, openModel } = await import('../../models/index.js');
  checkModelKey(name, { environment: io.environment });
  return openModel(name, { environment: io.environment });
}
