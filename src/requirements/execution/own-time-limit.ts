import { timerMilliseconds } from '../../core/internal.js';
import type { RunError, UsedTime } from '../../sandbox/index.js';
import { STARVED_FACTOR, secondsBetween, starvedError } from '../../sandbox/internal.js';

/** What {@link OwnTimeLimit} takes. */
export interface OwnTimeLimitOptions {
  readonly seconds: number;
  /** The processes whose time is counted together. */
  readonly parts: readonly TimedPart[];
  /** Called once the time is over, or with an error once the machine has given too little for too long. */
  readonly onOver: (starved: RunError | null) => void;
}

/** One process whose time counts. */
interface TimedPart {
  /** What it had used before; null where its engine can't tell. */
  readonly before: UsedTime | null | Promise<UsedTime | null>;
  /** What it has used by now; null where its engine can't tell. */
  readonly used: () => Promise<UsedTime | null>;
}

/** Seconds of a limit that need no further look. */
const CLOSE_SECONDS = 0.02;

/**
 * A time limit that starts at once and counts only what the processes answer for. Where an overloaded machine runs others
 * instead, it goes on, for {@link STARVED_FACTOR} times as long at most. Where an engine can't tell, the clock alone counts.
 */
export class OwnTimeLimit {
  readonly #options: OwnTimeLimitOptions;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: OwnTimeLimitOptions) {
    this.#options = options;
    this.#arm(options.seconds);
  }

  /** Counts no more. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #arm(seconds: number): void {
    this.#timer = setTimeout(() => void this.#look(), timerMilliseconds(seconds));
  }

  async #look(): Promise<void> {
    const { seconds, onOver } = this.#options;
    const own = await this.#ownSeconds();
    if (this.#isOver) return;
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const left = own === null ? 0 : seconds - own;
    const isStarved = left > CLOSE_SECONDS && elapsed >= seconds * STARVED_FACTOR;
    if (left > CLOSE_SECONDS && !isStarved) {
      this.#arm(Math.min(left, seconds * STARVED_FACTOR - elapsed));
      return;
    }
    this.stop();
    onOver(isStarved && own !== null ? starvedError(own, elapsed) : null);
  }

  /** What the processes have used together; null where that isn't known. */
  async #ownSeconds(): Promise<number | null> {
    let sum = 0;
    for (const { before, used } of this.#options.parts) {
      const [then, now] = await Promise.all([before, used()]);
      if (then === null || now === null) return null;
      sum += secondsBetween(then, now);
    }
    return sum;
  }
}
