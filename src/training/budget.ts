import { defineOptions, type MettleError, option } from '../core/index.js';
import { trainingError } from './error-codes.js';

/** How much an optimizer may spend. Whatever is not given is not limited, but one of them must be. */
export interface Budget {
  /** Candidates to evaluate. Decides the result alone when the seconds are generous: the same on every machine. */
  readonly maxEvaluations?: number;
  /** Wall-clock seconds: a safety stop, whose effect depends on the machine. */
  readonly seconds?: number;
}

/**
 * Why an optimizer stopped: `found` the candidate it looked for was found, one that does what every example says ·
 * `abstained` so was one, and too little supports it to be trusted · `exhausted` there was nothing left to try · `evaluations`, `seconds`
 * that part of the budget ran out · `aborted` the caller's signal · `unsupported` the examples are of a shape the
 * optimizer has no candidates for.
 */
export type StopReason =
  | 'found'
  | 'abstained'
  | 'exhausted'
  | 'evaluations'
  | 'seconds'
  | 'aborted'
  | 'unsupported';

const checkBudgetMeterOptions = defineOptions<{
  readonly budget: Budget;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}>()('BudgetMeter', {
  budget: option.required(option.object),
  now: option.required(option.callback),
  signal: option.signal,
});

/** Counts what is spent against a {@link Budget}. */
export class BudgetMeter {
  readonly #maxEvaluations: number;
  readonly #deadline: number;
  readonly #started: number;
  readonly #now: () => number;
  readonly #signal: AbortSignal | undefined;
  #evaluations = 0;

  /**
   * @param options.now - a clock in milliseconds that never goes back.
   * @throws {MettleError} `training/invalid_budget` for a budget that is empty, not positive or not a number.
   */
  constructor(options: {
    readonly budget: Budget;
    readonly now: () => number;
    readonly signal?: AbortSignal | undefined;
  }) {
    checkBudgetMeterOptions(options);
    const { maxEvaluations, seconds } = options.budget;
    if (maxEvaluations === undefined && seconds === undefined) {
      throw invalid('A budget needs maxEvaluations, seconds or both.');
    }
    if (maxEvaluations !== undefined && !(Number.isSafeInteger(maxEvaluations) && maxEvaluations > 0)) {
      throw invalid(`maxEvaluations is a whole number above 0; got ${maxEvaluations}.`);
    }
    if (seconds !== undefined && !(Number.isFinite(seconds) && seconds > 0)) {
      throw invalid(`seconds is a number above 0; got ${seconds}.`);
    }
    this.#maxEvaluations = maxEvaluations ?? Number.POSITIVE_INFINITY;
    this.#now = options.now;
    this.#started = options.now();
    this.#deadline = seconds === undefined ? Number.POSITIVE_INFINITY : this.#started + seconds * 1000;
    this.#signal = options.signal;
  }

  /** Candidates evaluated so far. */
  get evaluations(): number {
    return this.#evaluations;
  }

  /** Candidates that may still be evaluated; infinite without a limit. */
  get evaluationsLeft(): number {
    return this.#maxEvaluations - this.#evaluations;
  }

  /** Counts candidates as evaluated. */
  spend(evaluations: number): void {
    this.#evaluations += evaluations;
  }

  /** Whether the evaluations are spent: cheap enough to ask before each one. */
  outOfEvaluations(): boolean {
    return this.#evaluations >= this.#maxEvaluations;
  }

  /** Why to stop now, or null to go on. Reads the clock and the signal. */
  stopReason(): StopReason | null {
    if (this.#signal?.aborted === true) return 'aborted';
    if (this.outOfEvaluations()) return 'evaluations';
    if (this.#now() >= this.#deadline) return 'seconds';
    return null;
  }

  /** Wall-clock seconds until the budget of time ends, at least 0; infinite without one. */
  secondsLeft(): number {
    return Math.max(0, (this.#deadline - this.#now()) / 1000);
  }

  /** Wall-clock seconds since the start. */
  seconds(): number {
    return (this.#now() - this.#started) / 1000;
  }
}

function invalid(message: string): MettleError {
  return trainingError('invalid_budget', message);
}
