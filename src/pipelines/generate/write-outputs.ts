import { join } from 'node:path';
import { blameTable } from '../../evaluation/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { openAtomicFile } from '../../filesystem/internal.js';
import type { Trajectory } from '../../records/index.js';
import { type ExportResult, openExports } from '../outputs/export-runs.js';
import { keptRuns } from '../outputs/run-source.js';
import { type GenerationSummary, SummaryTally, summaryDocument } from '../outputs/summary-tally.js';
import { sweepUnfinished } from '../outputs/sweep-unfinished.js';
import { generationFileNames as names } from '../recipe/generation-files.js';
import type { RunStore } from '../store/run-store.js';
import { blameFailures, MOST_BLAMED } from './blame-failures.js';
import type { FolderWork } from './folder-work.js';
import { type GenerationReport, renderGenerationReport } from './report/render-generation-report.js';

/** Where outputs come from, and where they go. */
interface OutputPlace {
  readonly folder: string;
  readonly runs: RunStore;
  readonly scores: RunStore | null;
  readonly stop?: AbortSignal | undefined;
  /** Whether the files are written. Else the runs are counted alone. */
  readonly isWhole: boolean;
}

/** Runs that the report can show, and of each kind of failure beside. */
const MOST_SHOWN = 1000;
const MOST_OF_A_KIND = 20;

/** Writes the files of a folder from the runs that are kept, one held at a time: the same runs give the same bytes. */
export async function writeOutputs(
  work: FolderWork,
  { folder, runs, scores, stop, isWhole }: OutputPlace,
): Promise<{ readonly summary: GenerationSummary; readonly exported: ExportResult | null }> {
  const tally = new SummaryTally();
  const shown: Trajectory[] = [];
  const shownOfKind = new Map<string, number>();
  const failed: { readonly item: number; readonly trajectory: Trajectory }[] = [];
  const hasFiles = isWhole && runs.count > 0;
  if (hasFiles) await sweepUnfinished(folder, outputNames(work));
  await using records = hasFiles ? await openAtomicFile(join(folder, names.trajectories)) : null;
  await using judgements =
    hasFiles && scores !== null ? await openAtomicFile(join(folder, names.judged)) : null;
  const allRuns = () => keptRuns(runs, scores, work.count);
  await using exports =
    hasFiles && work.exports !== null ? await openExports(folder, work.exports, allRuns) : null;
  for await (const run of allRuns()) {
    const { item, line, trajectory, judged } = run;
    await exports?.add(run);
    await records?.write(line);
    if (judged !== null) await judgements?.write(judged);
    const kind = tally.add(trajectory);
    const ofKind = kind === null ? 0 : (shownOfKind.get(kind) ?? 0);
    if (shown.length < MOST_SHOWN || (kind !== null && ofKind < MOST_OF_A_KIND)) shown.push(trajectory);
    if (kind !== null) shownOfKind.set(kind, ofKind + 1);
    if (trajectory.outcome?.verdict === 'fail' && failed.length < MOST_BLAMED)
      failed.push({ item, trajectory });
  }
  const summary = await tally.result();
  if (records === null) return { summary, exported: null };
  await records.commit();
  await judgements?.commit();
  const exported = (await exports?.finish()) ?? null;
  const blame = await blameFailures(failed, { taskAt: work.taskAt, stop });
  await writeResults(folder, { playedBy: work.playedBy, trajectories: shown, summary, blame }, exported);
  return { summary, exported };
}

/** The names of all files that are written from runs. */
function outputNames({ exports }: FolderWork): ReadonlySet<string> {
  const { trajectories, judged, summary, report, leftOut } = names;
  return new Set([
    trajectories,
    judged,
    summary,
    report,
    leftOut,
    ...(exports?.files ?? []).map(({ file }) => file),
  ]);
}

async function writeResults(
  folder: string,
  report: Required<GenerationReport>,
  exported: ExportResult | null,
): Promise<void> {
  const { summary, playedBy, blame } = report;
  const { rows, located, unlocated } = blameTable(blame);
  const document = {
    ...summaryDocument(summary),
    played_by: playedBy,
    blame: {
      located,
      unlocated,
      steps: rows.map(({ kind, tool, count }) => ({ kind, tool, count })),
    },
    ...(exported !== null && { exported: { kept: exported.kept, left_out: exported.leftOut } }),
  };
  await writeFileAtomically(join(folder, names.summary), `${JSON.stringify(document, null, 1)}\n`);
  await writeFileAtomically(join(folder, names.report), renderGenerationReport(report));
}
