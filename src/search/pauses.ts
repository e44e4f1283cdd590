import type { StopReason } from '../training/index.js';
import type { BudgetMeter } from '../training/internal.js';

/** What steps came to: their result, or why the budget stopped them before. */
type Outcome<T> = { readonly result: T } | { readonly stopped: StopReason };

/**
 * Takes steps to their end, or until the budget stops them, and lets others work now and then: after so many evaluations,
 * or so long, as with large examples. What is found stays the same.
 *
 * @param onPause - called before each pause
 */
export async function takeSteps<T>(
  steps: Generator<void, T>,
  meter: BudgetMeter,
  onPause: () => void = () => {},
): Promise<Outcome<T>> {
  let evaluations = 0;
  let time = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { result: step.value };
    const stopped = meter.stopReason();
    if (stopped !== null) return { stopped };
    if (meter.evaluations - evaluations < 10_000 && performance.now() - time <= 50) continue;
    evaluations = meter.evaluations;
    onPause();
    await new Promise((resolve) => setImmediate(resolve));
    time = performance.now();
  }
}
