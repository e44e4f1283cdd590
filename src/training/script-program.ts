import {
  canonicalJson,
  contentHash,
  defineOptions,
  isJsonObject,
  type Json,
  type JsonObject,
  option,
} from '../core/index.js';
import { orAborted } from '../core/internal.js';
import { checkSyntax, parsePython } from '../python/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { openScriptEvaluator, type ScriptEvaluator } from './evaluate-script.js';
import { partialProgress } from './partial-progress.js';
import type { SampleReward } from './reward.js';
import { ENTRY_POINT } from './script-harness.js';
import type {
  ProgramRun,
  ProgramRunOptions,
  Trainable,
  TrainableProgram,
  VariableValues,
} from './trainable-program.js';
import { NO_USAGE } from './training-outcome.js';

/** What {@link openScriptProgram} takes. */
export interface ScriptProgramOptions {
  /** Python that defines `transform(value)`: the first candidate. */
  readonly script: string;
  /** What the script should do, in words. */
  readonly description?: string;
  /** Runs the scripts, in a fork with a clean namespace. */
  readonly sandbox: Sandbox;
}

const checkScriptProgramOptions = defineOptions<ScriptProgramOptions>()('openScriptProgram', {
  script: option.required(option.string),
  description: option.string,
  sandbox: option.required(option.object),
});

/** A program that is one script. Its samples are `{ value }` in and `{ value }` out, whatever JSON the values are. */
export interface ScriptProgram extends TrainableProgram, AsyncDisposable {
  /** The script as it is now. */
  readonly script: string;
}

const KEY = `script/state_${ENTRY_POINT}`;

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { python_script: { type: 'string' } },
  required: ['python_script'],
  additionalProperties: false,
};

const CONSTRAINTS = [
  `Define \`${ENTRY_POINT}(value)\`: it is called with the input, any JSON value, and returns the output, any JSON value.`,
  'The same input always gives the same output. It has the standard library of Python, no network and no files.',
  'It holds for inputs that are not shown. No table of the shown examples.',
];

/**
 * Opens a program whose one variable is a script with `transform(value)`, for optimizers that train programs.
 *
 * @throws {MettleError} what `Sandbox.fork` throws.
 */
export async function openScriptProgram(options: ScriptProgramOptions): Promise<ScriptProgram> {
  checkScriptProgramOptions(options);
  const evaluator = await openScriptEvaluator({ sandbox: options.sandbox });
  const state = { script: options.script };
  const variable: Trainable = {
    key: KEY,
    kind: 'script',
    schema: SCHEMA,
    get value() {
      return { python_script: state.script };
    },
    seeds: [],
    description: options.description ?? '',
    constraints: CONSTRAINTS,
    field: 'value',
    validate: (value) => Promise.resolve(problemOf(value)),
  };
  return {
    name: 'script',
    description: options.description ?? '',
    inputNames: ['value'],
    outputNames: ['value'],
    variables: [variable],
    get script() {
      return state.script;
    },
    run: ([input = null], runOptions = {}) => {
      const script = scriptOf(runOptions.values?.[KEY]) ?? state.script;
      return runScript(evaluator, script, input?.value ?? null, runOptions);
    },
    assign: async (values: VariableValues) => {
      const given = values[KEY];
      if (given === undefined) return;
      const problem = problemOf(given);
      if (problem !== null) throw new TypeError(problem);
      state.script = scriptOf(given) ?? state.script;
    },
    [Symbol.asyncDispose]: () => evaluator.close(),
  };
}

/**
 * Judges a {@link ScriptProgram}: 1 for exactly the value that is expected; else less than a half, the more the nearer it
 * is, so that candidates that are wrong can be told apart.
 */
export const scriptReward: SampleReward = {
  name: 'script_reward',
  range: [0, 1],
  score: (yTrue, yPred) => {
    const [expected, actual] = [yTrue?.value ?? null, yPred.value ?? null];
    if (canonicalJson(expected) === canonicalJson(actual)) return 1;
    return {
      reward: partialProgress(expected, actual) * 0.49,
      feedback: 'The output is not exactly the expected one.',
    };
  },
};

async function runScript(
  evaluator: ScriptEvaluator,
  script: string,
  input: Json,
  { signal }: ProgramRunOptions,
): Promise<ProgramRun> {
  const example = { id: contentHash(input), input, output: null };
  const evaluation = evaluator.evaluate({ script, examples: [example], ...(signal && { signal }) });
  const [outcome] = await orAborted(evaluation, signal);
  const value = outcome?.output;
  const error = outcome?.error?.message ?? (value === undefined ? 'The script gave nothing.' : null);
  const outputs: JsonObject | null = value === undefined ? null : { value };
  return {
    outputs: [outputs],
    calls: [
      { callId: 'script#0', module: 'script', variables: [KEY], inputs: { value: input }, outputs, error },
    ],
    error,
    usage: NO_USAGE,
  };
}

function scriptOf(value: JsonObject | undefined): string | undefined {
  return typeof value?.python_script === 'string' ? value.python_script : undefined;
}

/** What is wrong with a value of the variable; null when it may be used. */
function problemOf(value: Json): string | null {
  const script = isJsonObject(value) ? scriptOf(value) : undefined;
  if (script === undefined) return 'A value is {"python_script": text}.';
  const finding = checkSyntax(script).find(({ severity }) => severity === 'error');
  if (finding !== undefined)
    return `The script is not valid Python: ${finding.message} (line ${finding.line}).`;
  const parse = parsePython(script);
  const defines =
    parse.ok &&
    parse.tree.module.body.some((node) => node.nodeType === 'FunctionDef' && node.name === ENTRY_POINT);
  return defines ? null : `The script does not define ${ENTRY_POINT}(value).`;
}
