import { canonicalJson, contentHash, type Json } from '../core/index.js';
import { shortened } from '../core/internal.js';
import type { PythonValue, RunError } from '../sandbox/index.js';
import type { Example } from './example.js';
import type { Outcome } from './outcome.js';
import { partialProgress } from './partial-progress.js';
import { pythonToJson } from './python-to-json.js';

/** The outcome of one answer of the harness: `[true, output]`, or `[false, error]`. */
export function judgeAnswer(scriptHash: string, example: Example, result: PythonValue | undefined): Outcome {
  if (!Array.isArray(result) || result.length !== 2) return failedOutcome(scriptHash, example, noAnswer());
  if (result[0] !== true) {
    return failedOutcome(scriptHash, example, { kind: 'runtime', message: String(result[1]) });
  }
  const converted = pythonToJson(result[1] as PythonValue);
  if (!converted.ok)
    return failedOutcome(scriptHash, example, { kind: 'not_json', message: converted.reason });
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

/** The outcome of an example that has no output. */
export function failedOutcome(
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

/** The error of a run that ended well and has no answer for an example. */
export function noAnswer(): { readonly kind: 'crash'; readonly message: string } {
  return { kind: 'crash', message: 'the run ended without a result for this example' };
}

function shown(value: Json): string {
  return shortened(JSON.stringify(value), 200);
}
