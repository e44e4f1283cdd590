import { canonicalJson, type Json } from '../../core/index.js';
import { choicesIn, type Expression, evaluateExpression } from '../language/expression.js';

/** By how much less likely a program is that costs one more: there are about twice as many of those. */
const LESS_LIKELY = 2;
/** What a chosen constant counts as in costs: of fits with one and fits without, the latter were right more often. */
const COST_OF_A_CHOICE = 2;

/** A program that does what the examples say, and how unlikely it is. */
export interface WeighedFit {
  readonly expression: Expression;
  readonly cost: number;
}

/** What many programs that fit come to. */
export interface WeighedFits {
  /** The likeliest program of those that do the likeliest thing. */
  readonly chosen: WeighedFit;
  /** How likely another thing is: 0 where all programs agree. */
  readonly rivalry: number;
  /** One program for each thing that they do, the chosen one first. */
  readonly different: readonly Expression[];
}

/**
 * Which of several fits to believe, and how far: those that say the same on all these inputs count together, and each counts by how
 * likely it is. Null without any fit.
 */
export function weighFits(fits: readonly WeighedFit[], inputs: readonly Json[]): WeighedFits | null {
  const groups = new Map<string, { weight: number; likeliest: WeighedFit }>();
  let all = 0;
  for (const fit of fits) {
    const answers = inputs.map((input) => (evaluateExpression(fit.expression, input) ?? null) as Json);
    const behaviour = canonicalJson(answers);
    const weight = weightOf(fit);
    all += weight;
    const group = groups.get(behaviour);
    if (group === undefined) {
      groups.set(behaviour, { weight, likeliest: fit });
      continue;
    }
    group.weight += weight;
    if (weight > weightOf(group.likeliest)) group.likeliest = fit;
  }
  const [best, ...others] = [...groups.values()].sort((left, right) => right.weight - left.weight);
  if (best === undefined) return null;
  return {
    chosen: best.likeliest,
    rivalry: 1 - best.weight / all,
    different: [best, ...others].map(({ likeliest }) => likeliest.expression),
  };
}

function weightOf({ expression, cost }: WeighedFit): number {
  return LESS_LIKELY ** -(cost + COST_OF_A_CHOICE * choicesIn(expression));
}
