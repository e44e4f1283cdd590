import type { BudgetMeter } from '../../training/index.js';

/** Lets others work now and then: after so many evaluations, or so long, as with large examples. What is found stays the same. */
export class Pauses {
  #evaluations = 0;
  #time = performance.now();

  /** Whether enough was done since the last pause; counted from here if so. */
  isDue(meter: BudgetMeter): boolean {
    const isDue = meter.evaluations - this.#evaluations >= 10_000 || performance.now() - this.#time > 50;
    if (isDue) this.#evaluations = meter.evaluations;
    return isDue;
  }

  /** Gives way to whatever else waits in this thread. */
  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#time = performance.now();
  }
}
