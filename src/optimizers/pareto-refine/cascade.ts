import type { OptimizerContext, TrainingExample, TrainingOutcome } from '../../training/index.js';
import { type Candidate, meanReward } from '../candidates/candidate.js';
import { formatReward } from '../proposals/evidence.js';
import type { Archive, Member } from './archive.js';

/** How a proposal is judged. */
export interface CascadeOptions {
  readonly context: OptimizerContext;
  readonly archive: Archive;
  readonly examples: readonly TrainingExample[];
  /** The candidate it was made from: it is compared with it on the same examples. */
  readonly parent: Member;
  /** Places of the examples that it was shown. */
  readonly evidence: readonly number[];
  readonly target: number;
  /** Whether it has to be better on the examples shown before it is run on the rest. */
  readonly gated: boolean;
  /** Examples run at a time behind the gate. */
  readonly chunk: number;
}

/** A proposal that was run on every example, or why it was given up. */
export type CascadeResult =
  | { readonly ok: true; readonly outcomes: readonly TrainingOutcome[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Judges a proposal and pays in stages: one example to see that it runs; the examples it was shown, in pairs with its parent;
 * then the rest, those that tell most first, and no further than it can still become as good as its parent.
 */
export async function judgeInStages(candidate: Candidate, options: CascadeOptions): Promise<CascadeResult> {
  const { archive, examples, parent, evidence, target, gated, chunk } = options;
  const known = new Map<number, TrainingOutcome>();
  const run = async (places: readonly number[]): Promise<void> => {
    const asked = places.filter((place) => !known.has(place));
    const outcomes = await options.context.evaluate(
      candidate.values,
      asked.map((place) => examples[place] as TrainingExample),
    );
    for (const [index, outcome] of outcomes.entries()) known.set(asked[index] as number, outcome);
  };
  const [first] = evidence;
  if (first !== undefined) {
    await run([first]);
    const failure = failureOf(known.get(first));
    if (gated && failure !== null && rewardAt(known, first) < (parent.outcomes[first]?.reward ?? 0)) {
      return { ok: false, reason: `it fails where its parent does not: ${failure}` };
    }
  }
  await run(evidence);
  const best = archive.bestRewards();
  const isBest = (): boolean => [...known].some(([place, { reward }]) => reward > (best[place] ?? 0));
  const gain = evidence.reduce(
    (sum, place) => sum + rewardAt(known, place) - (parent.outcomes[place]?.reward ?? 0),
    0,
  );
  const isShorter = gain >= 0 && candidate.size < parent.candidate.size;
  if (gated && gain <= 0 && !isBest() && !isShorter) {
    const loss = formatReward(-gain);
    return {
      ok: false,
      reason: gain === 0 ? 'no better on the examples shown' : `worse on the examples shown by ${loss}`,
    };
  }
  const order = byInformation(archive, examples.length).filter((place) => !known.has(place));
  for (let from = 0; from < order.length; from += chunk) {
    const open = examples.length - known.size;
    const reachable =
      ([...known.values()].reduce((sum, { reward }) => sum + reward, 0) + open * target) / examples.length;
    if (gated && reachable < parent.score && !isBest()) {
      return { ok: false, reason: 'better on the examples shown, but worse on others' };
    }
    await run(order.slice(from, from + chunk));
  }
  const outcomes = examples.map((_, place) => known.get(place) as TrainingOutcome);
  const score = meanReward(outcomes);
  if (gated && score < parent.score && !isBest()) {
    return { ok: false, reason: `better on the examples shown, but ${formatReward(score)} on all` };
  }
  return { ok: true, outcomes };
}

/** Places of the examples, those that candidates disagree on most first. */
function byInformation(archive: Archive, count: number): readonly number[] {
  const disagreement = archive.disagreement();
  return [...Array(count).keys()].sort(
    (left, right) => (disagreement[right] ?? 0) - (disagreement[left] ?? 0) || left - right,
  );
}

function rewardAt(known: ReadonlyMap<number, TrainingOutcome>, place: number): number {
  return known.get(place)?.reward ?? 0;
}

function failureOf(outcome: TrainingOutcome | undefined): string | null {
  if (outcome === undefined) return null;
  return outcome.error ?? outcome.calls.find(({ error }) => error !== null)?.error ?? null;
}
