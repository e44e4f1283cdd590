import type { JsonObject } from '../../core/index.js';
import type { Evaluator } from '../../evaluation/index.js';
import type { TaskInWorld } from '../../generation/index.js';
import type { Budget } from '../../models/index.js';
import type { Trajectory } from '../../records/index.js';
import type { ExportPlan } from '../outputs/export-runs.js';

/** What a folder is filled with. */
export interface FolderWork {
  /** Runs in all. */
  readonly count: number;
  readonly taskAt: (item: number) => Promise<TaskInWorld>;
  /** Plays the run at a place. */
  readonly play: (item: number) => Promise<Trajectory>;
  /** What judges each run; null for nobody. */
  readonly evaluator: Evaluator | null;
  /** How the worlds that tasks share are opened again: goes into `world.json`. */
  readonly worlds: readonly { readonly environment: JsonObject; readonly fingerprint: string }[];
  /** All that decides runs and scores beside the worlds: goes into `run.json`. */
  readonly run: JsonObject;
  readonly playedBy: string;
  readonly exports: ExportPlan | null;
  readonly budget?: Budget | undefined;
  /** Words beside the progress: what was spent. */
  readonly note?: (() => string) | undefined;
}
