import type { TrainingGate } from '../../records/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { numberBetween, oneOf, usageError, wholeNumber } from '../parse-option.js';
import { splitOption } from './records/job-options.js';

/** `mettle pairs`: preference pairs of runs of the same tasks. */
export const pairsCommand: CommandDefinition = {
  name: 'pairs',
  args: '<file>',
  summary: 'pair runs of the same task, one of which is better, as data for preference training',
  example:
    'npx --no mettle pairs runs.jsonl\n  npx --no mettle pairs runs.jsonl --judged runs.judged.jsonl --format openai-dpo',
  options: [
    {
      flags: '--judged <file>',
      description:
        'scores for runs whose outcomes are alike, as judge writes them. Default: only outcomes make pairs',
    },
    {
      flags: '--min-margin <share>',
      description: 'with --judged: how far the scores of a pair have to be apart. Default: not equal',
      parse: numberBetween('--min-margin', 0, 1),
    },
    {
      flags: '--per-task <n>',
      description: 'most pairs of one task',
      default: 1,
      parse: wholeNumber('--per-task', 1),
    },
    {
      flags: '--format <name>',
      description: 'trl-preference or openai-dpo',
      default: 'trl-preference',
      parse: oneOf('--format', ['trl-preference', 'openai-dpo']),
    },
    {
      flags: '--completion <part>',
      description: 'what is compared: the first turn that differs, or that and the rest',
      default: 'turn',
      parse: oneOf('--completion', ['turn', 'rest']),
    },
    { flags: '--unverified', description: 'also take runs whose verification did not pass or fail' },
    splitOption,
    { flags: '--out <file>', description: 'write the pairs here. Default: FILE.pairs.jsonl beside it' },
  ],
  run: pairs,
};

async function pairs({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    { pairTrajectories },
    { preferenceFormats },
    { writeFileAtomically },
    { gateText, readSplits },
    { readRuns },
    { outputPath },
  ] = await Promise.all([
    import('../../evaluation/index.js'),
    import('../../records/index.js'),
    import('../../filesystem/index.js'),
    import('./export/read-gate.js'),
    import('./pairs/read-runs.js'),
    import('./records/output-path.js'),
  ]);
  const file = String(args[0]);
  const asked = options as unknown as PairsOptions;
  if (asked.minMargin !== undefined && asked.judged === undefined) {
    throw usageError('--min-margin is of scores: add --judged.');
  }
  const output = await outputPath(file, {
    option: '--out',
    given: asked.out,
    ending: '.pairs.jsonl',
    cwd: io.cwd,
    others: [asked.judged],
  });
  // Runs that failed make half of the pairs.
  const gate: TrainingGate = {
    outcomes: ['pass', 'fail', 'not_checked'],
    verifications: asked.unverified === true ? ['pass', 'not_checked', 'error'] : ['pass'],
    splits: readSplits(asked.split),
  };
  const { total, trajectories, evaluations, leftOut, skipped } = await readRuns(
    file,
    { judged: asked.judged, gate },
    io,
  );
  if (Object.keys(leftOut).length > 0) io.say(gateText(total, leftOut, '--unverified and --split'));
  const found = pairTrajectories(trajectories, {
    evaluations,
    perTask: asked.perTask,
    ...(asked.minMargin === undefined ? {} : { minMargin: asked.minMargin }),
  });
  const format = preferenceFormats.find(({ name }) => name === asked.format);
  const encoded = format?.encode(found.pairs, { completion: asked.completion });
  if (encoded === undefined) throw usageError(`There is no format ${asked.format}.`);
  if (encoded.records > 0) await writeFileAtomically(output, encoded.text);
  const by = (how: string): number => found.pairs.filter((pair) => pair.by === how).length;
  const reasons = counted([...found.unpaired, ...encoded.skipped].map(({ reason }) => reason));
  return {
    exitCode: encoded.records > 0 && skipped.count === 0 ? 0 : 1,
    document: {
      total,
      pairs: encoded.records,
      by_outcome: by('outcome'),
      by_score: by('score'),
      unpaired: found.unpaired.map((each) => ({ task_id: each.taskId, reason: each.reason })),
      not_written: encoded.skipped.map((each) => ({ ...each })),
      left_out: leftOut,
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output: encoded.records > 0 ? output : null,
    },
    text: [
      `${encoded.records} pairs from ${trajectories.length} runs: ${by('outcome')} by outcome, ${by('score')} by score`,
      ...[...reasons].map(([reason, count]) => `  ${count} without a pair: ${reason}`),
      encoded.records > 0
        ? `pairs: ${output}`
        : 'Nothing was written. A pair needs two runs of one task, such as buildPreferencePairs plays.',
    ].join('\n'),
  };
}

/** The options as they are parsed. */
interface PairsOptions {
  readonly judged?: string;
  readonly minMargin?: number;
  readonly perTask: number;
  readonly format: string;
  readonly completion: 'turn' | 'rest';
  readonly unverified?: boolean;
  readonly split?: string;
  readonly out?: string;
}

function counted(reasons: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
