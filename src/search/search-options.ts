import type { Json, ProgressListener } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import type { Budget, Example, InputOutput } from '../training/index.js';
import { BudgetMeter } from '../training/internal.js';

/** Evaluations when the budget names only seconds. */
const DEFAULT_MAX_EVALUATIONS = 2_000_000;

/** What `searchScript` needs. */
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
   * An evaluation is one candidate computed on all working examples, or more where these are large; 300,000 take a second
   * or two. With
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

/** The examples that the search works with, and those that only the final choice sees. */
export interface ExampleSets {
  readonly train: readonly Example[];
  readonly holdout: readonly Example[];
}

/** What is left of the budget of a search, from now on. */
export function meterOf(options: SearchScriptOptions): BudgetMeter {
  return new BudgetMeter({
    budget:
      options.budget.seconds === undefined
        ? options.budget
        : { maxEvaluations: DEFAULT_MAX_EVALUATIONS, ...options.budget },
    now: options.now ?? (() => performance.now()),
    signal: options.signal,
  });
}
