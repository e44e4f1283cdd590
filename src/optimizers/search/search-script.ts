import {
  canonicalJson,
  type Json,
  MettleError,
  type ProgressListener,
  RandomStream,
} from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import {
  allPassed,
  type Budget,
  BudgetMeter,
  type Example,
  type InputOutput,
  makeExamples,
  type ScriptOptimizer,
  type StopReason,
  splitExamples,
  type TrainingResult,
} from '../../training/index.js';
import { Judge, type SearchOutcome } from './judging/judge.js';
import { gridLibrary, library } from './library/index.js';
import { Pauses } from './pauses.js';
import type { SearchProblem } from './problem.js';
import { type Repair, repairScript } from './repair/repair-script.js';
import { SearchFindings } from './search-findings.js';
import type { Solution } from './solution.js';
import { solve } from './solve.js';
import { findSuspects } from './tolerant-search.js';

/** Evaluations when the budget names only seconds. */
export const DEFAULT_MAX_EVALUATIONS = 2_000_000;

/** Changes of the seed script that are run at most: each takes as long as a hundred candidates of the search or more. */
const MOST_REPAIRS = 800;
/** The same for a seed script that is right on no example: it is hardly a nearly right one. */
const FEW_REPAIRS = 100;
/** Of what is left of the budget, the share that the seed script's repair may take. */
const SHARE_OF_REPAIR = 0.4;

