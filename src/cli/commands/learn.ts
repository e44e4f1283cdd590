import type { LearnedVerifierReport } from '../../evaluation/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { numberBetween, oneOf, seedOption, usageError, wholeNumber } from '../parse-option.js';

/** `mettle learn`: trains a verifier on labelled trajectories. */
export const learnCommand: CommandDefinition = {
  name: 'learn',
  args: '<file>',
  summary: 'train a verifier on labelled trajectories, and measure it on tasks that it never saw',
  example:
    'npx --no mettle learn runs.jsonl\n  npx --no mettle learn runs.jsonl --labels runs.judged.jsonl --plot reliability.svg',
  options: [
    {
      flags: '--labels <file>',
      description:
        'JSON lines with trajectory_id, and verdict or label, such as judge writes. Default: the outcomes in the records',
    },
    {
      flags: '--threshold <share>',
      description: 'with --labels: an overall score from here on passes. Default: the verdict says',
      parse: numberBetween('--threshold', 0, 1),
    },
    {
      flags: '--test-share <share>',
      description: 'share of the tasks that it is measured on and learns nothing from. Default: 0.25',
      parse: numberBetween('--test-share', 0.01, 0.9),
    },
    {
      flags: '--calibration <kind>',
      description: 'none, platt or isotonic',
      default: 'platt',
      parse: oneOf('--calibration', ['none', 'platt', 'isotonic']),
    },
    {
      flags: '--text-buckets <n>',
      description: 'counts of hashed words of thoughts and answers to look at as well',
      default: 0,
      parse: wholeNumber('--text-buckets', 0),
    },
    { flags: '--plot <file>', description: 'draw the reliability curve here, in SVG' },
    seedOption,
    {
      flags: '--out <file>',
      description: 'write the verifier here. Default: FILE.verifier.json beside it',
    },
  ],
  run: learn,
};

async function learn({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ plotReliability }, { trainOnSamples }, { readSamples }, { writeFileAtomically }, { outputPath }] =
    await Promise.all([
      import('../../evaluation/index.js'),
      import('../../evaluation/internal.js'),
      import('./learn/read-samples.js'),
      import('../../filesystem/index.js'),
      import('./records/output-path.js'),
    ]);
  const file = String(args[0]);
  const asked = options as unknown as LearnOptions;
  if (asked.threshold !== undefined && asked.labels === undefined) {
    throw usageError('--threshold is of the scores in a file of labels: add --labels.');
  }
  const place = { ending: '.verifier.json', cwd: io.cwd };
  const others = [asked.labels];
  const output = await outputPath(file, { ...place, option: '--out', given: asked.out, others });
  const plot =
    asked.plot === undefined
      ? null
      : await outputPath(file, {
          ...place,
          option: '--plot',
          given: asked.plot,
          others: [...others, output],
        });
  const { samples, unlabelled, skipped } = await readSamples(file, asked, io);
  const [verifier, report] = trainOnSamples(samples, unlabelled, {
    calibration: asked.calibration,
    textBuckets: asked.textBuckets,
    seed: asked.seed,
    ...(asked.testShare === undefined ? {} : { testShare: asked.testShare }),
  });
  await verifier.save(output);
  if (plot !== null) await writeFileAtomically(plot, plotReliability(report));
  const isBetter = report.auroc !== null && report.auroc > 0.5;
  return {
    exitCode: isBetter && skipped.count === 0 ? 0 : 1,
    document: {
      total: report.n,
      train: report.trainN,
      test: report.testN,
      tasks: report.tasks,
      unlabelled,
      pass_rate: report.passRate,
      baseline: report.baseline,
      agreement: report.agreement,
      precision: report.precision,
      recall: report.recall,
      auroc: report.auroc,
      brier: report.brier,
      ece: report.ece,
      calibration: report.calibration,
      reliability: report.reliability.map((bin) => ({ ...bin })),
      weights: report.weights.map((each) => ({ ...each })),
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output,
      plot,
    },
    text: [
      ...textOf(report, isBetter),
      `verifier: ${output}`,
      ...(plot === null ? [] : [`plot: ${plot}`]),
    ].join('\n'),
  };
}

/** The options as they are parsed. */
interface LearnOptions {
  readonly labels?: string;
  readonly threshold?: number;
  readonly testShare?: number;
  readonly calibration: 'none' | 'platt' | 'isotonic';
  readonly textBuckets: number;
  readonly plot?: string;
  readonly seed: number;
  readonly out?: string;
}

function textOf(report: LearnedVerifierReport, isBetter: boolean): readonly string[] {
  const { n, tasks, trainN, testN, passRate, baseline, unlabelled } = report;
  const shown = (value: number | null): string => (value === null ? 'none' : value.toFixed(3));
  return [
    `${n} labels of ${tasks} tasks, ${(100 * passRate).toFixed(0)} % pass: learnt from ${trainN}, measured on ${testN} of other tasks`,
    ...(unlabelled === 0 ? [] : [`${unlabelled} records have no label and were left out`]),
    '',
    `  agreement  ${shown(report.agreement)}   always saying the same: ${shown(baseline)}`,
    `  precision  ${shown(report.precision)}`,
    `  recall     ${shown(report.recall)}`,
    `  AUROC      ${shown(report.auroc)}   0.5 is chance`,
    `  Brier      ${shown(report.brier)}   0 is perfect`,
    `  ECE        ${shown(report.ece)}   0 is perfect`,
    '',
    `What it goes by most: ${report.weights
      .slice(0, 5)
      .map(({ feature, weight }) => `${feature} ${weight >= 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}`)
      .join(', ')}`,
    ...(isBetter ? [] : ['On tasks that it never saw it is no better than chance.']),
  ];
}
