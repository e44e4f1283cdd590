import { defineOptions, type JsonObject, option } from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { askingOptionsOf } from './module-config.js';
import { normalisedScore, SCORE_SCALES, type ScoreScale, scaleInWords, scoreSchema } from './score-scale.js';

/** What a {@link SelfCritique} takes. */
export interface SelfCritiqueOptions extends AskingOptions {
  /** Whether a score is given beside the words. Default: true. */
  readonly returnReward?: boolean | undefined;
  /** What the model chooses the score from. Default: `fineScore`. */
  readonly scale?: ScoreScale | undefined;
  /** Whether the inputs stand before the critique in the output. Default: true. */
  readonly returnInputs?: boolean | undefined;
}

const checkSelfCritiqueOptions = defineOptions<SelfCritiqueOptions>()('SelfCritique', {
  ...ASKING_OPTIONS,
  returnReward: option.boolean,
  scale: option.oneOf(SCORE_SCALES),
});

/**
 * Has a model say what is good and bad about its inputs: `critique` in words, and `reward` from 0 to 1 whatever the scale
 * the model chooses from.
 */
export class SelfCritique extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>SelfCritique';
  readonly #scale: ScoreScale | null;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: SelfCritiqueOptions) {
    checkSelfCritiqueOptions(options, new.target.name);
    const { returnReward = true, scale = 'fineScore', returnInputs = true } = options;
    super(
      { ...options, returnInputs },
      {
        schema: critiqueSchema(returnReward ? scoreSchema(scale) : null),
        instructions: returnReward
          ? `Say what is good and what is bad about the inputs, and why. Then give a score: ${scaleInWords(scale)}.`
          : 'Say what is good and what is bad about the inputs, and why.',
      },
    );
    this.#scale = returnReward ? scale : null;
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): SelfCritique {
    return new SelfCritique(askingOptionsOf<SelfCritiqueOptions>(config, options));
  }

  protected override get finishedSchema(): JsonObject {
    return this.#scale === null ? critiqueSchema(null) : critiqueSchema(REWARD);
  }

  protected override finish(answer: JsonObject): JsonObject {
    const { critique = '', reward } = answer;
    if (this.#scale === null) return { critique };
    return { critique, reward: normalisedScore(Number(reward), this.#scale) };
  }
}

const REWARD: JsonObject = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: 'How good it is, from 0 (very bad) to 1 (very good).',
};

function critiqueSchema(reward: JsonObject | null): JsonObject {
  return {
    title: 'Critique',
    type: 'object',
    properties: {
      critique: { type: 'string', description: 'What is good and what is bad, and why.' },
      ...(reward === null ? {} : { reward }),
    },
    required: ['critique', ...(reward === null ? [] : ['reward'])],
    additionalProperties: false,
  };
}
