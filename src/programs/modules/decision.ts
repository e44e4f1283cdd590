import type { JsonObject } from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import type { AskingOptions } from './asking-options.js';
import { THINKING } from './chain-of-thought.js';
import { checkLabels } from './labels.js';
import { askingOptionsOf } from './module-config.js';

/** What {@link Decision} and `MultiDecision` take. */
export interface DecisionOptions extends AskingOptions {
  /** What is to be decided about the inputs. */
  readonly question: string;
  /** The answers there are. */
  readonly labels: readonly string[];
}

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
    const { question, labels } = checkLabels('Decision', options);
    super(options, {
      own: ['question', 'labels'],
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
