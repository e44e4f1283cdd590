import { contentHash } from '../../core/index.js';
import type { TrainingOutcome } from '../../training/index.js';
import { behaviourOf, byScore, type Candidate, meanReward } from '../candidates/candidate.js';

/** A candidate that was run on every example. */
export interface Member {
  readonly candidate: Candidate;
  /** In the order of the examples. */
  readonly outcomes: readonly TrainingOutcome[];
  /** Mean reward. */
  readonly score: number;
  /** Equal for candidates that do the same on every example. */
  readonly signature: string;
}

/** What became of a candidate that was put into the archive. */
export type Kept =
  | { readonly kept: true; readonly isGain: boolean }
  | { readonly kept: false; readonly sameAs: Member };

/** The candidates that do different things, of each behaviour the shortest. */
export class Archive {
  readonly #bySignature = new Map<string, Member>();
  /** All that were ever kept, by the ids of their candidates. */
  readonly #byId = new Map<string, Member>();

  /** In the order in which their behaviours were first seen. */
  get members(): readonly Member[] {
    return [...this.#bySignature.values()];
  }

  /** Best first. */
  get ranked(): readonly Member[] {
    return [...this.members].sort(byScore);
  }

  /** The best; undefined while nothing is in it. */
  get best(): Member | undefined {
    return this.ranked[0];
  }

  /**
   * Keeps a candidate: unless a shorter one does the same. It is a gain where its mean is the best so far, or its reward on
   * an example.
   */
  add(candidate: Candidate, outcomes: readonly TrainingOutcome[]): Kept {
    const member: Member = {
      candidate,
      outcomes,
      score: meanReward(outcomes),
      signature: contentHash(behaviourOf(outcomes)),
    };
    const same = this.#bySignature.get(member.signature);
    if (same !== undefined && same.candidate.size <= candidate.size) return { kept: false, sameAs: same };
    const best = this.best;
    const rewards = this.bestRewards();
    const isGain =
      same === undefined &&
      (best === undefined ||
        member.score > best.score ||
        outcomes.some(({ reward }, index) => reward > (rewards[index] ?? Number.NEGATIVE_INFINITY)));
    this.#bySignature.set(member.signature, member);
    this.#byId.set(candidate.id, member);
    return { kept: true, isGain };
  }

  /** A member, and before it those that it was made from, one after another, the nearest `most` of them. */
  lineage(member: Member, most: number): readonly Member[] {
    const found = [member];
    for (let first = member; found.length <= most; ) {
      const parent = this.#byId.get(first.candidate.parents[0] ?? '');
      if (parent === undefined) break;
      found.unshift(parent);
      first = parent;
    }
    return found;
  }

  /** The best reward on each example. */
  bestRewards(): readonly number[] {
    const [first] = this.members;
    return (first?.outcomes ?? []).map((_, index) =>
      Math.max(...this.members.map(({ outcomes }) => outcomes[index]?.reward ?? 0)),
    );
  }

  /** The members that no other is as good as everywhere and better somewhere. */
  front(): readonly Member[] {
    return this.members.filter((member) => !this.members.some((other) => dominates(other, member)));
  }

  /** How many examples each is the best on; an example on which all are equal counts for none. */
  wins(members: readonly Member[]): readonly number[] {
    const best = this.bestRewards();
    const worst = best.map((_, index) =>
      Math.min(...this.members.map(({ outcomes }) => outcomes[index]?.reward ?? 0)),
    );
    return members.map(
      ({ outcomes }) =>
        outcomes.filter(
          ({ reward }, index) => reward === best[index] && (best[index] ?? 0) > (worst[index] ?? 0),
        ).length,
    );
  }

  /** How much the members' rewards differ on each example: the variance. */
  disagreement(): readonly number[] {
    const { members } = this;
    return this.bestRewards().map((_, index) => {
      const rewards = members.map(({ outcomes }) => outcomes[index]?.reward ?? 0);
      const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
      return rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / rewards.length;
    });
  }
}

function dominates(left: Member, right: Member): boolean {
  let better = false;
  for (const [index, { reward }] of left.outcomes.entries()) {
    const other = right.outcomes[index]?.reward ?? 0;
    if (reward < other) return false;
    if (reward > other) better = true;
  }
  return better;
}
