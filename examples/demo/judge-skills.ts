import type { RoundComparison } from './compare-rounds.js';
import type { NegativeControl } from './negative-controls.js';
import type { Skill } from './skills.js';
import type { SkillTraining } from './train-skill.js';

/** The share of runs of the demo in which luck alone may keep a script that changes nothing. */
export const SIGNIFICANCE = 0.05;

/** A skill from its first guesses to the verdict on its trained script. */
export interface SkillResult {
  readonly skill: Skill;
  /** The agents' first guess that did best on the tasks that training may see. */
  readonly firstGuess: string;
  /** Null when no run of it failed in round 1. */
  readonly training: SkillTraining | null;
  /** Round 2 against round 1 on its unseen tasks. */
  readonly comparison: RoundComparison;
  /** The p-value of that, corrected by Holm for all scripts that are tested; null when training offered no script. */
  readonly adjustedPValue: number | null;
  /** Whether the trained script is kept: more tasks better than worse, and {@link adjustedPValue} below 5 %. */
  readonly kept: boolean;
  readonly controls: readonly NegativeControl[];
}

/** Decides which of the offered scripts are kept. */
export function judgeSkills(
  skills: readonly Omit<SkillResult, 'adjustedPValue' | 'kept'>[],
): readonly SkillResult[] {
  const tested = skills.filter(({ training }) => training !== null && training.result.script !== null);
  const adjusted = holmAdjust(tested.map(({ comparison }) => comparison.test.pValue));
  return skills.map((skill) => {
    const adjustedPValue = adjusted[tested.indexOf(skill)] ?? null;
    const { better, worse } = skill.comparison.test;
    const kept = adjustedPValue !== null && better > worse && adjustedPValue < SIGNIFICANCE;
    return { ...skill, adjustedPValue, kept };
  });
}

/**
 * p-values corrected for testing several hypotheses at once (S. Holm, 1979), in their order. Rejecting those below a
 * level keeps the chance of even one false rejection below it, however the tests depend on each other.
 */
export function holmAdjust(pValues: readonly number[]): readonly number[] {
  const ranked = pValues
    .map((pValue, index) => ({ pValue, index }))
    .sort((left, right) => left.pValue - right.pValue);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  for (const [rank, { pValue, index }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, pValue * (pValues.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}
