import type { TrajectoryLine } from '../../../records/index.js';

/** What a command does with the records of a file: made in the main thread, and in others from the same plain options. */
export interface RecordWork<Result> extends AsyncDisposable {
  /** Works on one record. What it gives can be sent between threads. */
  work(line: TrajectoryLine): Promise<Result>;
  /** The result for a record of which the machine, not the record, is why it can't be worked on. */
  broken(line: TrajectoryLine, reason: string): Promise<Result>;
}

/** Plain data from which a thread makes its {@link RecordWork}. */
export interface WorkRecipe {
  readonly kind: 'verify' | 'rescore' | 'export';
  readonly options: object;
}
