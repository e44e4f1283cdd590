import { behaviourOf, textOf } from '../candidates/candidate.js';
import type { Scored } from '../evolutionary/evolution-run.js';
import type { Distance } from './dominated-novelty.js';
import type { Embed } from './kept-embeddings.js';

/** Share of the examples on which two candidates gave different outputs: exact, and free. */
export function behaviourDistance(candidates: readonly Scored[]): Distance {
  const behaviours = new Map(candidates.map((scored) => [scored, behaviourOf(scored.outcomes)]));
  return (left, right) => {
    const first = behaviours.get(left) ?? behaviourOf(left.outcomes);
    const second = behaviours.get(right) ?? behaviourOf(right.outcomes);
    const different = first.filter((entry, index) => entry !== second[index]).length;
    return first.length === 0 ? 0 : different / first.length;
  };
}

/** Vectors of texts that were embedded: each text once in a training. */
export class TextDistances {
  readonly #embed: Embed;
  readonly #vectors = new Map<string, readonly number[]>();

  constructor(embed: Embed) {
    this.#embed = embed;
  }

  /** Half the cosine distance of what the candidates are written as: 0 for the same direction, 1 for the opposite. */
  async of(candidates: readonly Scored[]): Promise<Distance> {
    const texts = [...new Set(candidates.map(wordsOf))].filter((text) => !this.#vectors.has(text));
    if (texts.length > 0) {
      const embeddings = await this.#embed(texts);
      for (const [index, text] of texts.entries()) this.#vectors.set(text, embeddings[index] ?? []);
    }
    return (left, right) => (1 - this.#cosine(wordsOf(left), wordsOf(right))) / 2;
  }

  #cosine(left: string, right: string): number {
    if (left === right) return 1;
    const [first, second] = [this.#vectors.get(left) ?? [], this.#vectors.get(right) ?? []];
    const dot = first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
    const length = Math.hypot(...first) * Math.hypot(...second);
    return length === 0 ? 0 : dot / length;
  }
}

/** A candidate's values alone, without what it scored. */
function wordsOf({ candidate }: Scored): string {
  return Object.keys(candidate.values)
    .sort()
    .map((key) => textOf(candidate.values[key] ?? {}))
    .join('\n\n');
}
