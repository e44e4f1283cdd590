import type { RunError } from '../contract.js';
import { notRunError } from '../ended-errors.js';

/**
 * Whether the variables of earlier runs are there. A loss stays noted until a run has told of it: code never runs in a
 * namespace that is empty without its author's knowledge.
 */
export class NamespaceState {
  #isUsed = false;
  #loss: RunError | null = null;

  /** What a run says instead of running, where variables are lost and no run has told of it; else null. */
  get loss(): RunError | null {
    return this.#loss;
  }

  /** A run is about to define variables, or a dump was loaded. */
  use(): void {
    this.#isUsed = true;
  }

  /** There is nothing to lose: after a reset, or once a run has told of a loss. */
  empty(): void {
    this.#isUsed = false;
    this.#loss = null;
  }

  /** The process that held the variables has ended between two runs, which no code could do. */
  endedBetweenRuns(): void {
    this.#lose(
      notRunError('infrastructure', 'ProcessError', 'the confined Python process ended between two runs'),
    );
  }

  /** The session process ended with a run whose result was there already, which the run's code could do. */
  endedWithRun(): void {
    this.#lose(
      notRunError('crash', 'ProcessEnded', 'the process that keeps the namespace ended with the run before'),
    );
  }

  #lose(loss: RunError): void {
    if (this.#isUsed) this.#loss ??= loss;
  }
}
