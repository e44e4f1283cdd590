import { dirname, join } from 'node:path';
import { inTurns } from '../../core/internal.js';
import type { DedupKey } from '../../evaluation/index.js';
import {
  DEDUP_THRESHOLD,
  dedupText,
  findNearDuplicates,
  shinglesOf,
  whyLeftOut,
} from '../../evaluation/internal.js';
import { openAtomicFile } from '../../filesystem/internal.js';
import { type Trajectory, type TrajectoryFormat, trajectoryFormats } from '../../records/index.js';
import { isPacked } from '../../records/internal.js';
import { generationFileNames } from '../recipe/generation-files.js';
import type { Recipe, RecipeFilter } from '../recipe/recipe.js';
import { prepareOutputFolder } from './output-folder.js';
import type { KeptRun } from './run-source.js';

/** What is exported, and in which files. */
export interface ExportPlan {
  readonly filter: RecipeFilter;
  readonly dedup: DedupKey | null;
  readonly threshold: number;
  /** Formats by name, each with its file in the output folder. */
  readonly files: readonly { readonly format: string; readonly file: string }[];
}

/** What was exported. */
export interface ExportResult {
  /** Runs that the filter kept and that nearly repeat none before. */
  readonly kept: number;
  /** How many were left out for each reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly files: readonly { readonly format: string; readonly path: string; readonly records: number }[];
}

/** The exports of a recipe; null where it asks for none. */
export function exportPlan({
  verify = true,
  filter = {},
  dedup = false,
  dedupThreshold = DEDUP_THRESHOLD,
  exportFormat,
  exportPath,
}: Recipe): ExportPlan | null {
  const isAsked = exportFormat !== undefined || dedup !== false || Object.keys(filter).length > 0;
  if (!isAsked) return null;
  const formats = exportFormat === undefined ? [] : [exportFormat].flat();
  return {
    filter: {
      ...(!verify && { verifications: ['pass', 'not_checked'] }),
      ...filter,
    },
    dedup: dedup === false ? null : dedup === true ? 'example' : dedup,
    threshold: dedupThreshold,
    files: [...new Set(formats)].map((format) => ({ format, file: exportPath ?? fileOf(format) })),
  };
}

function fileOf(name: string): string {
  const extension = trajectoryFormats.find((format) => format.name === name)?.extension ?? '.jsonl';
  return `trajectories.${name}${extension}`;
}

/** Throws, before any work, if a format can't be written here: a package is missing, or a folder is in the way. */
export async function prepareExports(folder: string, { files }: ExportPlan): Promise<void> {
  for (const { format: name, file } of files) {
    const [format, path] = [formatOf(name), join(folder, file)];
    await prepareOutputFolder(dirname(path));
    if (isPacked(format)) await format.prepare(path);
  }
}

function formatOf(name: string): TrajectoryFormat {
  const found = trajectoryFormats.find((format) => format.name === name);
  if (found === undefined) throw new Error(`There is no format ${name}.`);
  return found;
}

/**
 * Writes the exports: of the runs that the filter keeps, those that nearly repeat none that came before, in every format. What is left out, and why, is
 * in `left-out.jsonl`. Of a run, the hashes of its words are held.
 */
export async function exportRuns(
  folder: string,
  runs: () => AsyncIterable<KeptRun>,
  plan: ExportPlan,
): Promise<ExportResult> {
  const leftOut: Record<string, number> = {};
  const kept = new Set<number>();
  const repeats =
    plan.dedup === null ? new Map<number, string>() : await repeatsAmong(runs(), plan, plan.dedup);
  await using reasons = await openAtomicFile(join(folder, generationFileNames.leftOut));
  for await (const { item, trajectory, score } of runs()) {
    const reason = whyLeftOut(trajectory, score, plan.filter) ?? repeats.get(item) ?? null;
    if (reason === null) {
      kept.add(item);
      continue;
    }
    const kind = repeats.get(item) === reason ? 'nearly repeats another' : reason;
    leftOut[kind] = (leftOut[kind] ?? 0) + 1;
    await reasons.write(`${JSON.stringify({ id: trajectory.id, reason })}\n`);
  }
  await reasons.commit();
  const files = [];
  for (const { format: name, file } of plan.files) {
    const path = join(folder, file);
    const records = kept.size === 0 ? 0 : await writeFormat(path, formatOf(name), onlyKept(runs(), kept));
    files.push({ format: name, path, records });
  }
  return { kept: kept.size, leftOut, files };
}

async function* onlyKept(
  runs: AsyncIterable<KeptRun>,
  kept: ReadonlySet<number>,
): AsyncGenerator<Trajectory, void, undefined> {
  for await (const { item, trajectory } of runs) if (kept.has(item)) yield trajectory;
}

/** Writes the file or folder of a format; gives how many records it holds. */
async function writeFormat(
  path: string,
  format: TrajectoryFormat,
  trajectories: AsyncIterable<Trajectory>,
): Promise<number> {
  if (isPacked(format)) return (await format.pack(linesOf(format, trajectories), path)).records;
  await using output = await openAtomicFile(path);
  let count = 0;
  for await (const trajectory of trajectories) {
    const { text, records } = format.encode([trajectory]);
    count += records;
    await output.write(text);
  }
  await output.commit();
  return count;
}

async function* linesOf(
  format: TrajectoryFormat,
  trajectories: AsyncIterable<Trajectory>,
): AsyncGenerator<string, void, undefined> {
  for await (const trajectory of trajectories) yield* format.encode([trajectory]).text.split('\n');
}

/** The runs that nearly repeat an earlier one, by item, with the reason. */
async function repeatsAmong(
  runs: AsyncIterable<KeptRun>,
  { filter, threshold }: ExportPlan,
  key: DedupKey,
): Promise<ReadonlyMap<number, string>> {
  const items: number[] = [];
  const ids: string[] = [];
  const sets: Float64Array[] = [];
  for await (const { item, trajectory, score } of runs) {
    if (whyLeftOut(trajectory, score, filter) !== null) continue;
    items.push(item);
    ids.push(trajectory.id);
    sets.push(shinglesOf(dedupText(trajectory, key)));
  }
  const found = await inTurns(findNearDuplicates(sets, threshold));
  return new Map(
    found.flatMap((earlier, place) =>
      earlier === null
        ? []
        : [[items[place] ?? 0, `nearly repeats ${ids[earlier.place]} (${earlier.similarity.toFixed(2)})`]],
    ),
  );
}
