import type { Outcome } from './outcome.js';

/** Stores each outcome of script × example once, so that nothing is run or judged twice. */
export class OutcomeStore {
  readonly #outcomes = new Map<string, Map<string, Outcome>>();

  /** The outcome of a script on an example, if it was run. */
  get(scriptHash: string, exampleId: string): Outcome | undefined {
    return this.#outcomes.get(scriptHash)?.get(exampleId);
  }

  /** Keeps an outcome; the first one of a pair stays. */
  add(outcome: Outcome): void {
    let ofScript = this.#outcomes.get(outcome.scriptHash);
    if (ofScript === undefined) {
      ofScript = new Map();
      this.#outcomes.set(outcome.scriptHash, ofScript);
    }
    if (!ofScript.has(outcome.exampleId)) ofScript.set(outcome.exampleId, outcome);
  }

  /** All outcomes in the order they came. */
  all(): Outcome[] {
    return [...this.#outcomes.values()].flatMap((ofScript) => [...ofScript.values()]);
  }
}
