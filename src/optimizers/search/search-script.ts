import { canonicalJson, type Json, type ProgressListener, sha256 } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import {
  allPassed,
  type Budget,
  BudgetMeter,
  type Example,
  evaluateScript,
  type InputOutput,
  makeExamples,
  type Outcome,
  OutcomeStore,
  type ScoredScript,
  type ScriptOptimizer,
  type StopReason,
  scoreOutcomes,
  splitExamples,
  type TrainingResult,
} from '../../training/index.js';
import { adviseExamples } from './advise-examples.js';
import { judgeConfidence } from './confidence.js';
import { emitScript } from './emit.js';
import { gridLibrary, library } from './library/index.js';
import type { SearchProblem } from './problem.js';
import { SearchFindings } from './search-findings.js';
import type { Solution } from './solution.js';
import { solve } from './solve.js';

/** Evaluations when the budget names only seconds. */
export const DEFAULT_MAX_EVALUATIONS = 2_000_000;

/** What {@link searchScript} needs. */
export interface SearchScriptOptions {
  /** What the script should do, by example: two or more, and better six. */
  readonly examples: readonly InputOutput[];
  /** In words; it becomes the script's docstring and nothing else. */
  readonly description?: string | undefined;
  /** The script so far: scored first, kept when it already does everything, else the guess to beat. */
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
   * Whether candidates that do what a cheaper one does are dropped. Default true; false is plain enumeration, there
   * to measure against.
   */
  readonly equivalence?: boolean;
  /** Milliseconds that never go back. Default `performance.now`. */
  readonly now?: () => number;
}

/**
 * Trains a Python script without a model: searches programs over text, numbers, lists and records in order of cost,
 * writes the one that fits as `def transform(value)`, and judges that script in the sandbox on every example, train
 * and held-out. What it computed natively on the way is never trusted for the verdict.
 *
 * It abstains when nothing fits or when what fits cannot be trusted: then `script` is null and `guess` holds the best
 * it has.
 *
 * @example
 * ```ts
 * import { createSandbox, searchScript } from 'mettle';
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
 * // → medium def transform(value):
 * // →     return value.split()[-1].upper()
 * ```
 * @throws {MettleError} for examples, budgets and seeds that make no sense, and `training/infrastructure` when the
 *   sandbox itself fails.
 */
export async function searchScript(options: SearchScriptOptions): Promise<TrainingResult> {
  const { train, holdout } = prepareExamples(options);
  for (const input of options.unlabelled ?? []) canonicalJson(input);
  const meter = new BudgetMeter({
    budget:
      options.budget.seconds === undefined
        ? options.budget
        : { maxEvaluations: DEFAULT_MAX_EVALUATIONS, ...options.budget },
    now: options.now ?? (() => performance.now()),
    signal: options.signal,
  });
  const judge = new Judge(options, train, holdout);
  if (options.seedScript !== undefined) {
    meter.spend(1);
    const seed = await judge.score(options.seedScript, 'seed');
    if (allPassed(seed.train) && allPassed(seed.holdout)) {
      return judge.solvedBySeed(seed, meter);
    }
  }
  const search = await runSearch(options, { train, holdout }, meter);
  return judge.result(search, meter);
}

/** The search as a {@link ScriptOptimizer}. */
export function searchOptimizer(): ScriptOptimizer {
  return { name: 'search', optimize: (task, options) => searchScript({ ...task, ...options }) };
}