/** What {@link searchScript} needs. */
export interface SearchScriptOptions {
  /** What the script should do, by example: two or more, and better six. */
  readonly examples: readonly InputOutput[];
  /** In words; it becomes the script's docstring and nothing else. */
  readonly description?: string | undefined;
  /** The script so far: kept when it already does everything; else mended if small changes do, or the guess to beat. */
  readonly seedScript?: string | undefined;
  /** Examples that only the final choice sees. Default: a quarter of `examples`, when there are four or more. */
  readonly holdout?: readonly InputOutput[] | undefined;
  /** Inputs without outputs: of programs that fit, one that most others agree with on them is preferred. */
  readonly unlabelled?: readonly Json[] | undefined;
  /**
   * An evaluation is one candidate computed on all working examples; 300,000 take a second or two. With
   * `maxEvaluations` the result is the same on every machine, unless `seconds` cuts it short, which `stopReason` says.
   */
  readonly budget: Budget;
  /** Decides which examples are held out. */
  readonly seed: number;
  /** Runs what was found: the verdict is the sandbox's. */
  readonly sandbox: Sandbox;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start and as the search goes on, with evaluations as `done` and the best so far as `note`. */
  readonly onProgress?: ProgressListener | undefined;
  /**
   * How many of `examples` may be wrong: a script that does all but so many counts as one that fits, and the others are
   * named as `suspects`. Default 0.
   */
  readonly tolerance?: number | undefined;
  /**
   * Whether candidates that do what a cheaper one does are dropped. Default true; false is plain enumeration, there
   * to measure against.
   */
  readonly equivalence?: boolean;
  /** Milliseconds that never go back. Default `performance.now`. */
  readonly now?: () => number;
}

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
 * import { searchScript } from 'mettle/optimizers';
 * import { createSandbox } from 'mettle/sandbox';
 *
 * await using sandbox = await createSandbox();
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
 * ```
 * @throws {MettleError} for examples, budgets and seeds that make no sense, and `training/infrastructure` when the
 *   sandbox itself fails.
 */
export async function searchScript(options: SearchScriptOptions): Promise<TrainingResult> {
  const { tolerance = 0 } = options;
  if (!Number.isSafeInteger(tolerance) || tolerance < 0) {
    throw new MettleError({
      code: 'training/invalid_tolerance',
      message: `The tolerance is a whole number of examples, 0 or more; got ${tolerance}.`,
    });
  }
  return tolerance === 0 ? searchExamples(options, 1) : searchTolerantly(options, tolerance);
}

/** Leaves out the examples that seem to be wrong, and searches with the others. */
async function searchTolerantly(options: SearchScriptOptions, tolerance: number): Promise<TrainingResult> {
  const { train: examples } = splitExamples({
    examples: makeExamples(options.examples),
    seed: options.seed,
    holdoutShare: 0,
  });
  const meter = meterOf(options);
  const steps = findSuspects({
    examples,
    tolerance: Math.min(tolerance, Math.floor(examples.length / 4)),
    meter,
    start: (some, findings, evaluations) =>
      startEngines(options, { train: some, holdout: [] }, meter, findings, { evaluations, tolerance }),
  });
  let suspects: readonly Example[] = [];
  const pauses = new Pauses();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) suspects = step.value ?? [];
    if (step.done === true || meter.stopReason() !== null) break;
    if (pauses.isDue(meter)) await pauses.take();
  }
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
  );
  return {
    ...result,
    ...(result.abstained || suspects.length === 0
      ? {}
      : { suspects: suspects.map(({ input, output }) => ({ input, output })) }),
    evaluations: result.evaluations + meter.evaluations,
    seconds: meter.seconds(),
  };
}

function meterOf(options: SearchScriptOptions): BudgetMeter {
  return new BudgetMeter({
    budget:
      options.budget.seconds === undefined
        ? options.budget
        : { maxEvaluations: DEFAULT_MAX_EVALUATIONS, ...options.budget },
    now: options.now ?? (() => performance.now()),
    signal: options.signal,
  });
}

/** @param choices - in how many ways the examples could have been chosen: each is another chance of a lucky fit. */
async function searchExamples(options: SearchScriptOptions, choices: number): Promise<TrainingResult> {
  const { train, holdout } = prepareExamples(options);
  for (const input of options.unlabelled ?? []) canonicalJson(input);
  const meter = meterOf(options);
  await using judge = new Judge(options, train, holdout, choices);
  if (options.seedScript !== undefined && !(await judge.stalls(options.seedScript))) {
    meter.spend(1);
    const seed = await judge.score(options.seedScript, 'seed');
    if (allPassed(seed.train) && allPassed(seed.holdout)) {
      return judge.solvedBySeed(seed, meter);
    }
    const most = seed.train.passed > 0 ? MOST_REPAIRS : FEW_REPAIRS;
    const repaired = await repairSeed(options, { train, holdout }, meter, most);
    if (repaired !== null) {
      const scored = await judge.score(repaired.script, 'repair');
      if (repaired.holds) return judge.solvedByRepair(seed, scored, repaired.changes, meter);
    }
  }
  const search = await runSearch(options, { train, holdout }, meter);
  return await judge.result(search, meter);
}

/** Tries small changes of the seed script; what it takes counts as evaluations. */
async function repairSeed(
  options: SearchScriptOptions,
  examples: { readonly train: readonly Example[]; readonly holdout: readonly Example[] },
  meter: BudgetMeter,
  most: number,
): Promise<Repair | null> {
  const seconds = meter.secondsLeft() * (1 - SHARE_OF_REPAIR);
  return await repairScript({
    ...examples,
    script: options.seedScript ?? '',
    sandbox: options.sandbox,
    random: new RandomStream(options.seed, 'search/repair'),
    maxEvaluations: Math.min(most, Math.floor(meter.evaluationsLeft * SHARE_OF_REPAIR)),
    isOver: () => meter.stopReason() !== null || meter.secondsLeft() < seconds,
    onEvaluation: () => meter.spend(1),
  });
}

/** The search as a {@link ScriptOptimizer}. */
export function searchOptimizer(): ScriptOptimizer {
  return { name: 'search', optimize: (task, options) => searchScript({ ...task, ...options }) };
}

function prepareExamples(options: SearchScriptOptions): {
  train: readonly Example[];
  holdout: readonly Example[];
} {
  const all = makeExamples([...options.examples, ...(options.holdout ?? [])]);
  if (options.holdout === undefined) return splitExamples({ examples: all, seed: options.seed });
  const given = makeExamples(options.examples);
  const trainIds = new Set(given.map(({ id }) => id));
  return {
    train: splitExamples({ examples: given, seed: options.seed, holdoutShare: 0 }).train,
    holdout: all.filter(({ id }) => !trainIds.has(id)),
  };
}

async function runSearch(
  options: SearchScriptOptions,
  examples: { readonly train: readonly Example[]; readonly holdout: readonly Example[] },
  meter: BudgetMeter,
): Promise<SearchOutcome> {
  if (examples.train.length === 0) {
    return { solution: null, findings: new SearchFindings([]), stopReason: 'unsupported' };
  }
  const findings = new SearchFindings(examples.train);
  const steps = startEngines(options, examples, meter, findings, { evaluations: meter.evaluationsLeft });
  const report = (): void => {
    const secondsLeft = meter.secondsLeft();
    options.onProgress?.({
      stage: 'search',
      done: meter.evaluations,
      total: meter.evaluations + meter.evaluationsLeft,
      note: findings.note(),
      ...(Number.isFinite(secondsLeft) ? { secondsLeft } : {}),
    });
  };
  report();
  const pauses = new Pauses();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      const solution = step.value ?? findings.best;
      return { solution, findings, stopReason: stopReasonOf(solution, meter) };
    }
    const reason = meter.stopReason();
    if (reason !== null) return { solution: findings.best, findings, stopReason: reason };
    if (pauses.isDue(meter)) {
      report();
      await pauses.take();
    }
  }
}

function startEngines(
  options: SearchScriptOptions,
  examples: { readonly train: readonly Example[]; readonly holdout: readonly Example[] },
  meter: BudgetMeter,
  findings: SearchFindings,
  limits: { readonly evaluations: number; readonly tolerance?: number },
): Generator<void, Solution | null> {
  const problem: SearchProblem = {
    variable: 'value',
    train: examples.train,
    holdout: examples.holdout,
    unlabelled: options.unlabelled ?? [],
    depth: 0,
  };
  return solve(problem, {
    library,
    gridLibrary,
    meter,
    ...limits,
    equivalence: options.equivalence ?? true,
    ...findings.listeners,
  });
}

function stopReasonOf(solution: Solution | null, meter: BudgetMeter): StopReason {
  if (solution?.holds === true) return 'solved';
  return meter.stopReason() ?? 'exhausted';
}
