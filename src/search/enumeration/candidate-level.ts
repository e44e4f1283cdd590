import type { Operator } from '../language/operator.js';
import { Candidate, type Others } from './candidate.js';

/** Slots of a full block, which is no large object for V8, so that it lies with the others and is compacted. */
const BLOCK = 6000;

/** A candidate that keeps its values, or in three slots the operator and the arguments of one that doesn't. */
type Slot = Candidate | Operator | Others;

/**
 * The candidates of one type and cost. The last levels are the largest by far, and most searches end before anything is
 * built upon these. So what is added takes less than half the memory of a candidate until the level is read.
 */
export class CandidateLevel {
  readonly #cost: number;
  readonly #read: Candidate[] = [];
  /** What was added since the level was read, in blocks: one long list would have half as much room to spare. */
  readonly #added: Slot[][] = [];

  /** @param cost - of each of the candidates */
  constructor(cost: number) {
    this.#cost = cost;
  }

  get isEmpty(): boolean {
    return this.#read.length === 0 && this.#added.length === 0;
  }

  add(candidate: Candidate): void {
    const { operator, left, others } = candidate;
    if (left === undefined || candidate.holdsValues) this.#block().push(candidate);
    else this.#block().push(operator, left, others);
  }

  /** All candidates, in the order in which they were added; the same objects each time. */
  all(): readonly Candidate[] {
    for (const block of this.#added)
      for (const candidate of this.#candidatesIn(block)) this.#read.push(candidate);
    this.#added.length = 0;
    return this.#read;
  }

  /** The same, where the level isn't read for good: they take their memory only as long as the caller has them. */
  *each(): Generator<Candidate> {
    yield* this.#read;
    for (const block of this.#added) yield* this.#candidatesIn(block);
  }

  *#candidatesIn(block: readonly Slot[]): Generator<Candidate> {
    for (let index = 0; index < block.length; index++) {
      const first = block[index];
      if (first instanceof Candidate) yield first;
      else {
        const operator = first as Operator;
        const left = block[++index] as Candidate;
        const others = block[++index] as Others;
        yield new Candidate({ operator, left, others, cost: this.#cost, values: null });
      }
    }
  }

  /** The last block, or a new one where it's full. */
  #block(): Slot[] {
    const last = this.#added.at(-1);
    if (last !== undefined && last.length < BLOCK) return last;
    // A copy takes no more than its slots, where a list that has grown takes half as much again.
    if (last !== undefined) this.#added[this.#added.length - 1] = last.slice();
    const block: Slot[] = [];
    this.#added.push(block);
    return block;
  }
}
