import {
  defineOptions,
  type JsonObject,
  type OptionKind,
  type OptionKinds,
  type OptionsCheck,
  option,
} from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { THINKING } from './chain-of-thought.js';
import { differentLabels } from './labels.js';
import { askingOptionsOf } from './module-config.js';

/** What {@link Decision} and `MultiDecision` take. */
export interface DecisionOptions extends AskingOptions {
  /** What is to be decided about the inputs. */
  readonly question: string;
  /** The answers there are. */
  readonly labels: readonly string[];
}

/** A text that is not blank. */
const words: OptionKind = {
  wanted: 'a text with words in it',
  allows: (value) => typeof value === 'string' && value.trim() !== '',
};

/** The kinds of a question and its labels. */
export const QUESTION_OPTIONS: OptionKinds<Pick<DecisionOptions, 'question' | 'labels'>> = {
  question: option.required(words),
  labels: option.required(option.list(words, 1)),
};

/** Checks {@link DecisionOptions}. */
export const checkDecisionOptions: OptionsCheck = defineOptions<DecisionOptions>()('Decision', {
  ...ASKING_OPTIONS,
  ...QUESTION_OPTIONS,
});

/**
 * Has a model choose one of several labels: `thinking`, then `choice`. It can give no other word. The question has its
 * own section in the prompt, so training the instructions can't lose it.
 */
export class Decision extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Decision';
  readonly labels: readonly string[];
  readonly question: string;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: DecisionOptions) {
    checkDecisionOptions(options, new.target.name);
    const { question } = options;
    const labels = differentLabels(new.target.name, options.labels);
    super(options, {
      schema: decisionSchema(labels),
      instructions:
        'Answer the question about the inputs: think step by step, then choose one of the labels.',
      sections: [{ name: 'question', content: question }],
    });
    this.question = question;
    this.labels = labels;
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Decision {
    return new Decision(askingOptionsOf<DecisionOptions>(config, options));
  }
}

function decisionSchema(labels: readonly string[]): JsonObject {
  return {
    title: 'Decision',
    type: 'object',
    properties: {
      thinking: THINKING,
      choice: { type: 'string', enum: [...labels], description: 'The label that fits best.' },
    },
    required: ['thinking', 'choice'],
    additionalProperties: false,
  };
}
