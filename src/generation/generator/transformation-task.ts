import { defineOptions, isJsonObject, type Json, option, sha256 } from '../../core/index.js';
import type { Task } from '../../records/index.js';

/** A value and what becomes of it. */
export interface TransformationExample {
  readonly input: Json;
  readonly output: Json;
}

/** A transformation shown by examples, and the value it is wanted for. */
export interface Transformation {
  readonly examples: readonly TransformationExample[];
  readonly input: Json;
}

/** What {@link transformationTask} makes a task from. */
export interface TransformationTaskOptions extends Transformation {
  /** What is to be done, in words. Default: it is to be seen from the examples. */
  readonly description?: string;
  /** What `input` becomes, where that is known. */
  readonly output?: Json;
}

const checkOptions = defineOptions<TransformationTaskOptions>()('transformationTask', {
  examples: option.required(option.list(option.any, 2)),
  input: option.required(option.any),
  description: option.string,
  output: option.any,
});

/**
 * A task to do to one value what examples show. The prompt holds them as a block of JSON, which `searchPolicy` reads again.
 *
 * @throws {MettleError} `core/invalid_option`, also for fewer than two examples.
 */
export function transformationTask(options: TransformationTaskOptions): Task {
  const {
    examples,
    input,
    output,
    description = 'Do to the input what the examples show.',
  } = checkOptions(options);
  const prompt = `${description} Answer with the output alone.\n\n\`\`\`json\n${JSON.stringify({ examples, input }, null, 1)}\n\`\`\``;
  return {
    id: `transformation_${sha256(prompt).slice(0, 16)}`,
    category: 'transformation',
    prompt,
    expected: {
      answer: output === undefined ? null : { value: output, comparison: 'exact' },
      stateDigest: null,
    },
    metadata: {},
  };
}

/** The transformation that a prompt holds as a block of JSON; null where it holds none. */
export function readTransformation(prompt: string): Transformation | null {
  for (const [, block = ''] of prompt.matchAll(/```json\n([\s\S]*?)\n```/g)) {
    const value = parse(block);
    if (!isJsonObject(value) || !Array.isArray(value.examples) || value.input === undefined) continue;
    const examples: readonly Json[] = value.examples;
    if (examples.length >= 2 && examples.every(isExample)) return { examples, input: value.input };
  }
  return null;
}

function isExample(value: Json): value is { readonly input: Json; readonly output: Json } {
  return isJsonObject(value) && value.input !== undefined && value.output !== undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
