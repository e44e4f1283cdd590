import { plotDataset } from '../../../evaluation/index.js';
import { DatasetTally } from '../../../evaluation/internal.js';
import { writeFileAtomically } from '../../../filesystem/index.js';
import type { CommandCall, CommandIo, CommandOutcome } from '../../command.js';
import { LineList } from '../records/line-list.js';
import { outputPath } from '../records/output-path.js';
import { openRecords } from '../records/read-records.js';
import { readScores } from '../records/read-scores.js';
import { metricsDocument, metricsText } from './document.js';

/** Counts the records of a file, prints the numbers and draws them. */
export async function runMetrics({ args, options }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const file = String(args[0]);
  const { judged, plot: asked } = options as { readonly judged?: string; readonly plot?: string };
  const plot =
    asked === undefined
      ? null
      : await outputPath(file, {
          option: '--plot',
          given: asked,
          ending: '.svg',
          cwd: io.cwd,
          others: [judged],
        });
  const scores = new Map(
    judged === undefined ? [] : (await readScores(judged, io)).map((each) => [each.trajectoryId, each]),
  );
  const records = await openRecords(file, io.cwd);
  const tally = new DatasetTally();
  const skipped = new LineList();
  let done = 0;
  for await (const each of records.after(0)) {
    io.signal.throwIfAborted();
    if ('reason' in each) {
      skipped.add(each);
      continue;
    }
    tally.add(each.trajectory, scores.get(each.trajectory.id));
    done += 1;
    io.progress({ stage: 'count', done, total: records.total });
  }
  const found = await tally.result();
  if (plot !== null) await writeFileAtomically(plot, plotDataset(found));
  return {
    exitCode: skipped.count === 0 ? 0 : 1,
    document: {
      ...metricsDocument(found),
      skipped: skipped.listed,
      skipped_count: skipped.count,
      plot,
    },
    text: [...metricsText(found, skipped), ...(plot === null ? [] : [`plot: ${plot}`])].join('\n'),
  };
}
