import { timerMilliseconds } from '../../core/internal.js';
import type { RunError, SandboxLimits } from '../contract.js';
import { deadlineError, starvedError, timeoutError } from '../ended-errors.js';
import { NO_TIME, secondsBetween, type UsedTime } from '../own-time.js';

/** What the processes of a run have used, as their supervisor counts it. */
export interface Usage {
  readonly processorSeconds: number;
  /** Seconds in which they were ready to run and the machine ran others. */
  readonly delaySeconds: number;
}

/** What a {@link RunClock} works with. */
export interface RunClockOptions {
  readonly limits: SandboxLimits;
  /** Asks what the run has used; null where nobody can tell any more. */
  readonly measure: () => Promise<Usage | null>;
  /** Called with the error of the time that is over. */
  readonly onOver: (error: RunError) => void;
}

/** Seconds of a limit that need no further look: less than anything here is measured to. */
const CLOSE_SECONDS = 0.02;
/** The share of a deadline that the machine must have withheld to be what the deadline was missed for. */
const WITHHELD_SHARE = 0.1;

/**
 * The two times of a run: the code's own, which stands still while the host is at work for it and while the machine gives
 * the code no processor, and the deadline of all.
 */
export class RunClock {
  readonly #options: RunClockOptions;
  /** Milliseconds by the clock that the code has had, up to its last pause. */
  #milliseconds = 0;
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #deadlineTimer: NodeJS.Timeout | undefined;
  #isOver = false;
  /** Milliseconds that were found not to be the code's own. */
  #withheld = 0;

  constructor(options: RunClockOptions) {
    this.#options = options;
  }

  /** Both times begin. */
  start(): void {
    this.resume();
    const { deadlineSeconds } = this.#options.limits;
    this.#deadlineTimer = setTimeout(() => void this.#missDeadline(), timerMilliseconds(deadlineSeconds));
  }

  /** The code's own time goes on. */
  resume(): void {
    if (this.#isOver) return;
    this.#since = performance.now();
    this.#arm(this.#options.limits.timeoutSeconds * 1000 + this.#withheld - this.#milliseconds);
  }

  /** The code's own time stands still. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#milliseconds = this.#elapsed();
    this.#since = null;
  }

  /** Neither counts any more. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadlineTimer);
  }

  /** What the code has used of its time, by what its processes have used. */
  usedTime({ processorSeconds, delaySeconds }: Usage): UsedTime {
    return { processorSeconds, ownSeconds: Math.max(0, this.#elapsed() / 1000 - delaySeconds) };
  }

  #elapsed(): number {
    return this.#milliseconds + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  #arm(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), timerMilliseconds(Math.max(0, milliseconds) / 1000));
  }

  /** The time is over by the clock: ends the run, unless the machine has kept the code from using it. */
  async #look(): Promise<void> {
    const usage = await this.#options.measure();
    // Meanwhile the run may have ended, or called the host, after which the time goes on.
    if (this.#isOver || this.#since === null) return;
    const { limits, onOver } = this.#options;
    const left = usage === null ? 0 : limits.timeoutSeconds - secondsBetween(NO_TIME, this.usedTime(usage));
    if (left <= CLOSE_SECONDS) {
      onOver(timeoutError(limits));
      return;
    }
    this.#withheld = this.#elapsed() - (limits.timeoutSeconds - left) * 1000;
    this.#arm(left * 1000);
  }

  async #missDeadline(): Promise<void> {
    const usage = await this.#options.measure();
    if (this.#isOver) return;
    const { limits, onOver } = this.#options;
    const elapsed = this.#elapsed() / 1000;
    const own = usage === null ? elapsed : secondsBetween(NO_TIME, this.usedTime(usage));
    const isStarved = elapsed - own > limits.deadlineSeconds * WITHHELD_SHARE;
    onOver(isStarved ? starvedError(own, elapsed) : deadlineError(limits));
  }
}
