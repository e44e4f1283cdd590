import { checkOptionNames, type JsonObject } from '../../core/index.js';
import {
  JUDGED_FIELDS,
  type JudgedFields,
  judgedPart,
  type ProgramRun,
  type RewardContext,
  type RewardResult,
  type SampleReward,
  type TrainableProgram,
} from '../../training/index.js';
import { programError } from '../program-error.js';

/** What {@link programAsJudge} takes. */
export interface ProgramAsJudgeOptions extends JudgedFields {
  /** Takes two inputs, what is expected and what was given, and gives `reward`, and if it likes `critique` in words. */
  readonly program: TrainableProgram;
  /** Name in logs. Default: `program_as_judge`. */
  readonly name?: string;
}

/**
 * A program judges answers: its first output's `reward` counts, and its `critique`, if that is text, is the feedback. It
 * runs with its current values; no training of the judged program changes it.
 *
 * The judge's first input is missing for samples with nothing expected: make that input optional if there are such.
 *
 * @throws {MettleError} `programs/invalid_option` for a program that doesn't take two inputs, `data_model/invalid_mask`.
 *   A judge that gives no number ends the work, as every reward that fails: `programs/no_reward`.
 */
export function programAsJudge(options: ProgramAsJudgeOptions): SampleReward {
  const own = ['program', 'name', ...JUDGED_FIELDS];
  checkOptionNames(options, own, { code: 'programs/invalid_option', owner: 'programAsJudge' });
  const { program, name = 'program_as_judge' } = options;
  const inputs = program.inputNames.length;
  if (inputs !== 2) {
    throw programError(
      'invalid_option',
      `The judge "${program.name}" takes ${inputs} input(s); a judge takes two: what is expected, and what was given.`,
    );
  }
  const part = judgedPart(options);
  return {
    name,
    async score(yTrue: JsonObject | null, yPred: JsonObject, { signal }: RewardContext) {
      const expected = yTrue === null ? null : part(yTrue);
      return rewardOf(name, await program.run([expected, part(yPred)], { signal }));
    },
  };
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
