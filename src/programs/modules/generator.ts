import { defineOptions, type JsonObject, type OptionsCheck } from '../../core/index.js';
import type { RestoreModuleOptions } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { askingOptionsOf } from './module-config.js';
import { ONE_SCHEMA, SCHEMA_OPTIONS, type SchemaOptions, schemaOfOptions } from './module-options.js';

/** What a {@link Generator} takes: the schema of the answer is that of an object; without one, the answer is text. */
export interface GeneratorOptions extends AskingOptions, SchemaOptions {}

/** Checks {@link GeneratorOptions}. */
export const checkGeneratorOptions: OptionsCheck = defineOptions<GeneratorOptions>()(
  'Generator',
  { ...ASKING_OPTIONS, ...SCHEMA_OPTIONS },
  ONE_SCHEMA,
);

/**
 * Asks a language model for data, or for text if there is no schema. Text is returned as a message, `{role, content}`.
 * If the input is a conversation, `{messages}` and nothing else, its messages are sent after the instructions.
 *
 * An answer that doesn't fit the schema is never returned: the model is told what is wrong, and if it runs out of
 * attempts the output is missing, with the reason in the record of the call.
 *
 * @example
 * ```ts
 * import { Generator, Input, Program } from 'mettle/programs';
 * import { scriptedModel } from 'mettle/testing';
 * import { z } from 'zod';
 *
 * const question = Input({ schema: z.object({ question: z.string() }) });
 * const generator = new Generator({
 *   model: scriptedModel(['{"answer": "Oslo"}']), // or 'openai/MODEL'
 *   schema: z.object({ answer: z.string() }),
 *   instructions: 'Answer in one word.',
 * });
 * const program = new Program({ inputs: question, outputs: await generator.call(question) });
 *
 * const answer = await program.call({ question: 'What is the capital of Norway?' });
 * console.log(answer?.json); // → { answer: 'Oslo' }
 * console.log(program.variables.map(({ key }) => key)); // → [ 'generator/state_instructions', 'generator/state_examples' ]
 * ```
 */
export class Generator extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Generator';

  /** @throws {MettleError} `core/invalid_option`, `data/not_an_object`, and as `openModel`. */
  constructor(options: GeneratorOptions) {
    checkGeneratorOptions(options, new.target.name);
    super(options, { schema: schemaOfOptions(options) });
  }

  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Generator {
    return new Generator(askingOptionsOf<GeneratorOptions>(config, options));
  }

  override getConfig(): JsonObject {
    return { ...super.getConfig(), ...(this.schema === null ? {} : { schema: this.schema }) };
  }
}
