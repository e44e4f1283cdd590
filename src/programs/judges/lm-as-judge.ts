import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { JsonDataModel, type MaybeData } from '../../data/index.js';
import type { ModelPrices } from '../../models/index.js';
import type { JudgedFields, RewardContext, RewardResult, SampleReward } from '../../training/index.js';
import { JUDGED_FIELDS, judgedPart } from '../../training/internal.js';
import { ASKING_OPTIONS, type AskingOptions } from '../modules/asking-options.js';
import { askingOptionsOf, configOf } from '../modules/module-config.js';
import { SCORE_SCALES, type ScoreScale, scaleInWords } from '../modules/score-scale.js';
import { SelfCritique } from '../modules/self-critique.js';
import { Program } from '../program.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import type { ModuleInputs } from '../structure.js';
import { rewardOf } from './program-as-judge.js';

/** What {@link lmAsJudge} takes: how the model is asked, and which fields of the answer it judges. */
export interface LMAsJudgeOptions
  extends Omit<AskingOptions, 'returnInputs' | 'description' | 'trainable' | 'hooks'>,
    JudgedFields {
  /** What the model chooses its score from. Default: `fineScore`. The reward is from 0 to 1 whatever it is. */
  readonly scale?: ScoreScale | undefined;
  /** Whether the model sees what the judged program was given. Default: true. */
  readonly showInputs?: boolean | undefined;
  /** What the model costs. Default: the cost of judging is unknown. */
  readonly prices?: ModelPrices | undefined;
}

const { returnInputs: _i, description: _d, trainable: _t, hooks: _h, ...JUDGE_ASKING } = ASKING_OPTIONS;
const checkJudgeOptions = defineOptions<LMAsJudgeOptions>()('lmAsJudge', {
  ...JUDGE_ASKING,
  ...JUDGED_FIELDS,
  scale: option.oneOf(SCORE_SCALES),
  showInputs: option.boolean,
  prices: option.record,
});

/**
 * A language model judges answers, compared with the expected output if there is one. It gives a reward from 0 to 1,
 * and its critique as feedback. Examples show `{inputs, expected, given}` with `{critique, reward}`, the reward of the
 * scale.
 *
 * @throws {MettleError} `core/invalid_option`, `data/invalid_mask`, and as `openModel`. A model that gives no
 *   score in all its attempts ends the work, as every reward that fails: `programs/no_reward`.
 * @example
 * ```ts
 * import { lmAsJudge } from 'mettle/programs';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const model = scriptedModel(['{"critique": "Right, but it has no unit.", "reward": 4}']);
 * const judge = lmAsJudge({ model, scale: 'rating' });
 * const context = { exampleId: '1', inputs: [{ question: 'How far is the moon?' }], output: 'answer' };
 * const result = await judge.score({ answer: '384,400 km' }, { answer: '384400' }, context);
 * console.log(typeof result === 'number' ? result : [result.reward, result.feedback]); // → [ 0.75, 'Right, but it has no unit.' ]
 * ```
 */
export function lmAsJudge(options: LMAsJudgeOptions): SampleReward & { getConfig(): JsonObject } {
  return new LMAsJudge(options);
}

/** What {@link lmAsJudge} gives. */
export class LMAsJudge implements SampleReward {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>LMAsJudge';
  readonly name: string;
  readonly range = [0, 1] as const;
  readonly #options: LMAsJudgeOptions;
  readonly #judge: Judge;
  readonly #part: (record: JsonObject) => JsonObject;

  constructor(options: LMAsJudgeOptions) {
    checkJudgeOptions(options);
    this.name = options.name ?? 'lm_as_judge';
    this.#options = options;
    this.#part = judgedPart(options);
    this.#judge = new Judge(options);
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): LMAsJudge {
    return new LMAsJudge(askingOptionsOf<LMAsJudgeOptions>(config, options));
  }

  getConfig(): JsonObject {
    return configOf(this.#options);
  }

  async score(yTrue: JsonObject | null, yPred: JsonObject, context: RewardContext): Promise<RewardResult> {
    const { inputs, signal } = context;
    const { showInputs = true } = this.#options;
    const shown = inputs.length === 1 ? (inputs[0] ?? null) : [...inputs];
    const sample: JsonObject = {
      ...(showInputs ? { inputs: shown } : {}),
      ...(yTrue === null ? {} : { expected: this.#part(yTrue) }),
      given: this.#part(yPred),
    };
    return rewardOf(this.name, await this.#judge.run([sample], { signal }));
  }
}

const SAMPLE_SCHEMA: JsonObject = {
  title: 'Sample',
  type: 'object',
  properties: {
    inputs: { description: 'What the task was.' },
    expected: { type: 'object', description: 'A right answer.' },
    given: { type: 'object', description: 'The answer that is judged.' },
  },
  required: ['given'],
};

/** Judges one sample in a run of its own. */
class Judge extends Program {
  readonly critique: SelfCritique;

  constructor(options: LMAsJudgeOptions) {
    const { scale = 'fineScore', prices, showInputs: _shows, name: _name, ...rest } = options;
    const {
      inMask: _in,
      outMask: _out,
      inMaskPattern: _inP,
      outMaskPattern: _outP,
      recursive: _r,
      ...ask
    } = rest;
    super({ name: 'lm_as_judge', ...(prices === undefined ? {} : { prices }) });
    const instructions = `Judge the answer "given" to a task. Say what is good and what is bad about it, compared with "expected" where there is that, and why. Then give a score: ${scaleInWords(scale)}.`;
    this.critique = new SelfCritique({ instructions, ...ask, scale, returnInputs: false });
  }

  override async forward(inputs: ModuleInputs): Promise<MaybeData> {
    const { json } = inputs as JsonDataModel;
    return this.critique.call(new JsonDataModel({ schema: SAMPLE_SCHEMA, json }));
  }
}
