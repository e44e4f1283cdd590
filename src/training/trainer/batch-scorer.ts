import type { BatchReward, RewardResult, RewardSample } from '../reward.js';

interface Waiting {
  readonly sample: RewardSample;
  readonly resolve: (result: RewardResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers samples for a {@link BatchReward} until every sample that is under way waits for its score. */
export class BatchScorer {
  readonly #reward: BatchReward;
  readonly #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(reward: BatchReward) {
    this.#reward = reward;
  }

  /** A sample is being run and may ask for its score. */
  enter(): void {
    this.#underWay++;
  }

  /** A sample that entered will not ask for a score. */
  leave(): void {
    this.#underWay--;
    this.#flush();
  }

  /** The score of a sample that entered. */
  score(sample: RewardSample): Promise<RewardResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sample, resolve, reject });
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#underWay) return;
    const batch = this.#waiting.splice(0);
    this.#underWay -= batch.length;
    void this.#score(batch);
  }

  async #score(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#reward.scoreBatch(batch.map(({ sample }) => sample));
      if (results.length !== batch.length) {
        throw new TypeError(`it gave ${results.length} results for ${batch.length} samples`);
      }
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as RewardResult);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
