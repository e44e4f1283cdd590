import { defineOptions, type JsonObject, type OptionKinds, option } from '../../core/index.js';
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

/** The kinds of a question and its labels. */
export const QUESTION_OPTIONS: OptionKinds<Pick<DecisionOptions, 'question' | 'labels'>> = {
  question: option.required(option.words),
  labels: option.required(option.list(option.words, 1)),
};

/** Checks {@link DecisionOptions}. */
const checkDecisionOptions = defineOptions<DecisionOptions>()('Decision', {
  ...ASKING_OPTIONS,
  ...QUESTION_OPTIONS,
});

/** What {@link Decision} and `MultiDecision` are: a question about the inputs, answered with the labels of a schema. */
export abstract class LabelModule extends AskingModule {
  readonly labels: readonly string[];
  readonly question: string;

  protected constructor(
    options: DecisionOptions,
    owner: string,
    task: { readonly choose: string; readonly schemaOf: (labels: readonly string[]) => JsonObject },
  ) {
    checkDecisionOptions(options, owner);
    const { question } = options;
    const labels = differentLabels(owner, options.labels);
    super(options, {
      schema: task.schemaOf(labels),
      instructions: `Answer the question about the inputs: think step by step, then choose ${task.choose}.`,
      sections: [{ name: 'question', content: question }],
    });
    this.question = question;
    this.labels = labels;
  }
}

/**
 * Has a model choose one of several labels: `thinking`, then `choice`. It can give no other word. The question has its
 * own section in the prompt, so training the instructions can't lose it.
 */
export class Decision extends LabelModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Decision';

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: DecisionOptions) {
    super(options, new.target.name, { choose: 'one of the labels', schemaOf: decisionSchema });
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
