import { trainingError } from '../error-codes.js';
import type { Projection } from '../history.js';
import type { TrainingBudget, TrainingSpending } from '../training-budget.js';
import type { Reserve } from './spending-meter.js';

/** How many samples each part of a training has. */
export interface Sizes {
  readonly train: number;
  readonly selection: number;
  readonly test: number;
  readonly batch: number;
  readonly epochs: number;
  /** Whether the selection set is the training examples. */
  readonly selectedOnTraining: boolean;
}

/** What a training takes, in evaluations, and in tokens and money by what was spent so far. */
export function project(sizes: Sizes, spent: TrainingSpending): Projection {
  const evaluations =
    sizes.epochs * 2 * sizes.train +
    (sizes.selectedOnTraining ? 0 : (sizes.epochs + 1) * sizes.selection) +
    2 * sizes.test;
  const each = Math.max(1, spent.evaluations);
  return {
    leastEvaluations: leastEvaluations(sizes),
    evaluations,
    tokens: Math.round((spent.tokens / each) * evaluations),
    cost: spent.cost === null ? null : (spent.cost / each) * evaluations,
  };
}

/** What is held back for the final choice: the selection set for one candidate, and the test set for two. */
export function reserveFor(sizes: Sizes, spent: TrainingSpending, secondsForSelection: number): Reserve {
  const evaluations = finalSelection(sizes) + 2 * sizes.test;
  const each = Math.max(1, spent.evaluations);
  const share = evaluations / Math.max(1, sizes.selection);
  return {
    evaluations,
    seconds: secondsForSelection * share,
    tokens: (spent.tokens / each) * evaluations,
    cost: ((spent.cost ?? 0) / each) * evaluations,
  };
}

/**
 * Refuses a training that could not even score the start and three proposals and choose between them.
 *
 * @throws {MettleError} `training/budget_too_small`, with what it would take.
 */
export function refuseTooSmall(sizes: Sizes, budget: TrainingBudget, spent: TrainingSpending): void {
  const least = leastEvaluations(sizes);
  const each = Math.max(1, spent.evaluations);
  const tokens = Math.ceil((spent.tokens / each) * least);
  const cost = spent.cost === null ? 0 : (spent.cost / each) * least;
  const needs = 'to score the start and three proposals on a batch, and to choose';
  const { maxEvaluations, maxTokens, maxCost } = budget;
  let message: string | null = null;
  if (maxEvaluations !== undefined && maxEvaluations < least) {
    message = `maxEvaluations is ${maxEvaluations}; it takes ${least} ${needs}.`;
  } else if (maxTokens !== undefined && maxTokens < tokens) {
    message = `maxTokens is ${maxTokens}; by the first sample it takes about ${tokens} ${needs}.`;
  } else if (maxCost !== undefined && maxCost < cost) {
    message = `maxCost is ${maxCost}; by the first sample it takes about ${Number(cost.toPrecision(3))} ${needs}.`;
  }
  if (message === null) return;
  throw trainingError('budget_too_small', `${message} Raise it, or give fewer samples.`, {
    details: { leastEvaluations: least, tokens, cost },
  });
}

function leastEvaluations(sizes: Sizes): number {
  const batch = Math.min(sizes.batch, sizes.train);
  const baseline = sizes.selection + (sizes.selectedOnTraining ? 0 : batch);
  return baseline + 3 * batch + finalSelection(sizes) + 2 * sizes.test;
}

function finalSelection({ selectedOnTraining, train, batch, selection }: Sizes): number {
  return selectedOnTraining && batch >= train ? 0 : selection;
}
