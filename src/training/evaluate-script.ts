import { canonicalJson, contentHash, type Json, MettleError, sha256 } from '../core/index.js';
import type { PythonValue, RunError, RunResult, Sandbox } from '../sandbox/index.js';
import type { Example } from './example.js';
import type { Outcome } from './outcome.js';
import type { OutcomeStore } from './outcome-store.js';
import { partialProgress } from './partial-progress.js';
import { pythonToJson } from './python-to-json.js';

/** The function a trainable script defines: one argument, the result returned. */
export const ENTRY_POINT = 'transform';

/** What {@link evaluateScript} needs. */
export interface EvaluateScriptOptions {
  /** Python that defines `transform(value)`. */
  readonly script: string;
  readonly examples: readonly Example[];
  /** Runs the script, in a fork with a clean namespace: neither its names nor its files are touched. */
  readonly sandbox: Sandbox;
  /** Outcomes that need not be run again; new ones are added. */
  readonly store?: OutcomeStore;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a script on each example in a clean namespace and judges every output: one outcome per example, in order.
 * All examples go in one run; when that run is cut short (a limit, a crash), each is run alone, so that one bad
 * example does not fail the others.
 *
 * @throws {MettleError} `training/infrastructure` when the machine failed, and `training/aborted` at the signal: then
 *   there is no verdict, and nothing is kept in the store.
 */
export async function evaluateScript(options: EvaluateScriptOptions): Promise<Outcome[]> {
  const scriptHash = sha256(options.script);
  const missing = options.examples.filter(
    (example) => options.store?.get(scriptHash, example.id) === undefined,
  );
  const fresh = new Map<string, Outcome>();
  if (missing.length > 0) {
    const sandbox = await options.sandbox.fork();
    try {
      for (const outcome of await runAll({ ...options, sandbox }, scriptHash, missing)) {
        fresh.set(outcome.exampleId, outcome);
        options.store?.add(outcome);
      }
    } finally {
      await sandbox.close();
    }
  }
  return options.examples.flatMap(
    (example) => fresh.get(example.id) ?? options.store?.get(scriptHash, example.id) ?? [],
  );
}

async function runAll(
  options: EvaluateScriptOptions,
  scriptHash: string,
  examples: readonly Example[],
): Promise<Outcome[]> {
  const together = await runOnce(options, examples);
  const results = together.ok ? together.value : null;
  if (Array.isArray(results) && results.length === examples.length) {
    return examples.map((example, index) => judge(scriptHash, example, results[index]));
  }
  if (together.error?.kind === 'syntax' || together.error?.kind === 'unsupported') {
    const error = together.error;
    return examples.map((example) => failed(scriptHash, example, error));
  }
  if (examples.length === 1 && examples[0] !== undefined) {
    return [failed(scriptHash, examples[0], together.error ?? shapeError())];
  }
  const outcomes: Outcome[] = [];
  for (const example of examples) {
    await options.sandbox.reset();
    outcomes.push(...(await runAll(options, scriptHash, [example])));
  }
  return outcomes;
}

/** The harness comes after the script, so that line numbers in errors are the script's own. */
function harness(script: string): string {
  return `${script}

mettle_results = []
for mettle_value in mettle_inputs:
    try:
        mettle_results.append([True, ${ENTRY_POINT}(mettle_value)])
    except Exception as mettle_error:
        mettle_results.append([False, repr(mettle_error)])
mettle_results
`;
}

async function runOnce(options: EvaluateScriptOptions, examples: readonly Example[]): Promise<RunResult> {
  const result = await options.sandbox.run(harness(options.script), {
    inputs: { mettle_inputs: examples.map((example) => example.input as PythonValue) },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (result.error?.kind === 'aborted') {
    throw new MettleError({
      code: 'training/aborted',
      message: 'The evaluation was stopped before it ended.',
    });
  }
  if (result.error?.kind === 'infrastructure') {
    throw new MettleError({
      code: 'training/infrastructure',
      message: `The sandbox failed, so the script has no verdict: ${result.error.message}`,
    });
  }
  return result;
}

function judge(scriptHash: string, example: Example, result: PythonValue | undefined): Outcome {
  if (!Array.isArray(result) || result.length !== 2) return failed(scriptHash, example, shapeError());
  if (result[0] !== true) {
    return failed(scriptHash, example, { kind: 'runtime', message: String(result[1]) });
  }
  const converted = pythonToJson(result[1] as PythonValue);
  if (!converted.ok) return failed(scriptHash, example, { kind: 'not_json', message: converted.reason });
  const output = converted.value;
  const exact = canonicalJson(output) === canonicalJson(example.output);
  return {
    scriptHash,
    exampleId: example.id,
    reward: exact ? 1 : 0,
    progress: exact ? 1 : partialProgress(example.output, output),
    outputHash: contentHash(output),
    output,
    error: null,
    feedback: exact
      ? null
      : `For ${shown(example.input)} it returned ${shown(output)}; expected ${shown(example.output)}.`,
  };
}

function failed(
  scriptHash: string,
  example: Example,
  error: Pick<RunError, 'message'> & { readonly kind: RunError['kind'] | 'not_json' },
): Outcome {
  return {
    scriptHash,
    exampleId: example.id,
    reward: 0,
    progress: 0,
    outputHash: null,
    error: { kind: error.kind, message: error.message },
    feedback: `For ${shown(example.input)} it failed: ${error.message}`,
  };
}

function shapeError(): { readonly kind: 'crash'; readonly message: string } {
  return { kind: 'crash', message: 'the run ended without a result for this example' };
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
