import { ACCEPTED, type ValueType } from '../language/value-type.js';
import type { Candidate } from './candidate.js';
import { CandidateLevel } from './candidate-level.js';
import { NumberSet } from './number-set.js';

/** Most different candidates kept of one type. */
const MOST_CANDIDATES = 250_000;

interface Shelf {
  /** Candidates by cost. */
  readonly levels: CandidateLevel[];
  /** Hashes of their values. */
  readonly seen: NumberSet;
  count: number;
}

/** The candidates that an enumeration keeps, by type and cost. */
export class CandidateBank {
  readonly #shelves = new Map<ValueType, Shelf>();

  /** Whether as many candidates of the type are kept as may be. */
  isFull(type: ValueType): boolean {
    return (this.#shelves.get(type)?.count ?? 0) >= MOST_CANDIDATES;
  }

  /** Remembers what a candidate of the type does. Returns whether it's new. */
  note(type: ValueType, signature: number): boolean {
    return this.#shelf(type).seen.add(signature);
  }

  add(candidate: Candidate): void {
    const shelf = this.#shelf(candidate.type);
    const { levels } = shelf;
    while (levels.length <= candidate.cost) levels.push(new CandidateLevel(levels.length));
    levels[candidate.cost]?.add(candidate);
    shelf.count++;
  }

  /** All candidates that a place for the type takes, cheapest first. */
  all(type: ValueType): Candidate[] {
    const levels = ACCEPTED[type].flatMap((accepted) => this.#shelves.get(accepted)?.levels ?? []);
    return levels.flatMap((level) => [...level.each()]);
  }

  /** Those of one cost. */
  level(type: ValueType, cost: number): readonly Candidate[] {
    const [only, other] = ACCEPTED[type];
    const first = this.#levelOf(only, cost);
    const second = this.#levelOf(other, cost);
    return first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];
  }

  /** The highest cost that there is a candidate of. */
  get highestCost(): number {
    let highest = 0;
    for (const { levels } of this.#shelves.values()) {
      for (const [cost, level] of levels.entries()) if (!level.isEmpty) highest = Math.max(highest, cost);
    }
    return highest;
  }

  #levelOf(type: ValueType | undefined, cost: number): readonly Candidate[] {
    return (type === undefined ? undefined : this.#shelves.get(type)?.levels[cost]?.all()) ?? [];
  }

  #shelf(type: ValueType): Shelf {
    const known = this.#shelves.get(type);
    if (known !== undefined) return known;
    const shelf: Shelf = { levels: [], seen: new NumberSet(), count: 0 };
    this.#shelves.set(type, shelf);
    return shelf;
  }
}
