import { rm } from 'node:fs/promises';
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
import { type AtomicFile, openAtomicFile } from '../../filesystem/internal.js';
import { type Trajectory, type TrajectoryFormat, trajectoryFormats } from '../../records/index.js';
import { isPacked } from '../../records/internal.js';
import { generationFileNames } from '../recipe/generation-files.js';
import type { Recipe, RecipeFilter } from '../recipe/recipe.js';
import { ItemSet } from '../store/item-set.js';
import { prepareOutputFolder } from './output-folder.js';
import { claimExport, ownExports } from './own-exports.js';
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
  const own = await ownExports(folder);
  for (const { format: name, file } of files) {
    const [format, path] = [formatOf(name), join(folder, file)];
    await prepareOutputFolder(dirname(path));
    // What this run packed before is replaced once the new one is due; a name beside it is free.
    if (isPacked(format)) await format.prepare(own.has(file) ? `${path}.new` : path);
  }
}

function formatOf(name: string): TrajectoryFormat {
  const found = trajectoryFormats.find((format) => format.name === name);
  if (found === undefined) throw new Error(`There is no format ${name}.`);
  return found;
}

/** Takes the runs of a folder in order, and writes the exports. */
export interface ExportWriter extends AsyncDisposable {
  add(run: KeptRun): Promise<void>;
  /** Writes what needs all runs to be known, and puts the files in their places. */
  finish(): Promise<ExportResult>;
}

/**
 * Opens the exports: of the runs that the filter keeps, those that nearly repeat none that came before, in every format. What is left out, and why, is
 * in `left-out.jsonl`. The runs are read once as they are added; again to leave out those that repeat another, of which the hashes of their words are
 * held, and for each format that is packed.
 *
 * @param runs - all runs once more.
 */
export async function openExports(
  folder: string,
  plan: ExportPlan,
  runs: () => AsyncIterable<KeptRun>,
): Promise<ExportWriter> {
  const selection = await openSelection(folder, plan);
  const found: Shingles = { items: [], ids: [], sets: [] };
  const { dedup, filter, threshold } = plan;
  return {
    add: async (run) => {
      if (dedup === null) return selection.write(run, null);
      if (whyLeftOut(run.trajectory, run.score, filter) !== null) return;
      found.items.push(run.item);
      found.ids.push(run.trajectory.id);
      found.sets.push(shinglesOf(dedupText(run.trajectory, dedup)));
    },
    finish: async () => {
      if (dedup !== null) {
        const repeats = await repeatsAmong(found, threshold);
        for await (const run of runs()) await selection.write(run, repeats.get(run.item) ?? null);
      }
      return selection.finish(runs);
    },
    [Symbol.asyncDispose]: () => selection[Symbol.asyncDispose](),
  };
}

/** Writes what is kept into files, and of what is left out why. */
async function openSelection(folder: string, plan: ExportPlan) {
  const leftOut: Record<string, number> = {};
  const kept = new ItemSet();
  const files = plan.files.map(({ format, file }) => ({
    format: formatOf(format),
    path: join(folder, file),
    name: file,
    records: 0,
  }));
  const opened: AtomicFile[] = [];
  const close = async (): Promise<void> => {
    for (const file of opened) await file[Symbol.asyncDispose]();
  };
  const open = async (path: string): Promise<AtomicFile> => {
    const file = await openAtomicFile(path);
    opened.push(file);
    return file;
  };
  try {
    const reasons = await open(join(folder, generationFileNames.leftOut));
    const lineFiles: { readonly file: (typeof files)[number]; readonly output: AtomicFile }[] = [];
    for (const file of files) {
      if (!isPacked(file.format)) lineFiles.push({ file, output: await open(file.path) });
    }
    return {
      write: async ({ item, trajectory, score }: KeptRun, repeated: string | null): Promise<void> => {
        const reason = whyLeftOut(trajectory, score, plan.filter);
        if (reason !== null || repeated !== null) {
          const kind = reason ?? 'nearly repeats another';
          leftOut[kind] = (leftOut[kind] ?? 0) + 1;
          await reasons.write(`${JSON.stringify({ id: trajectory.id, reason: reason ?? repeated })}\n`);
          return;
        }
        kept.add(item);
        for (const { file, output } of lineFiles) {
          const { text, records } = file.format.encode([trajectory]);
          file.records += records;
          await output.write(text);
        }
      },
      finish: async (runs: () => AsyncIterable<KeptRun>): Promise<ExportResult> => {
        // Where nothing is kept, no file is written.
        for (const file of kept.size === 0 ? [reasons] : opened) await file.commit();
        for (const file of files) {
          const { format, path, name } = file;
          if (!isPacked(format) || kept.size === 0) continue;
          if ((await ownExports(folder)).has(name)) await rm(path, { recursive: true, force: true });
          else await claimExport(folder, name);
          file.records = (await format.pack(linesOf(format, onlyKept(runs(), kept)), path)).records;
        }
        return {
          kept: kept.size,
          leftOut,
          files: files.map(({ format, path, records }) => ({ format: format.name, path, records })),
        };
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* onlyKept(
  runs: AsyncIterable<KeptRun>,
  kept: ItemSet,
): AsyncGenerator<Trajectory, void, undefined> {
  for await (const { item, trajectory } of runs) if (kept.has(item)) yield trajectory;
}

async function* linesOf(
  format: TrajectoryFormat,
  trajectories: AsyncIterable<Trajectory>,
): AsyncGenerator<string, void, undefined> {
  for await (const trajectory of trajectories) yield* format.encode([trajectory]).text.split('\n');
}

/** The words of runs, by place. */
interface Shingles {
  readonly items: number[];
  readonly ids: string[];
  readonly sets: Float64Array[];
}

/** The runs that nearly repeat an earlier one, by item, with the reason. */
async function repeatsAmong(
  { items, ids, sets }: Shingles,
  threshold: number,
): Promise<ReadonlyMap<number, string>> {
  const found = await inTurns(findNearDuplicates(sets, threshold));
  return new Map(
    found.flatMap((earlier, place) =>
      earlier === null
        ? []
        : [[items[place] ?? 0, `nearly repeats ${ids[earlier.place]} (${earlier.similarity.toFixed(2)})`]],
    ),
  );
}
