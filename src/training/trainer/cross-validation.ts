import { canonicalJson, sha256 } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { SetScore } from '../history.js';
import type { TrainingBudget } from '../training-budget.js';
import type { TrainingExample } from '../training-example.js';
import { scoreOf } from './final-choice.js';
import { type FitWork, fitProgram } from './fit-program.js';
import type { FitSettings } from './fit-settings.js';
import { comparePaired, type PairedComparison } from './paired-comparison.js';
import { splitSamples } from './split-samples.js';

/** Most samples with which each is left out by itself; with more, five folds say as much and cost less. */
const MOST_TO_LEAVE_ONE_OUT = 12;
const FOLDS = 5;

/** How well training like this works, by samples that each training left out. */
export interface CrossValidation {
  readonly method: 'leave-one-out' | 'k-fold';
  readonly folds: number;
  /** Trainings that shipped another value than the start. */
  readonly shipped: number;
  /** The start, and what each training chose, on the samples that it left out; all folds together. */
  readonly start: SetScore;
  readonly chosen: SetScore;
  /** The two, sample by sample. */
  readonly comparison: PairedComparison;
}

/** Trains once for each fold on the other samples, and tests on the fold. The program keeps its values. */
export async function crossValidate(options: {
  readonly work: Omit<FitWork, 'sets' | 'settings' | 'facts' | 'ship'>;
  readonly examples: readonly TrainingExample[];
  readonly settings: FitSettings;
  readonly folds: number | undefined;
}): Promise<CrossValidation> {
  const { work, examples, settings } = options;
  const { groups, folds } = foldsOf(examples, options.folds, settings.seed);
  const budget = shareOf(work.session.budget, folds);
  const start = [];
  const chosen = [];
  let shipped = 0;
  for (let fold = 0; fold < folds; fold++) {
    const left = groups.filter((_, place) => place % folds === fold).flat();
    const others = groups.filter((_, place) => place % folds !== fold).flat();
    const { train, apart } = splitSamples({
      examples: others,
      share: settings.validationSplit,
      seed: settings.seed,
    });
    const { history, session } = await fitProgram({
      ...work,
      session: { ...work.session, budget },
      sets: { train, validation: apart, test: left },
      settings: { ...settings, callbacks: [] },
      ship: false,
    });
    if (history.test === null) {
      throw trainingError(
        'invalid_budget',
        `The budget ended before fold ${fold + 1} of ${folds} was tested. Raise it.`,
      );
    }
    if (history.shipped) shipped++;
    start.push(...(await session.runs.evaluate(session.start, left, 'test')));
    chosen.push(...(await session.runs.evaluate(history.values, left, 'test')));
  }
  const rewards = [start, chosen].map((outcomes) => outcomes.map(({ reward }) => reward));
  return {
    method: folds === groups.length ? 'leave-one-out' : 'k-fold',
    folds,
    shipped,
    start: scoreOf(start),
    chosen: scoreOf(chosen),
    comparison: comparePaired(rewards[0] as number[], rewards[1] as number[]),
  };
}

/** Samples of the same input in one group, in an order of chance, and the number of folds. */
function foldsOf(
  examples: readonly TrainingExample[],
  wanted: number | undefined,
  seed: number,
): { readonly groups: readonly (readonly TrainingExample[])[]; readonly folds: number } {
  const byInput = new Map<string, TrainingExample[]>();
  for (const example of examples) {
    const input = sha256(`${seed}\u0000${canonicalJson(example.x)}`);
    byInput.set(input, [...(byInput.get(input) ?? []), example]);
  }
  const groups = [...byInput].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
  if (groups.length < 3)
    throw trainingError(
      'invalid_data',
      `Cross-validation takes three samples or more; there are ${groups.length}.`,
    );
  const folds = wanted ?? (groups.length <= MOST_TO_LEAVE_ONE_OUT ? groups.length : FOLDS);
  if (folds > groups.length) {
    throw coreError(
      'invalid_option',
      `folds is at most the number of different inputs, ${groups.length}; got ${folds}.`,
    );
  }
  return { groups, folds };
}

/** Each fold's part of a budget, so that all of them together keep it. */
function shareOf(budget: TrainingBudget, folds: number): TrainingBudget {
  const { maxEvaluations, seconds, maxTokens, maxCost } = budget;
  return {
    ...(maxEvaluations !== undefined && { maxEvaluations: Math.max(1, Math.floor(maxEvaluations / folds)) }),
    ...(seconds !== undefined && { seconds: seconds / folds }),
    ...(maxTokens !== undefined && { maxTokens: Math.max(1, Math.floor(maxTokens / folds)) }),
    ...(maxCost !== undefined && { maxCost: maxCost / folds }),
  };
}
