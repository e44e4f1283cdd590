import type { BenchmarkReport } from '../../benchmarks/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import {
  commaList,
  missingArgument,
  numberBetween,
  pathName,
  seedOption,
  wholeNumber,
} from '../parse-option.js';
import { originOf } from './bench/origin.js';
import type { SavedRecords } from './bench/saved-records.js';

/** `mettle bench`: a model, a policy or an outside agent, scored on a suite. */
export const benchCommand: CommandDefinition = {
  name: 'bench',
  args: '[suite]',
  summary:
    'score a model, a policy or an outside agent on tasks in worlds, on public benchmarks or on cases of your own',
  example:
    'npx --no mettle bench sql --count 20 --policy oracle\n  npx --no mettle bench bfcl --data bfcl-data --category simple_python --model openai/gpt-5-mini\n  npx --no mettle bench humaneval --data HumanEval.jsonl --model openai/gpt-5-mini --trials 5\n  npx --no mettle bench cases.jsonl --agent "python3 my_agent.py" --trials 3',
  options: [
    {
      flags: '--data <path>',
      description:
        'with bfcl, humaneval, mbpp, livecodebench or arc: where its files are; for bfcl BFCL_v4_CATEGORY.json and possible_answer/',
    },
    {
      flags: '--category <names>',
      description: 'with bfcl: only these categories, comma-separated; default: all that can be scored',
      parse: commaList,
    },
    {
      flags: '--count <n>',
      description:
        'with a world: how many tasks; with other suites: only the first cases. Default: 20 tasks, all cases',
      parse: wholeNumber('--count', 1),
    },
    {
      flags: '--level <n>',
      description: 'with a world: difficulty of the tasks, 1 to 3; default: mixed',
      parse: wholeNumber('--level', 1),
    },
    { flags: '--model <id>', description: 'provider/model; default: the model named in METTLE_MODEL' },
    {
      flags: '--policy <name>',
      description:
        'with a world, without a model: mixed (the oracle and faults), oracle, or one fault such as wrong_filter; with humaneval, mbpp or arc: oracle, the reference answers',
    },
    {
      flags: '--agent <command>',
      description:
        'an agent of your own, which runs with your rights: it gets a line of JSON for each step and answers with one',
    },
    {
      flags: '--trials <k>',
      description: 'how often each case is tried, with another seed and another world each time',
      default: 1,
      parse: wholeNumber('--trials', 1),
    },
    {
      flags: '--max-steps <n>',
      description: 'limit on tool calls in one task',
      default: 20,
      parse: wholeNumber('--max-steps', 1),
    },
    {
      flags: '--max-calls <n>',
      description: 'limit on calls of the model in all; the run then ends with what was done',
      parse: wholeNumber('--max-calls', 1),
    },
    {
      flags: '--concurrency <n>',
      description: 'trials at once',
      default: 4,
      parse: wholeNumber('--concurrency', 1),
    },
    { flags: '--out <file>', description: 'write the result here. Default: SUITE.bench.json' },
    {
      flags: '--save <file>',
      description: 'write the record of each episode here, as JSON lines',
      parse: pathName('--save', 'file'),
    },
    {
      flags: '--min-score <share>',
      description: 'end with 1 if the score is below this, 0 to 1',
      parse: numberBetween('--min-score', 0, 1),
    },
    {
      flags: '--junit <file>',
      description: 'write JUnit XML here, for CI',
      parse: pathName('--junit', 'file'),
    },
    {
      flags: '--markdown <file>',
      description: 'write a summary with the misses here, in Markdown',
      parse: pathName('--markdown', 'file'),
    },
    { flags: '--resume', description: 'go on where a run with the same options was stopped' },
    seedOption,
  ],
  run: bench,
};

/** Milliseconds after which what was done is written. A kill costs the trials since then. */
const WRITTEN_EVERY = 5_000;

