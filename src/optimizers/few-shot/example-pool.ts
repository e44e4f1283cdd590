import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import type { TrainingExample, TrainingOutcome } from '../../training/index.js';

/** A call of a module that may be shown to it as an example. */
export interface PoolExample {
  readonly inputs: Json;
  readonly outputs: Json;
  /** Reward of the sample it comes from; the largest there can be where it has the expected output. */
  readonly reward: number;
  /** The training example it comes from: a candidate is not compared on what it was shown. */
  readonly from: string;
}

/** Calls of the modules that read one variable, the good ones, each once. */
export class ExamplePool {
  readonly #variable: string;
  readonly #labels: boolean;
  readonly #largestReward: number;
  readonly #examples = new Map<string, PoolExample>();

  /** `largestReward`: that a sample can have. */
  constructor(variable: string, labels: boolean, largestReward: number) {
    this.#largestReward = largestReward;
    this.#variable = variable;
    this.#labels = labels;
  }

  /** In the order in which they came. */
  get examples(): readonly PoolExample[] {
    return [...this.#examples.values()];
  }

  /** Takes the calls of an outcome that read the variable. What failed, or earned nothing, would teach nothing good. */
  add(outcome: TrainingOutcome, example: TrainingExample): void {
    for (const call of outcome.calls) {
      if (!call.variables.includes(this.#variable) || call.error !== null || call.outputs === null) continue;
      const expected = this.#labels ? expectedOf(call.outputs, outcome, example) : null;
      if (expected !== null)
        this.#take({
          inputs: call.inputs,
          outputs: expected,
          reward: this.#ofLabel(outcome),
          from: example.id,
        });
      else if (outcome.reward > 0) {
        const { inputs, outputs } = call;
        this.#take({ inputs, outputs, reward: outcome.reward, from: example.id });
      }
    }
  }

  /** What the expected output is worth: the most; where that has no end, no less than what came out. */
  #ofLabel({ reward }: TrainingOutcome): number {
    return Number.isFinite(this.#largestReward) ? this.#largestReward : Math.max(1, reward);
  }

  /** Of the same call, what earned more stays. */
  #take(found: PoolExample): void {
    const key = `${found.from}\n${canonicalJson(found.inputs)}`;
    const known = this.#examples.get(key);
    if (known === undefined || found.reward > known.reward) this.#examples.set(key, found);
  }
}

/** What should have come out, where the call gave an output of the program: there the label is the better answer. */
function expectedOf(outputs: Json, outcome: TrainingOutcome, example: TrainingExample): JsonObject | null {
  const given = canonicalJson(outputs);
  const place = outcome.outputs.findIndex((output) => output !== null && canonicalJson(output) === given);
  return place < 0 ? null : (example.y[place] ?? null);
}
