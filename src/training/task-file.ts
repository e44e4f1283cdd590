import { defineOptions, isJsonObject, type Json, type MettleError, option } from '../core/index.js';
import { trainingError } from './error-codes.js';
import { type InputOutput, makeExamples } from './example.js';
import { findLoss } from './json-loss.js';
import type { ScriptTask } from './script-optimizer.js';

/** A task read from a file. */
export interface TaskFile {
  readonly task: ScriptTask;
  /** Pairs that only score the finished script, as the `test` pairs of an ARC task do; empty for other tasks. */
  readonly test: readonly InputOutput[];
}

const checkParseTaskFileOptions = defineOptions<{
  readonly name: string;
  readonly text: string;
  readonly mayContradict?: boolean;
}>()('parseTaskFile', {
  name: option.required(option.string),
  text: option.required(option.string),
  mayContradict: option.boolean,
});

/**
 * Reads a training task: `{description?, examples: [{input, output}], script?, holdout?, unlabelled?}`, or an ARC task
 * `{train: [{input, output}], test: [{input, output}]}`. All pairs of an ARC task's `train` propose; its `test` inputs
 * are known, its `test` outputs only score.
 *
 * @param options.name - what to call the file in errors.
 * @param options.mayContradict - whether examples of one input may have different outputs, as where some may be wrong.
 * @throws {MettleError} `training/invalid_task` saying what is wrong and where.
 */
export function parseTaskFile(options: {
  readonly name: string;
  readonly text: string;
  readonly mayContradict?: boolean;
}): TaskFile {
  checkParseTaskFileOptions(options);
  const { name, mayContradict = false } = options;
  let value: Json;
  if (options.text.trim() === '') {
    throw invalid(name, 'is empty; a task is {"examples": [{"input": …, "output": …}]}');
  }
  try {
    value = JSON.parse(options.text) as Json;
  } catch (cause) {
    const hint = /[[:,]\s*[-+]?(?:NaN|Infinity)\b/.test(options.text)
      ? '; JSON has no NaN or Infinity: write null'
      : '';
    throw invalid(
      name,
      `is not JSON (${cause instanceof Error ? cause.message : String(cause)})${hint}`,
      cause,
    );
  }
  const loss = findLoss(options.text);
  if (loss !== null) throw invalid(name, loss);
  if (!isJsonObject(value))
    throw invalid(name, 'is not an object; a task is {"examples": [{"input": …, "output": …}]}');
  const file = 'train' in value && !('examples' in value) ? arcTask(name, value) : exampleTask(name, value);
  try {
    makeExamples([...file.task.examples, ...(file.task.holdout ?? [])], { mayContradict });
  } catch (cause) {
    throw invalid(name, cause instanceof Error ? cause.message : String(cause), cause);
  }
  return file;
}

const KNOWN = ['description', 'examples', 'script', 'holdout', 'unlabelled'];

function exampleTask(name: string, value: { readonly [key: string]: Json }): TaskFile {
  const { description, script, unlabelled } = value;
  const examples = pairs(name, 'examples', value.examples);
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) {
    throw invalid(name, `has the unknown field "${unknown}"; known are ${KNOWN.join(', ')}`);
  }
  if (examples.length === 0) throw invalid(name, 'has no examples');
  if (description !== undefined && typeof description !== 'string') {
    throw invalid(name, '"description" is not text');
  }
  if (script !== undefined && typeof script !== 'string') throw invalid(name, '"script" is not text');
  if (unlabelled !== undefined && !Array.isArray(unlabelled)) {
    throw invalid(name, '"unlabelled" is not a list of inputs');
  }
  return {
    task: {
      description,
      examples,
      seedScript: script,
      unlabelled: unlabelled as readonly Json[] | undefined,
      ...(value.holdout === undefined ? {} : { holdout: pairs(name, 'holdout', value.holdout) }),
    },
    test: [],
  };
}

function arcTask(name: string, value: { readonly [key: string]: Json }): TaskFile {
  const train = pairs(name, 'train', value.train);
  const test = pairs(name, 'test', value.test);
  if (train.length === 0) throw invalid(name, 'has no train pairs');
  return { task: { examples: train, holdout: [], unlabelled: test.map(({ input }) => input) }, test };
}

function pairs(name: string, field: string, value: Json | undefined): InputOutput[] {
  if (!Array.isArray(value)) throw invalid(name, `needs "${field}", a list of {"input": …, "output": …}`);
  return (value as readonly Json[]).map((pair, index) => {
    if (!isJsonObject(pair)) throw invalid(name, `"${field}[${index}]" is not an object`);
    const { input, output } = pair;
    if (input === undefined) throw invalid(name, `"${field}[${index}]" has no "input"`);
    if (output === undefined) throw invalid(name, `"${field}[${index}]" has no "output"`);
    return { input, output };
  });
}

function invalid(name: string, what: string, cause?: unknown): MettleError {
  return trainingError('invalid_task', `${name}: ${what}.`.replace(/\.\.$/, '.'), { cause });
}
