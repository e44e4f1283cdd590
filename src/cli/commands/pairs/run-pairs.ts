import { pairTrajectories } from '../../../evaluation/index.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import { type PreferenceService, preferenceFormats, type TrainingGate } from '../../../records/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { gateText, readSplits } from '../export/read-gate.js';
import { outputPath } from '../records/output-path.js';
import { readRuns } from './read-runs.js';

/** Pairs the runs of a file and writes the pairs. */
export async function runPairs({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = String(args[0]);
  const asked = options as unknown as PairsOptions;
  if (asked.minMargin !== undefined && asked.judged === undefined) {
    throw usageError('--min-margin is of scores: add --judged.');
  }
  if (asked.service !== undefined && asked.format !== 'openai-dpo') {
    throw usageError('--service has rules for openai-dpo: add --format openai-dpo.');
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
  const encoded = format?.encode(found.pairs, {
    completion: asked.completion,
    ...(asked.service === undefined ? {} : { service: asked.service }),
  });
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
      ...skipped.describe('Lines that hold no record, left out'),
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
  readonly service?: PreferenceService;
  readonly unverified?: boolean;
  readonly split?: string;
  readonly out?: string;
}

function counted(reasons: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
