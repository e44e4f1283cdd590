import {
  harborTasks,
  selectForTraining,
  type TrainingGate,
  type Trajectory,
  trajectoryFormats,
} from '../../../records/index.js';
import type { RecordWork } from '../records/record-work.js';
import type { ExportedRecord } from './export-tally.js';
import { readWorldConfigs, type WorldConfigs, withWorld } from './world-configs.js';

/** How records are exported, as plain data. */
export interface ExportRecipe {
  /** The name of the format. */
  readonly format: string;
  readonly gate: TrainingGate;
  /** What describes the worlds of the records, if it's there: a task that leaves Mettle takes its world along. */
  readonly worldFile: string;
}

/** Encodes the records that the gate lets pass. */
export function openExportWork({ format: name, gate, worldFile }: ExportRecipe): RecordWork<ExportedRecord> {
  const format = trajectoryFormats.find((each) => each.name === name);
  if (format === undefined) throw new Error(`There is no format ${name}.`);
  let worlds: Promise<WorldConfigs> | undefined;
  const inItsWorld = async (trajectory: Trajectory): Promise<Trajectory> => {
    if (format !== harborTasks) return trajectory;
    worlds ??= readWorldConfigs(worldFile);
    return withWorld(trajectory, await worlds);
  };
  return {
    work: async ({ line, trajectory }) => {
      const [leftOut] = selectForTraining([trajectory], gate).leftOut;
      if (leftOut !== undefined) return { line, leftOut, encoded: null };
      return { line, leftOut, encoded: format.encode([await inItsWorld(trajectory)]) };
    },
    broken: async ({ line, trajectory: { id } }, reason) => ({
      line,
      leftOut: undefined,
      encoded: { text: '', records: 0, skipped: [{ id, reason }] },
    }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
