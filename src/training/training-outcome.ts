import type { JsonObject } from '../core/index.js';
import type { MeterReading } from '../models/index.js';
import type { CallRecord, ProgramUsage } from './trainable-program.js';

/** What models and sandboxes are used for: running the program, judging it, or proposing values for its variables. */
export type Phase = 'inference' | 'reward' | 'optimizer';

/** What one candidate did on one example. It exists also for a run that failed. */
export interface TrainingOutcome {
  /** The candidate's id: content hash of its values. */
  readonly candidate: string;
  readonly exampleId: string;
  /** The rewards of all outputs, each times its weight, added up. 0 for a run that failed. */
  readonly reward: number;
  /** What the rewards said, for whoever improves the candidate; null when they said nothing. */
  readonly feedback: string | null;
  /** One entry for each output of the program; null where it is missing. */
  readonly outputs: readonly (JsonObject | null)[];
  /** Content hash of `outputs`; null for a run that failed. */
  readonly outputHash: string | null;
  /** Every call of a module with variables. The outcome's reward is the reward of each of them. */
  readonly calls: readonly CallRecord[];
  /** Why the run failed; null when it did not. */
  readonly error: string | null;
  /** What it cost to run the program and to judge what it gave. */
  readonly usage: Readonly<Record<'inference' | 'reward', ProgramUsage>>;
}

/** No cost at all. */
export const NO_USAGE: ProgramUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

/** The counts that a usage may leave out. */
const DETAILS = ['failedCalls', 'cachedInputTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;

/**
 * Adds up what was used. The cost is unknown (null) as soon as one part of it is. A count that both leave out is left out.
 */
export function addUsage(left: ProgramUsage, right: ProgramUsage): ProgramUsage {
  const details = DETAILS.filter((name) => left[name] !== undefined || right[name] !== undefined).map(
    (name) => [name, (left[name] ?? 0) + (right[name] ?? 0)] as const,
  );
  return {
    modelCalls: left.modelCalls + right.modelCalls,
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cost: left.cost === null || right.cost === null ? null : left.cost + right.cost,
    ...Object.fromEntries(details),
  };
}

/** What a meter counted, as a usage. */
export function usageOfMeter(reading: MeterReading): ProgramUsage {
  return {
    modelCalls: reading.calls,
    inputTokens: reading.inputTokens,
    outputTokens: reading.outputTokens,
    cost: reading.unpricedCalls > 0 ? null : reading.cost,
    failedCalls: reading.failedCalls,
    cachedInputTokens: reading.cachedInputTokens,
    cacheWriteTokens: reading.cacheWriteTokens,
    reasoningTokens: reading.reasoningTokens,
  };
}

/** What was used since an earlier count. The cost is unknown (null) where one of the two is. */
export function usageSince(before: ProgramUsage, now: ProgramUsage): ProgramUsage {
  const negative = Object.entries(before).map(([name, count]) => [name, count === null ? null : -count]);
  return addUsage(now, Object.fromEntries(negative) as unknown as ProgramUsage);
}
