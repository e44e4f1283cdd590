import { canonicalJson, defineOptions, option } from '../core/index.js';
import {
  type Example,
  type InputOutput,
  makeExamples,
  type ScriptOptimizer,
  splitExamples,
  type TrainingResult,
} from '../training/index.js';
import { allPassed, trainingError } from '../training/internal.js';
import { Judge } from './judging/judge.js';
import { takeSteps } from './pauses.js';
import { repairSeed } from './repair/repair-seed.js';
import { runEngines, startEngines } from './run-engines.js';
import { type ExampleSets, meterOf, type SearchScriptOptions } from './search-options.js';
import { findSuspects, mostWrong, toleranceAdvice } from './tolerant-search.js';

const checkSearchScriptOptions = defineOptions<SearchScriptOptions>()('searchScript', {
  examples: option.required(option.list()),
  description: option.string,
  seedScript: option.string,
  holdout: option.list(),
  unlabelled: option.list(),
  budget: option.required(option.object),
  seed: option.required(option.integer),
  sandbox: option.required(option.object),
  signal: option.signal,
  onProgress: option.callback,
  tolerance: option.number,
  equivalence: option.boolean,
  now: option.callback,
});

/**
 * Trains a Python script without a model: searches programs over text, numbers, lists and records in order of cost,
 * writes the one that fits as a Python function `transform`, and judges that script in the sandbox on every example, train
 * and held-out. What it computed natively on the way is never trusted for the verdict.
 *
 * It abstains when nothing fits or when what fits cannot be trusted: then `script` is null and `guess` holds the best
 * it has.
 *
 * @example
 * ```ts
 * import { searchScript } from 'mettle/search';
 * import { createSandbox } from 'mettle/sandbox';
 *
 * const sandbox = await createSandbox();
 * const result = await searchScript({
 *   examples: [
 *     { input: 'Ada Lovelace', output: 'LOVELACE' },
 *     { input: 'Alan Turing', output: 'TURING' },
 *     { input: 'Grace Hopper', output: 'HOPPER' },
 *     { input: 'Tim Berners Lee', output: 'LEE' },
 *     { input: 'Barbara Liskov', output: 'LISKOV' },
 *     { input: 'Ken Thompson', output: 'THOMPSON' },
 *   ],
 *   budget: { maxEvaluations: 50_000 },
 *   seed: 0,
 *   sandbox,
 * });
 * console.log(result.confidence, result.script);
 * // → medium def transform(text):
 * // →     """For example, 'Barbara Liskov' gives 'LISKOV'."""
 * // →     if not isinstance(text, str):
 * // →         raise ValueError(f'expected a text, got {type(text).__name__}')
 * // →     return text.split()[-1].upper()
 * await sandbox.close();
 * ```
 * @throws {MettleError} for examples, budgets and seeds that make no sense, and `training/infrastructure` when the
 *   sandbox itself fails.
 */
export async function searchScript(options: SearchScriptOptions): Promise<TrainingResult> {
  checkSearchScriptOptions(options);
  const { tolerance = 0 } = options;
  if (!Number.isSafeInteger(tolerance) || tolerance < 0) {
    throw trainingError(
      'invalid_tolerance',
      `The tolerance is a whole number of examples, 0 or more; got ${tolerance}.`,
    );
  }
  return tolerance === 0 ? searchExamples(options, 1) : searchTolerantly(options, tolerance);
}

/** Leaves out the examples that seem to be wrong, and searches with the others. */
async function searchTolerantly(options: SearchScriptOptions, tolerance: number): Promise<TrainingResult> {
  const { train: examples } = splitExamples({
    examples: makeExamples(options.examples, { mayContradict: true }),
    seed: options.seed,
    holdoutShare: 0,
  });
  const meter = meterOf(options);
  const allowed = mostWrong(examples.length, tolerance);
  const steps = findSuspects({
    examples,
    tolerance: allowed,
    meter,
    start: (some, findings, evaluations) =>
      startEngines(options, { train: some, holdout: [] }, meter, findings, { evaluations, tolerance }),
  });
  const outcome = await takeSteps(steps, meter);
  const suspects: readonly Example[] = ('result' in outcome ? outcome.result : null) ?? [];
  const result = await searchExamples(
    {
      ...options,
      examples: examples.filter((example) => !suspects.includes(example)),
      budget: {
        maxEvaluations: Math.max(1, meter.evaluationsLeft),
        ...(options.budget.seconds === undefined ? {} : { seconds: Math.max(0.001, meter.secondsLeft()) }),
      },
    },
    examples.length ** suspects.length,
    options.examples,
  );
  return {
    ...result,
    advice: [...result.advice, ...toleranceAdvice(examples.length, tolerance)],
    ...(result.abstained || suspects.length === 0
      ? {}
      : { suspects: suspects.map(({ input, output }) => ({ input, output })) }),
    evaluations: result.evaluations + meter.evaluations,
    seconds: meter.seconds(),
  };
}

/**
 * @param choices - in how many ways the examples could have been chosen: each is another chance of a lucky fit.
 * @param given - the examples as the user numbers them
 */
async function searchExamples(
  options: SearchScriptOptions,
  choices: number,
  given: readonly InputOutput[] = options.examples,
): Promise<TrainingResult> {
  const { train, holdout } = prepareExamples(options);
  for (const input of options.unlabelled ?? []) canonicalJson(input);
  const meter = meterOf(options);
  await using judge = new Judge({ ...options, examples: given }, train, holdout, choices);
  const seed = options.seedScript === undefined ? null : await judge.scoreSeed(options.seedScript);
  if (options.seedScript !== undefined) meter.spend(1);
  if (seed !== null) {
    if (allPassed(seed.train) && allPassed(seed.holdout)) {
      return judge.solvedBySeed(seed, meter);
    }
    const repaired = await repairSeed(options, { train, holdout }, meter, seed.train.passed > 0);
    if (repaired !== null) {
      const scored = await judge.score(repaired.script, 'repair');
      if (repaired.holds) return judge.solvedByRepair(seed, scored, repaired.changes, meter);
    }
  }
  const search = await runEngines(options, { train, holdout }, meter);
  return await judge.result(search, meter);
}

/** The search as a {@link ScriptOptimizer}. */
export function searchOptimizer(): ScriptOptimizer {
  return { name: 'search', optimize: (task, options) => searchScript({ ...task, ...options }) };
}

function prepareExamples(options: SearchScriptOptions): ExampleSets {
  const all = makeExamples([...options.examples, ...(options.holdout ?? [])]);
  if (options.holdout === undefined) return splitExamples({ examples: all, seed: options.seed });
  const given = makeExamples(options.examples);
  const trainIds = new Set(given.map(({ id }) => id));
  return {
    train: splitExamples({ examples: given, seed: options.seed, holdoutShare: 0 }).train,
    holdout: all.filter(({ id }) => !trainIds.has(id)),
  };
}
