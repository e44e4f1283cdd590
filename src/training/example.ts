import { canonicalJson, contentHash, defineOptions, type Json, option } from '../core/index.js';
import { trainingError } from './error-codes.js';

/** One thing a script should do: for this input, this output. */
export interface Example {
  /** Content hash of input and output: the same example has the same id everywhere. */
  readonly id: string;
  readonly input: Json;
  readonly output: Json;
}

/** An example before it has its id. */
export interface InputOutput {
  readonly input: Json;
  readonly output: Json;
}

const checkMakeExamplesOptions = defineOptions<{ readonly mayContradict?: boolean }>()('makeExamples', {
  mayContradict: option.boolean,
});

/**
 * Gives each pair its id and drops exact repetitions, keeping the order.
 *
 * @throws {MettleError} `training/invalid_example` when a pair is no JSON; `training/contradiction` when two pairs
 *   have the same input and different outputs, for no function can do both.
 * @param options.mayContradict - whether such pairs are kept instead, where one of them may be wrong. Default false.
 */
export function makeExamples(
  pairs: readonly InputOutput[],
  options: { readonly mayContradict?: boolean } = {},
): Example[] {
  const { mayContradict = false } = checkMakeExamplesOptions(options);
  const outputs = new Map<string, { index: number; output: string }>();
  const examples: Example[] = [];
  for (const [index, pair] of pairs.entries()) {
    const { input, output } = canonicalPair(pair, index);
    const key = mayContradict ? `${input} ${output}` : input;
    const earlier = outputs.get(key);
    if (earlier !== undefined) {
      if (earlier.output === output) continue;
      throw trainingError(
        'contradiction',
        `Examples ${earlier.index + 1} and ${index + 1} have the same input and different outputs. Keep the right one.`,
        { details: { first: earlier.index, second: index } },
      );
    }
    outputs.set(key, { index, output });
    examples.push({
      id: contentHash({ input: pair.input, output: pair.output }),
      input: pair.input,
      output: pair.output,
    });
  }
  return examples;
}

function canonicalPair(pair: InputOutput, index: number): { input: string; output: string } {
  try {
    return { input: canonicalJson(pair.input), output: canonicalJson(pair.output) };
  } catch (cause) {
    throw trainingError(
      'invalid_example',
      `Example ${index + 1} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause, details: { index } },
    );
  }
}
