import type { Json, JsonObject } from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { THINKING } from './chain-of-thought.js';
import { checkDecisionOptions, type DecisionOptions } from './decision.js';
import { differentLabels } from './labels.js';
import { askingOptionsOf } from './module-config.js';

/**
 * Has a model choose any number of labels, at least one: `thinking`, then `choices`, each once and in the order of the
 * labels. It can give no other word.
 */
export class MultiDecision extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>MultiDecision';
  readonly labels: readonly string[];
  readonly question: string;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: DecisionOptions) {
    checkDecisionOptions(options, new.target.name);
    const { question } = options;
    const labels = differentLabels(new.target.name, options.labels);
    super(options, {
      schema: multiDecisionSchema(labels),
      instructions:
        'Answer the question about the inputs: think step by step, then choose every label that fits, at least one.',
      sections: [{ name: 'question', content: question }],
    });
    this.question = question;
    this.labels = labels;
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): MultiDecision {
    return new MultiDecision(askingOptionsOf<DecisionOptions>(config, options));
  }

  protected override finish({ thinking = '', choices }: JsonObject): JsonObject {
    const chosen = choices as readonly Json[];
    return { thinking, choices: this.labels.filter((label) => chosen.includes(label)) };
  }
}

function multiDecisionSchema(labels: readonly string[]): JsonObject {
  return {
    title: 'MultiDecision',
    type: 'object',
    properties: {
      thinking: THINKING,
      choices: {
        type: 'array',
        items: { type: 'string', enum: [...labels] },
        minItems: 1,
        description: 'The labels that fit.',
      },
    },
    required: ['thinking', 'choices'],
    additionalProperties: false,
  };
}
