import { startOf } from '../../core/internal.js';
import type { ContaminatedTrajectory, DedupKey, DroppedTrajectory } from '../../evaluation/index.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { numberBetween, oneOf } from '../parse-option.js';
import type { RepeatOptions } from './dedup/find-repeats.js';
import type { LineList } from './records/line-list.js';

/** `mettle dedup`: leaves out trajectories that nearly repeat others, or that a benchmark knows. */
export const dedupCommand: CommandDefinition = {
  name: 'dedup',
  args: '<file>',
  summary: 'leave out trajectories that nearly repeat an earlier one, or whose task stands in a benchmark',
  example:
    'npx --no mettle dedup runs.jsonl --key task\n  npx --no mettle dedup runs.jsonl --against humaneval.jsonl',
  options: [
    {
      flags: '--key <part>',
      description: 'what is compared: task, actions or example (both, and the answer)',
      default: 'example',
      parse: oneOf('--key', ['task', 'actions', 'example']),
    },
    {
      flags: '--threshold <share>',
      description: 'how alike two have to be, from 0.1 to 1. Default: 0.85',
      parse: numberBetween('--threshold', 0.1, 1),
    },
    {
      flags: '--against <path>',
      description:
        'leave out, too, what stands in this benchmark: a file of JSON, JSON lines or text, or a folder of them',
    },
    { flags: '--out <file>', description: 'write what is kept here. Default: FILE.dedup.jsonl beside it' },
  ],
  run: dedup,
};

/** Of those left out, how many a person is shown. */
const SHOWN = 10;

async function dedup({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ findRepeats }, { writeKept }, { outputPath }] = await Promise.all([
    import('./dedup/find-repeats.js'),
    import('./dedup/write-kept.js'),
    import('./records/output-path.js'),
  ]);
  const file = String(args[0]);
  const asked = options as unknown as RepeatOptions & { readonly out?: string };
  const output = await outputPath(file, {
    option: '--out',
    given: asked.out,
    ending: '.dedup.jsonl',
    cwd: io.cwd,
    others: [asked.against],
  });
  const { records, total, dropped, contaminated, leftOut, skipped } = await findRepeats(file, asked, io);
  const kept = await writeKept(records, leftOut, output, io);
  const { against } = asked;
  return {
    exitCode: skipped.count > 0 ? 1 : 0,
    document: {
      total,
      kept,
      dropped: dropped.map((each) => ({ ...each })),
      ...(against === undefined ? {} : { contaminated: contaminated.map((each) => ({ ...each })) }),
      skipped: skipped.listed,
      skipped_count: skipped.count,
      output,
    },
    text: textOf({ total, kept, dropped, contaminated, skipped, against, key: asked.key }, output),
  };
}

function textOf(
  {
    total,
    kept,
    dropped,
    contaminated,
    skipped,
    against,
    key,
  }: {
    readonly total: number;
    readonly kept: number;
    readonly dropped: readonly DroppedTrajectory[];
    readonly contaminated: readonly ContaminatedTrajectory[];
    readonly skipped: LineList;
    readonly against: string | undefined;
    readonly key: DedupKey;
  },
  output: string,
): string {
  const short = (id: string): string => startOf(id, 12);
  return [
    `${kept} of ${total} kept: ${dropped.length} nearly repeat an earlier one by ${key}${against === undefined ? '' : `, ${contaminated.length} stand in ${against}`}`,
    ...dropped
      .slice(0, SHOWN)
      .map(({ id, like, similarity }) => `  ${short(id)} like ${short(like)} (${similarity.toFixed(2)})`),
    ...contaminated
      .slice(0, SHOWN)
      .map(({ id, source, containment }) => `  ${short(id)} in ${source} (${containment.toFixed(2)})`),
    ...(dropped.length > SHOWN || contaminated.length > SHOWN ? ['  … --json lists them all'] : []),
    ...skipped.describe('Lines that hold no record, left out'),
    `kept: ${output}`,
  ].join('\n');
}
