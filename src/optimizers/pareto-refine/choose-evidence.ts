import type { RandomStream } from '../../core/index.js';
import type { TrainingOutcome } from '../../training/index.js';
import type { Archive, Member } from './archive.js';

/** Whether an example is solved: the run ended well and earned what is to be had. */
export function solves(outcome: Pick<TrainingOutcome, 'reward' | 'error'>, target: number): boolean {
  return outcome.error === null && outcome.reward >= target;
}

/**
 * The examples that a proposal is shown and first judged on, by their place: the worst ones, the one that candidates disagree
 * on most (SIMBA's measure of what can be learned), and one that is solved, to guard it. Among equals chance decides, so
 * that proposals differ.
 */
export function chooseEvidence(
  parent: Member,
  archive: Archive,
  {
    worst,
    target,
    random,
  }: { readonly worst: number; readonly target: number; readonly random: RandomStream },
): readonly number[] {
  const places = random.shuffle(parent.outcomes.map((_, index) => index));
  const rewardOf = (index: number): number => parent.outcomes[index]?.reward ?? 0;
  const isSolved = (index: number): boolean => {
    const outcome = parent.outcomes[index];
    return outcome !== undefined && solves(outcome, target);
  };
  const unsolved = places
    .filter((index) => !isSolved(index))
    .sort((left, right) => rewardOf(left) - rewardOf(right));
  const chosen = new Set(unsolved.slice(0, worst));
  const disagreement = archive.disagreement();
  const disputed = unsolved
    .filter((index) => !chosen.has(index) && (disagreement[index] ?? 0) > 0)
    .sort((left, right) => (disagreement[right] ?? 0) - (disagreement[left] ?? 0));
  for (const index of disputed.slice(0, 1)) chosen.add(index);
  const solved = places.filter(isSolved);
  for (const index of solved.slice(0, chosen.size === 0 ? worst + 1 : 1)) chosen.add(index);
  return [...chosen];
}