interface SearchOutcome {
  readonly solution: Solution | null;
  readonly findings: SearchFindings;
  readonly stopReason: StopReason;
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
  const problem: SearchProblem = {
    variable: 'value',
    train: examples.train,
    holdout: examples.holdout,
    unlabelled: options.unlabelled ?? [],
    depth: 0,
  };
  const findings = new SearchFindings(examples.train);
  const steps = solve(problem, {
    library,
    gridLibrary,
    meter,
    evaluations: meter.evaluationsLeft,
    equivalence: options.equivalence ?? true,
    ...findings.listeners,
  });
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
  let lastPause = meter.evaluations;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      const solution = step.value ?? findings.best;
      return { solution, findings, stopReason: stopReasonOf(solution, meter) };
    }
    const reason = meter.stopReason();
    if (reason !== null) return { solution: findings.best, findings, stopReason: reason };
    if (meter.evaluations - lastPause >= 10_000) {
      lastPause = meter.evaluations;
      report();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function stopReasonOf(solution: Solution | null, meter: BudgetMeter): StopReason {
  if (solution?.holds === true) return 'solved';
  return meter.stopReason() ?? 'exhausted';
}

/** Scores scripts in the sandbox and keeps every outcome. */
class Judge {
  readonly #options: SearchScriptOptions;
  readonly #train: readonly Example[];
  readonly #holdout: readonly Example[];
  readonly #store = new OutcomeStore();
  #guess: ScoredScript | null = null;

  constructor(options: SearchScriptOptions, train: readonly Example[], holdout: readonly Example[]) {
    this.#options = options;
    this.#train = train;
    this.#holdout = holdout;
  }

  async score(script: string, foundBy: string): Promise<ScoredScript> {
    const outcomes = await evaluateScript({
      script,
      examples: [...this.#train, ...this.#holdout],
      sandbox: this.#options.sandbox,
      store: this.#store,
    });
    const scored: ScoredScript = {
      script,
      train: scoreOutcomes(outcomes.slice(0, this.#train.length)),
      holdout: scoreOutcomes(outcomes.slice(this.#train.length)),
      foundBy,
    };
    if (this.#guess === null || passes(scored) > passes(this.#guess)) this.#guess = scored;
    return scored;
  }

  solvedBySeed(seed: ScoredScript, meter: BudgetMeter): TrainingResult {
    return {
      ...this.#common(meter, 'solved'),
      ...seed,
      solved: true,
      abstained: false,
      confidence: 'high',
      advice: [],
      reasons: ['the seed script already does what every example says'],
    };
  }

  async result(search: SearchOutcome, meter: BudgetMeter): Promise<TrainingResult> {
    const { solution, findings } = search;
    if (solution === null) {
      const { partial } = findings;
      if (partial !== null) await this.score(emitScript(partial, this.#options.description), 'partial');
      return this.#abstained(meter, search, null, ['nothing that was tried fits every training example']);
    }
    const scored = await this.score(emitScript(solution.program, this.#options.description), solution.engine);
    const { confidence, reasons } = judgeConfidence(solution, scored.train, scored.holdout);
    if (confidence === 'low') return this.#abstained(meter, search, confidence, reasons);
    const rivals = findings.rivalsOf(solution.program, this.#holdout, this.#options.unlabelled ?? []);
    return {
      ...this.#common(meter, search.stopReason),
      ...scored,
      ...(rivals.length === 0
        ? {}
        : { rivals: rivals.map((program) => emitScript(program, this.#options.description)) }),
      solved: true,
      abstained: false,
      confidence,
      advice: [],
      reasons,
    };
  }

  #abstained(
    meter: BudgetMeter,
    search: SearchOutcome,
    confidence: 'low' | null,
    reasons: readonly string[],
  ): TrainingResult {
    const guess = this.#guess;
    return {
      ...this.#common(meter, search.stopReason),
      script: null,
      train: guess?.train ?? { passed: 0, total: this.#train.length, rate: null },
      holdout: guess?.holdout ?? { passed: 0, total: this.#holdout.length, rate: null },
      foundBy: guess?.foundBy ?? null,
      solved: false,
      abstained: true,
      confidence: guess === null ? null : (confidence ?? 'low'),
      advice: adviseExamples({
        train: this.#train,
        holdout: this.#holdout,
        unlabelled: this.#options.unlabelled ?? [],
        search,
        guess: guess === null ? [] : this.#outcomesOf(guess.script),
      }),
      reasons,
    };
  }

  #outcomesOf(script: string): readonly Outcome[] {
    const scriptHash = sha256(script);
    return this.#store.all().filter((outcome) => outcome.scriptHash === scriptHash);
  }

  #common(
    meter: BudgetMeter,
    stopReason: StopReason,
  ): {
    readonly guess: ScoredScript | null;
    readonly outcomes: readonly Outcome[];
    readonly evaluations: number;
    readonly seconds: number;
    readonly stopReason: StopReason;
  } {
    return {
      guess: this.#guess,
      outcomes: this.#store.all(),
      evaluations: meter.evaluations,
      seconds: meter.seconds(),
      stopReason,
    };
  }
}

function passes(scored: ScoredScript): number {
  return scored.train.passed + scored.holdout.passed;
}
