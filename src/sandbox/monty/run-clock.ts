import type { RunError } from '../contract.js';
import { deadlineError, timeoutError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';

/** A look at what the worker had used of the processors when so much of the code's time was over. */
interface Look {
  readonly milliseconds: number;
  readonly processorSeconds: number;
}

/**
 * The share of its time that a worker at work must have got of a processor, so that the code answers for a timeout. The worker
 * ends a run by the clock, and can't go on.
 */
const LEAST_SHARE = 0.25;

/** The time of a run: what the code itself has used of its time limit, and when the deadline of all of it is. */
export class RunClock {
  readonly #limits: EngineRun['limits'];
  readonly #startedAt: number;
  readonly #processorSeconds: () => number | null;
  /** Milliseconds that the worker was at work, and those of the code's that the host worked or waited for it. */
  #running = 0;
  #besides = 0;
  #look: Look | null = null;
  #hasLooked = false;

  /**
   * @param startedAt - when the run was asked for, as `performance.now()` counts
   * @param processorSeconds - what the worker has used of the processors; null where the system does not tell
   */
  constructor(limits: EngineRun['limits'], startedAt: number, processorSeconds: () => number | null) {
    this.#limits = limits;
    this.#startedAt = startedAt;
    this.#processorSeconds = processorSeconds;
  }

  /** Milliseconds of its own that the code has left. */
  get untilTimeout(): number {
    return this.#limits.timeoutSeconds * 1000 - this.#running - this.#besides;
  }

  /** Milliseconds until the deadline of the run. */
  get untilDeadline(): number {
    return this.#limits.deadlineSeconds * 1000 - (performance.now() - this.#startedAt);
  }

  /** Milliseconds of its own until half of the code's time is over, when {@link look} is due; 0 where it has been done. */
  get untilLook(): number {
    return this.#hasLooked ? 0 : Math.max(1, this.untilTimeout - this.#limits.timeoutSeconds * 500);
  }

  /** Looks what the worker has used, when it has been at work since `moment`. */
  look(moment: number): void {
    this.#hasLooked = true;
    const processorSeconds = this.#processorSeconds();
    if (processorSeconds === null) return;
    this.#look = { milliseconds: this.#running + performance.now() - moment, processorSeconds };
  }

  /** Counts the time from a moment to now as the worker's. */
  countRunning(moment: number): void {
    this.#running += performance.now() - moment;
  }

  /** Counts the time from a moment to now as the code's own: the host did for it what any Python does by itself. */
  countSince(moment: number): void {
    this.#besides += performance.now() - moment;
  }

  /** Which limit has passed, or null. */
  passed(): RunError | null {
    if (this.untilDeadline <= 0) return deadlineError(this.#limits);
    return this.untilTimeout < 0 ? this.timeout() : null;
  }

  /**
   * The error of a run whose time is over; it says where this machine gave the worker too little of a processor.
   *
   * @param moment - since when the worker has been at work, where it is
   */
  timeout(moment: number | null = null): RunError {
    const now = this.#look === null ? null : this.#processorSeconds();
    if (this.#look === null || now === null) return timeoutError(this.#limits);
    const milliseconds =
      this.#running + (moment === null ? 0 : performance.now() - moment) - this.#look.milliseconds;
    const used = now - this.#look.processorSeconds;
    // The kernel brings processor time up to date every few milliseconds.
    if (milliseconds < 20 || used + 0.005 >= (milliseconds / 1000) * LEAST_SHARE)
      return timeoutError(this.#limits);
    return { ...timeoutError(this.#limits), starved: true };
  }
}
