import type { Json, JsonObject } from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { THINKING } from './chain-of-thought.js';
import { type DecisionOptions, LabelModule } from './decision.js';
import { askingOptionsOf } from './module-config.js';

/**
 * Has a model choose any number of labels, at least one: `thinking`, then `choices`, each once and in the order of the
 * labels. It can give no other word.
 */
export class MultiDecision extends LabelModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>MultiDecision';

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: DecisionOptions) {
    const choose = 'every label that fits, at least one';
    super(options, new.target.name, { choose, schemaOf: multiDecisionSchema });
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
