import type { Json, JsonObject } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { checkGeneratorOptions, type GeneratorOptions } from './generator.js';
import { askingOptionsOf } from './module-config.js';
import { schemaOfOptions } from './module-options.js';

/**
 * A generator whose model writes down its thoughts before the answer, in a field `thinking` that stands first. A schema
 * that has the field itself keeps its own.
 */
export class ChainOfThought extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>ChainOfThought';

  /** @throws {MettleError} as `Generator`, and `core/invalid_option` without a schema. */
  constructor(options: GeneratorOptions) {
    checkGeneratorOptions(options, new.target.name);
    const schema = schemaOfOptions(options);
    if (schema === null) {
      throw coreError('invalid_option', 'ChainOfThought needs a schema or a dataModel of the answer.');
    }
    super(options, { schema: withThinking(schema) });
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): ChainOfThought {
    return new ChainOfThought(askingOptionsOf<GeneratorOptions>(config, options));
  }

  override getConfig(): JsonObject {
    return { ...super.getConfig(), ...(this.schema === null ? {} : { schema: this.schema }) };
  }
}

/** JSON Schema of what a model thinks before it answers. */
export const THINKING: JsonObject = {
  type: 'string',
  description: 'Your thoughts, step by step, before the answer.',
};

function withThinking(schema: JsonObject): JsonObject {
  const { thinking = THINKING, ...properties } = (schema.properties ?? {}) as JsonObject;
  const required = ((schema.required ?? []) as readonly Json[]).filter((key) => key !== 'thinking');
  return { ...schema, properties: { thinking, ...properties }, required: ['thinking', ...required] };
}
