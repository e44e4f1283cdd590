import type { JsonObject } from '../core/index.js';
import type { CallRecord, ProgramUsage } from './trainable-program.js';
import type { Phase, TrainingOutcome } from './training-outcome.js';

/** One judged sample. A failed sample is a sample: it has an `error` and outputs that are null. */
export interface MetricSample {
  readonly exampleId: string;
  readonly inputs: readonly (JsonObject | null)[];
  /** What each output should be; null where nothing is expected. */
  readonly yTrue: readonly (JsonObject | null)[];
  /** What each output is; null where it is missing. */
  readonly yPred: readonly (JsonObject | null)[];
  readonly reward: number;
  /** The largest that `reward` can be; Infinity where a reward has no upper end. */
  readonly largestReward: number;
  readonly error: string | null;
  readonly calls: readonly CallRecord[];
  readonly usage: TrainingOutcome['usage'];
}

/** A figure over any number of samples, taken one at a time so that they need not be kept. */
export interface Metric {
  readonly name: string;
  /** Whether more is better. */
  readonly direction: 'max' | 'min';
  /** Takes a sample. The trainer adds samples in their order, one at a time. */
  add(sample: MetricSample): void | Promise<void>;
  /** Takes what was used without a sample, such as a proposer's model calls. */
  addUsage?(phase: Phase, usage: ProgramUsage): void;
  /**
   * The figure, or several by name (shown as `NAME_KEY`). Null where nothing was measured: what was not measured is
   * not 0.
   */
  result(): number | null | Readonly<Record<string, number | null>>;
  /** Forgets every sample. */
  reset(): void;
  /** One of the same settings that has seen nothing: a trainer uses its own, and never changes the one it was given. */
  clone(): Metric;
}
