/** What a run has used of its time, for which the code alone answers. */
export interface UsedTime {
  /** Seconds that its processes have used of the processors, as the kernel counts them. */
  readonly processorSeconds: number;
  /**
   * Wall-clock seconds in which the code ran or waited of its own accord: without host functions, and without the time in
   * which it was ready to run and the machine ran something else.
   */
  readonly ownSeconds: number;
}

/** Asks what a run has used so far. */
export interface RunMeter {
  /** Null where the run is over, or the engine can't tell. */
  used(): Promise<UsedTime | null>;
}

/**
 * How many times its time limit a run may take on a machine that gives it too little, before the run is given up as the
 * machine's failure.
 */
export const STARVED_FACTOR = 12;

/** Nothing used yet. */
export const NO_TIME: UsedTime = { processorSeconds: 0, ownSeconds: 0 };

/**
 * The seconds between two looks that count against a time limit. Code on several processors may use more of them than
 * the clock shows.
 */
export function secondsBetween(before: UsedTime, after: UsedTime): number {
  return Math.max(after.processorSeconds - before.processorSeconds, after.ownSeconds - before.ownSeconds);
}
