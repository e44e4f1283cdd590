import { selectForTraining, type TrainingGate, trajectoryFormats } from '../../../records/index.js';
import type { RecordWork } from '../records/record-work.js';
import type { ExportedRecord } from './export-tally.js';

/** How records are exported, as plain data. */
export interface ExportRecipe {
  /** The name of the format. */
  readonly format: string;
  readonly gate: TrainingGate;
}

/** Encodes the records that the gate lets pass. */
export function openExportWork({ format: name, gate }: ExportRecipe): RecordWork<ExportedRecord> {
  const format = trajectoryFormats.find((each) => each.name === name);
  if (format === undefined) throw new Error(`There is no format ${name}.`);
  return {
    work: async ({ line, trajectory }) => {
      const [leftOut] = selectForTraining([trajectory], gate).leftOut;
      return { line, leftOut, encoded: leftOut === undefined ? format.encode([trajectory]) : null };
    },
    broken: async ({ line, trajectory: { id } }, reason) => ({
      line,
      leftOut: undefined,
      encoded: { text: '', records: 0, skipped: [{ id, reason }] },
    }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