async function bench({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const started = performance.now();
  const [suite] = args;
  if (suite === undefined) {
    throw missingArgument(
      'Give a suite: a world such as sql or airline; bfcl, humaneval, mbpp, livecodebench or arc with --data; or a file of cases.',
    );
  }
  const [
    { relative },
    benchmarks,
    { summaryRecord },
    { openSuite },
    { openSubject },
    { resultFile },
    { ciFiles, writeCiFiles },
  ] = await Promise.all([
    import('node:path'),
    import('../../benchmarks/index.js'),
    import('../../benchmarks/internal.js'),
    import('./bench/open-suite.js'),
    import('./bench/open-subject.js'),
    import('./bench/result-file.js'),
    import('./bench/ci-files.js'),
  ]);
  await using cases = await openSuite(suite, options, io);
  const subject = await openSubject(options, cases.cases, io);
  const { output, earlier } = await resultFile(suite, options, io);
  const ci = await ciFiles(options, output, io);
  await using records = await savedRecords(options.save, { output, earlier }, io);
  const maxCalls = options.maxCalls as number | undefined;
  const { createBudget } = await import('../../models/index.js');
  let writtenAt = performance.now();
  const report = await benchmarks.runBenchmark(subject, cases.cases, {
    suite: cases.name,
    trials: Number(options.trials),
    maxSteps: Number(options.maxSteps),
    concurrency: Number(options.concurrency),
    seed: Number(options.seed),
    ...(maxCalls === undefined ? {} : { budget: createBudget({ calls: maxCalls }) }),
    origin: originOf(suite, options),
    ...(earlier === null ? {} : { resume: earlier }),
    stop: io.signal,
    onProgress: io.progress,
    onTrial: async (_result, trajectory, soFar) => {
      if (trajectory !== null) await records?.add(trajectory);
      if (performance.now() - writtenAt < WRITTEN_EVERY) return;
      await benchmarks.writeBenchmarkReport(output, soFar());
      writtenAt = performance.now();
    },
  });
  const done = report.scored + report.errors + report.notChecked;
  if (done > 0) await benchmarks.writeBenchmarkReport(output, report);
  await writeCiFiles(ci, report);
  const minScore = options.minScore as number | undefined;
  const score = report.score?.mean ?? null;
  const isEnough = score !== null && (minScore === undefined ? score > 0 : score >= minScore);
  const isGood = report.stopReason === 'complete' && report.errors === 0 && isEnough;
  const shown = relative(io.cwd, output) || output;
  const first = report.cases.flatMap(({ trials }) => trials).find(({ verdict }) => verdict === 'error');
  return {
    exitCode: isGood ? 0 : 1,
    document: {
      suite: report.suite,
      ...summaryRecord(report),
      subject: { ...report.subject },
      trials: report.trialCount,
      stop_reason: report.stopReason,
      min_score: minScore ?? null,
      output: done > 0 ? output : null,
      saved: records?.path ?? null,
      ...ci,
      seconds: (performance.now() - started) / 1000,
    },
    text: [
      benchmarks.benchmarkTable(report),
      '',
      ...(first === undefined ? [] : [`The first error: ${first.reason}`]),
      ...(report.stopReason === 'budget'
        ? ['The budget is used up; --resume with a larger one goes on.']
        : []),
      ...(minScore === undefined || isEnough
        ? []
        : [`The score is below --min-score ${minScore}${score === null ? '' : `: ${score.toFixed(4)}`}.`]),
      ...(done > 0 ? [`result: ${shown}`] : []),
    ].join('\n'),
    resume: `Stopped after ${done} trials${done > 0 ? `, which are kept in ${shown}` : ''}. The same command with --resume goes on.`,
  };
}

async function savedRecords(
  save: unknown,
  result: { readonly output: string; readonly earlier: BenchmarkReport | null },
  io: CommandIo,
): Promise<SavedRecords | null> {
  if (typeof save !== 'string') return null;
  const { openSavedRecords } = await import('./bench/saved-records.js');
  return openSavedRecords({ save, ...result }, io);
}
