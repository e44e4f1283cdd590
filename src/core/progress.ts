/** How far a long piece of work has come. */
export interface ProgressUpdate {
  /** What is being done, for a person: `round 1: run tasks`. */
  readonly stage: string;
  /** Items done so far. */
  readonly done: number;
  /** Items in all, when known. */
  readonly total?: number;
  /** How many of `done` an earlier run did. They don't count for the rate. */
  readonly resumedAt?: number;
  /** A few words on the last item. */
  readonly note?: string;
  /** Seconds left at most, where a limit of time may end the work before count and rate say. */
  readonly secondsLeft?: number;
}

/** Called as work goes on. It must not throw and is never awaited. */
export type ProgressListener = (update: ProgressUpdate) => void;
