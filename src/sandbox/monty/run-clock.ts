import type { RunError } from '../contract.js';
import { deadlineError, timeoutError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';

/** The time of a run: what the code itself has used of its time limit, and when the deadline of all of it is. */
export class RunClock {
  readonly #limits: EngineRun['limits'];
  readonly #startedAt: number;
  #running = 0;

  /** @param startedAt - when the run was asked for, as `performance.now()` counts */
  constructor(limits: EngineRun['limits'], startedAt: number) {
    this.#limits = limits;
    this.#startedAt = startedAt;
  }

  /** Milliseconds of its own that the code has left. */
  get untilTimeout(): number {
    return this.#limits.timeoutSeconds * 1000 - this.#running;
  }

  /** Milliseconds until the deadline of the run. */
  get untilDeadline(): number {
    return this.#limits.deadlineSeconds * 1000 - (performance.now() - this.#startedAt);
  }

  /** Counts the time from a moment to now as the code's own. */
  countSince(moment: number): void {
    this.#running += performance.now() - moment;
  }

  /** Which limit has passed, or null. */
  passed(): RunError | null {
    if (this.untilDeadline <= 0) return deadlineError(this.#limits);
    return this.untilTimeout < 0 ? timeoutError(this.#limits) : null;
  }
}
