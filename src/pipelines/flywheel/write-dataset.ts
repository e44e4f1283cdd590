import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  exportTrajectories,
  selectForTraining,
  type Trajectory,
  trajectoryFormats,
  writeTrajectoryFile,
} from '../../records/index.js';
import type { Recipe } from '../recipe/recipe.js';
import type { FlywheelRun } from './flywheel-round.js';

/** Writes what was practised and may be trained on, each run once, and the exports that the recipe names. */
export async function writeDataset(
  runs: readonly Trajectory[],
  { folder, recipe }: { readonly folder: string; readonly recipe: Recipe },
): Promise<Pick<FlywheelRun, 'dataset' | 'records' | 'exports'>> {
  const { modes: _modes, minScore: _score, ...gate } = recipe.filter ?? {};
  const { selected } = selectForTraining([...new Map(runs.map((run) => [run.id, run])).values()], gate);
  if (selected.length === 0) return { dataset: null, records: 0, exports: [] };
  const dataset = join(folder, 'dataset.jsonl');
  await writeTrajectoryFile(dataset, selected);
  const exports = [];
  const { exportFormat } = recipe;
  for (const name of new Set(exportFormat === undefined ? [] : [exportFormat].flat())) {
    const format = trajectoryFormats.find((each) => each.name === name);
    if (format === undefined) continue;
    const path = join(folder, `dataset.${name}${format.extension}`);
    // It was made of these runs before: the folder is this flywheel's alone.
    await rm(path, { recursive: true, force: true });
    const { records } = await exportTrajectories(selected, { format, path });
    exports.push({ format: name, path, records });
  }
  return { dataset, records: selected.length, exports };
}
