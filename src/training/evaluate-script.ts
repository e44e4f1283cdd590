import { defineOptions, type OptionKinds, option, sha256 } from '../core/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { withScratch } from '../sandbox/internal.js';
import type { Example } from './example.js';
import type { Outcome } from './outcome.js';
import type { OutcomeStore } from './outcome-store.js';
import { ScriptRuns } from './script-runs.js';

/** One evaluation. */
export interface ScriptEvaluation {
  /** Python that defines `transform(value)`. */
  readonly script: string;
  readonly examples: readonly Example[];
  /** Outcomes that need not be run again; new ones are added. */
  readonly store?: OutcomeStore;
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether all examples of a run that is cut short fail with it. Default false: the one at fault is looked for, which
   * takes up to three times the limit, and fails alone.
   */
  readonly failsTogether?: boolean | undefined;
}

/** The kinds of {@link ScriptEvaluation}. */
const SCRIPT_EVALUATION: OptionKinds<ScriptEvaluation> = {
  script: option.required(option.string),
  examples: option.required(option.list()),
  store: option.object,
  signal: option.signal,
  failsTogether: option.boolean,
};

/** What {@link evaluateScript} needs. */
export interface EvaluateScriptOptions extends ScriptEvaluation {
  /** Runs the script, in a fork with a clean namespace: neither its names nor its files are touched. */
  readonly sandbox: Sandbox;
}

const checkEvaluateScriptOptions = defineOptions<EvaluateScriptOptions>()('evaluateScript', {
  ...SCRIPT_EVALUATION,
  sandbox: option.required(option.object),
});

/** Evaluates many scripts one after another, each in a clean namespace; made by {@link openScriptEvaluator}. */
export interface ScriptEvaluator extends AsyncDisposable {
  /** As {@link evaluateScript}. Evaluations wait for each other, in the order of the calls. */
  evaluate(evaluation: ScriptEvaluation): Promise<Outcome[]>;
  /** Ends the evaluator's sandbox. */
  close(): Promise<void>;
}

/**
 * Runs a script on each example and judges every output: one outcome per example, in order.
 *
 * Up to 1,000 examples go in one run. The script is executed anew for each, in globals of its own, so an outcome
 * doesn't depend on the other examples, except through files and through modules that the script changes. When a run
 * is cut short (a limit, a crash), the examples before the one at fault keep their answers, that one fails alone, and
 * the rest goes on in a new run: limits hold for an example on its own.
 *
 * The fork is kept for the next call for up to ten seconds, and reset before it. {@link openScriptEvaluator} keeps one
 * until it is closed.
 *
 * @example
 * ```ts
 * import { createSandbox } from 'mettle';
 * import { evaluateScript, makeExamples } from 'mettle/training';
 *
 * const sandbox = await createSandbox();
 * const [outcome] = await evaluateScript({
 *   script: 'def transform(value):\n    return value * 2',
 *   examples: makeExamples([{ input: 2, output: 5 }]),
 *   sandbox,
 * });
 * console.log(outcome?.reward, outcome?.feedback); // → 0 For 2 it returned 4; expected 5.
 * await sandbox.close();
 * ```
 * @throws {MettleError} `training/infrastructure` when the machine failed, and `training/aborted` at the signal: then
 *   there is no verdict, and nothing is kept in the store.
 */
export async function evaluateScript(options: EvaluateScriptOptions): Promise<Outcome[]> {
  checkEvaluateScriptOptions(options);
  if (options.examples.every((example) => stored(options, sha256(options.script), example) !== undefined)) {
    return outcomesOf(options, sha256(options.script), new Map());
  }
  return withScratch(options.sandbox, async (fork) => evaluate(await ScriptRuns.in(fork), options));
}

const checkOpenScriptEvaluatorOptions = defineOptions<{ readonly sandbox: Sandbox }>()(
  'openScriptEvaluator',
  {
    sandbox: option.required(option.object),
  },
);

/**
 * Opens one fork of a sandbox for many evaluations; it is reset for each, so that they share nothing. Files written to
 * the sandbox later are not seen.
 *
 *     await using evaluator = await openScriptEvaluator({ sandbox });
 *     for (const script of candidates) await evaluator.evaluate({ script, examples });
 */
export async function openScriptEvaluator(options: { readonly sandbox: Sandbox }): Promise<ScriptEvaluator> {
  checkOpenScriptEvaluatorOptions(options);
  const sandbox = await options.sandbox.fork();
  const runs = await ScriptRuns.in(sandbox);
  let last: Promise<unknown> = Promise.resolve();
  const close = (): Promise<void> => sandbox.close();
  return {
    evaluate: (evaluation) => {
      const outcomes = last.then(() => evaluate(runs, evaluation));
      last = outcomes.catch(() => undefined);
      return outcomes;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function evaluate(runs: ScriptRuns, evaluation: ScriptEvaluation): Promise<Outcome[]> {
  const { script, examples, store, signal, failsTogether = false } = evaluation;
  const scriptHash = sha256(script);
  const missing = examples.filter((example) => stored(evaluation, scriptHash, example) === undefined);
  const fresh = new Map<string, Outcome>();
  for (const outcome of await runs.evaluate({ script, scriptHash, signal, failsTogether }, missing)) {
    fresh.set(outcome.exampleId, outcome);
    store?.add(outcome);
  }
  return outcomesOf(evaluation, scriptHash, fresh);
}

function stored({ store }: ScriptEvaluation, scriptHash: string, example: Example): Outcome | undefined {
  return store?.get(scriptHash, example.id);
}

function outcomesOf(
  evaluation: ScriptEvaluation,
  scriptHash: string,
  fresh: ReadonlyMap<string, Outcome>,
): Outcome[] {
  return evaluation.examples.flatMap(
    (example) => fresh.get(example.id) ?? stored(evaluation, scriptHash, example) ?? [],
  );
}
