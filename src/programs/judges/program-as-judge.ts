import { defineOptions, isJsonObject, type JsonObject, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type {
  JudgedFields,
  ProgramRun,
  RewardContext,
  RewardResult,
  SampleReward,
  TrainableProgram,
  VariableValues,
} from '../../training/index.js';
import { JUDGED_FIELDS, judgedPart } from '../../training/internal.js';
import { programError } from '../error-codes.js';
import { Module } from '../module.js';
import { variableIndex, variableOf } from '../module-tree.js';
import { type RestoreModuleOptions, restoreModule, serializeRoot } from '../saving/save-modules.js';

/** What {@link programAsJudge} takes. */
export interface ProgramAsJudgeOptions extends JudgedFields {
  /** Takes two inputs, what is expected and what was given, and gives `reward`, and if it likes `critique` in words. */
  readonly program: TrainableProgram;
  /** Name in logs. Default: `program_as_judge`. */
  readonly name?: string;
}

const checkJudgeOptions = defineOptions<ProgramAsJudgeOptions>()('programAsJudge', {
  ...JUDGED_FIELDS,
  program: option.required({
    wanted: 'a program',
    allows: (value) => typeof (value as Partial<TrainableProgram> | null)?.run === 'function',
  }),
  name: option.string,
});

/**
 * A program judges answers: its first output's `reward` counts, and its `critique`, if that is text, is the feedback. It
 * runs with its current values; no training of the judged program changes it. It is saved with its values.
 *
 * The judge's first input is missing for samples with nothing expected: make that input optional if there are such.
 *
 * @throws {MettleError} `core/invalid_option` for a program that doesn't take two inputs, `data/invalid_mask`.
 *   A judge that gives no number ends the work, as every reward that fails: `programs/no_reward`.
 */
export function programAsJudge(options: ProgramAsJudgeOptions): SampleReward & { getConfig(): JsonObject } {
  return new ProgramAsJudge(options);
}

/** What {@link programAsJudge} gives. */
export class ProgramAsJudge implements SampleReward {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>ProgramAsJudge';
  readonly name: string;
  readonly #options: ProgramAsJudgeOptions;
  readonly #part: (record: JsonObject) => JsonObject;

  constructor(options: ProgramAsJudgeOptions) {
    checkJudgeOptions(options);
    const { program, name = 'program_as_judge' } = options;
    const inputs = program.inputNames.length;
    if (inputs !== 2) {
      throw coreError(
        'invalid_option',
        `The judge "${program.name}" takes ${inputs} input(s); a judge takes two: the expected and the given output.`,
      );
    }
    this.name = name;
    this.#options = options;
    this.#part = judgedPart(options);
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): ProgramAsJudge {
    const { program: saved, values, ...rest } = config;
    const program = restoreModule(saved, { ...options, shared: new Map() });
    if (!isJsonObject(values)) throw programError('invalid_config', 'A judge was saved without its values.');
    setValues(program, values as VariableValues);
    return new ProgramAsJudge({ ...rest, program: program as unknown as TrainableProgram });
  }

  /** @throws {MettleError} `programs/not_saveable`, and as `serialize`. */
  getConfig(): JsonObject {
    const { program, ...rest } = this.#options;
    if (!(program instanceof Module)) {
      throw programError(
        'not_saveable',
        `The judge "${program.name}" is not a Program, so it can't be saved.`,
      );
    }
    const variables = [...variableIndex(program).byKey];
    return {
      ...(rest as JsonObject),
      program: serializeRoot(program),
      values: Object.fromEntries(variables.map(([key, { value }]) => [key, value])),
    };
  }

  async score(yTrue: JsonObject | null, yPred: JsonObject, { signal }: RewardContext): Promise<RewardResult> {
    const expected = yTrue === null ? null : this.#part(yTrue);
    return rewardOf(this.name, await this.#options.program.run([expected, this.#part(yPred)], { signal }));
  }
}

/** Sets the values that were saved, where each is one that its variable may have by its schema. */
function setValues(program: Module, values: VariableValues): void {
  for (const [key, value] of Object.entries(values)) {
    const variable = variableOf(program, key);
    const problem = variable.checkSchema(value);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key } });
    variable.set(value);
  }
}

/**
 * What a judge's run says: its reward, its critique, and what it cost.
 *
 * @throws {MettleError} `programs/no_reward`.
 */
export function rewardOf(judge: string, { outputs, error, usage }: ProgramRun): RewardResult {
  const { reward, critique } = outputs[0] ?? {};
  if (typeof reward !== 'number' || !Number.isFinite(reward)) {
    throw programError(
      'no_reward',
      `The judge "${judge}" gave no number as its reward. ${error ?? 'Its output has no such field.'}`,
    );
  }
  return { reward, feedback: typeof critique === 'string' ? critique : null, usage };
}
