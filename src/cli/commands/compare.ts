import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { numberBetween } from '../parse-option.js';

/** `mettle compare`: two results of `bench` on the same cases. */
export const compareCommand: CommandDefinition = {
  name: 'compare',
  args: '<before> <after>',
  summary: 'compare two results of bench, case by case, with an interval and an exact test',
  example: 'npx --no mettle compare before.bench.json after.bench.json',
  options: [
    { flags: '--plot <file>', description: 'draw both scores by category here, in SVG' },
    {
      flags: '--max-regression <share>',
      description:
        'end with 1 only if the score fell by more than this, 0 to 1. Default: if more cases got worse than better and chance is improbable',
      parse: numberBetween('--max-regression', 0, 1),
    },
  ],
  run: compare,
};

/** How improbable a loss has to be by chance to be a regression. */
const SIGNIFICANT = 0.05;
/** Of the cases that changed, how many a person is shown. */
const SHOWN = 10;

async function compare({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    { resolve },
    { compareReports, comparisonTable, plotBenchmarks, readBenchmarkReport },
    { summaryRecord },
    { writeFileAtomically },
  ] = await Promise.all([
    import('node:path'),
    import('../../benchmarks/index.js'),
    import('../../benchmarks/internal.js'),
    import('../../filesystem/index.js'),
  ]);
  const [before, after] = [
    await readBenchmarkReport(resolve(io.cwd, String(args[0]))),
    await readBenchmarkReport(resolve(io.cwd, String(args[1]))),
  ];
  const comparison = compareReports(before, after);
  const plot = await plotBeside(options.plot, args, io);
  if (plot !== null) await writeFileAtomically(plot, plotBenchmarks([before, after]));
  const { delta, test, regressions, improvements, unpaired } = comparison;
  const allowed = options.maxRegression as number | undefined;
  // A difference of shares is off by rounding: 0.7 − 0.8 is less than −0.1.
  const isWorse =
    allowed === undefined
      ? test.pValue < SIGNIFICANT && test.worse > test.better
      : delta.mean < -allowed - 1e-9;
  return {
    exitCode: isWorse ? 1 : 0,
    document: {
      suite: before.suite,
      cases: comparison.cases,
      before: { subject: { ...before.subject }, ...summaryRecord(before) },
      after: { subject: { ...after.subject }, ...summaryRecord(after) },
      delta: delta.mean,
      interval: [delta.low, delta.high],
      p_value: test.pValue,
      max_regression: allowed ?? null,
      better: test.better,
      worse: test.worse,
      delta_credit: comparison.deltaCredit,
      delta_tool_accuracy: comparison.deltaToolAccuracy,
      delta_argument_accuracy: comparison.deltaArgumentAccuracy,
      regressions: regressions.map((each) => ({ ...each })),
      improvements: improvements.map((each) => ({ ...each })),
      by_category: comparison.byCategory.map((each) => ({
        category: each.category,
        cases: each.cases,
        delta: each.delta,
        better: each.better,
        worse: each.worse,
        p_value: each.pValue,
        adjusted_p_value: each.adjustedPValue,
      })),
      unpaired: [...unpaired],
      plot,
    },
    text: [
      comparisonTable(comparison),
      ...regressions
        .slice(0, SHOWN)
        .map((each) => `  worse: ${each.id} (${each.before.toFixed(2)} → ${each.after.toFixed(2)})`),
      ...(regressions.length > SHOWN ? ['  … --json lists them all'] : []),
      ...(unpaired.length === 0
        ? []
        : [`${unpaired.length} cases were not scored in both results and are left out.`]),
      ...(isWorse
        ? [
            allowed === undefined
              ? 'It got worse.'
              : `The score fell by more than --max-regression ${allowed}.`,
          ]
        : []),
      ...(plot === null ? [] : [`plot: ${plot}`]),
    ].join('\n'),
  };
}

/** Where the plot goes: in place of neither result. */
async function plotBeside(
  given: unknown,
  results: readonly string[],
  { cwd }: CommandIo,
): Promise<string | null> {
  if (given === undefined) return null;
  const { outputPath } = await import('./records/output-path.js');
  const [first = '', ...others] = results;
  return outputPath(first, { option: '--plot', given, ending: '.svg', cwd, others });
}
