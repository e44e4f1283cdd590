import { timerMilliseconds } from '../../core/internal.js';
import type { RunError, SandboxLimits } from '../contract.js';
import { deadlineError, timeoutError } from '../ended-errors.js';

/** The two times of a run: the code's own, which stands still while the host is at work for it, and the deadline of all. */
export class RunClock {
  readonly #limits: SandboxLimits;
  readonly #onOver: (error: RunError) => void;
  #codeMilliseconds: number;
  #codeSince = 0;
  #codeTimer: NodeJS.Timeout | undefined;
  #deadlineTimer: NodeJS.Timeout | undefined;

  /** @param onOver called with the error of the time that is over */
  constructor(limits: SandboxLimits, onOver: (error: RunError) => void) {
    this.#limits = limits;
    this.#onOver = onOver;
    this.#codeMilliseconds = limits.timeoutSeconds * 1000;
  }

  /** Both times begin. */
  start(): void {
    this.resume();
    const { deadlineSeconds } = this.#limits;
    this.#deadlineTimer = setTimeout(
      () => this.#onOver(deadlineError(this.#limits)),
      timerMilliseconds(deadlineSeconds),
    );
  }

  /** The code's own time goes on. */
  resume(): void {
    this.#codeSince = performance.now();
    this.#codeTimer = setTimeout(
      () => this.#onOver(timeoutError(this.#limits)),
      timerMilliseconds(this.#codeMilliseconds / 1000),
    );
  }

  /** The code's own time stands still. */
  pause(): void {
    clearTimeout(this.#codeTimer);
    this.#codeTimer = undefined;
    this.#codeMilliseconds -= performance.now() - this.#codeSince;
  }

  /** Neither counts any more. */
  stop(): void {
    clearTimeout(this.#codeTimer);
    clearTimeout(this.#deadlineTimer);
  }
}
