import { isJsonObject, type OptionKinds, option } from '../../core/index.js';
import { coreError, promptTemplateProblem } from '../../core/internal.js';
import type { ModelSource, ProviderOptions, ReasoningEffort } from '../../models/index.js';
import { MODEL } from '../../models/internal.js';
import { MODULE_OPTIONS, type ModuleOptions } from '../module.js';
import { type FewShotExample, PLACEHOLDERS } from './generator-prompt.js';

/** How a module asks a model: what all modules with a model take. */
export interface AskingOptions extends ModuleOptions {
  /** The language model: one of Mettle's or of the AI SDK, or `provider/model`. */
  readonly model: ModelSource;
  /** What the model is to do: the value that its variable starts with. Each module has its own default. */
  readonly instructions?: string | undefined;
  /** Instructions to try before any other is proposed. */
  readonly seedInstructions?: readonly string[] | undefined;
  /** Calls that the model is shown before its own: the value that their variable starts with. */
  readonly examples?: readonly FewShotExample[] | undefined;
  /** Default: the provider's. */
  readonly temperature?: number | undefined;
  /** Tokens that the reply may have, thinking included. Default: the provider's. */
  readonly maxTokens?: number | undefined;
  /** Default: the provider's. */
  readonly topP?: number | undefined;
  /** Only the so many most likely tokens are drawn from. Default: the provider's. */
  readonly topK?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Settings of one provider, by its name, such as `{openai: {store: false}}`. */
  readonly providerOptions?: ProviderOptions | undefined;
  /**
   * The system message, with `{{instructions}}`, and where wanted `{{inputs_schema}}`, `{{outputs_schema}}` and `{{examples}}`.
   * What the module itself asks, and that inputs are data, always follow it. Default: a section for each.
   */
  readonly promptTemplate?: string | undefined;
  /** Whether the prompt shows the schema of the inputs. Default: false. */
  readonly useInputsSchema?: boolean | undefined;
  /**
   * Whether the prompt shows the schema of the answer. The provider is told it anyway, but many take it as a wish. Default:
   * true.
   */
  readonly useOutputsSchema?: boolean | undefined;
  /** Whether the inputs stand before the answer in the output. Default: false. */
  readonly returnInputs?: boolean | undefined;
  /** Whether the reply is watched as it is written, and ended where it can become no JSON. Default: false. */
  readonly streaming?: boolean | undefined;
  /** How often the model is asked, each time told what was wrong, before it counts as having no answer. Default: 3. */
  readonly attempts?: number | undefined;
  /** How often a call that fails for a while is made again. Default: 2. */
  readonly retries?: number | undefined;
}

/** The kinds of {@link AskingOptions}. */
export const ASKING_OPTIONS: OptionKinds<AskingOptions> = {
  ...MODULE_OPTIONS,
  model: option.required(MODEL),
  instructions: option.string,
  seedInstructions: option.list(option.string),
  examples: option.list({ wanted: '{ inputs, outputs }', allows: isExample }),
  temperature: option.amount,
  maxTokens: option.wholeNumber(1),
  topP: {
    wanted: 'a number above 0, at most 1',
    allows: (value) => typeof value === 'number' && value > 0 && value <= 1,
  },
  topK: option.wholeNumber(1),
  reasoningEffort: option.string,
  providerOptions: option.record,
  promptTemplate: option.string,
  useInputsSchema: option.boolean,
  useOutputsSchema: option.boolean,
  returnInputs: option.boolean,
  streaming: option.boolean,
  attempts: option.wholeNumber(1),
  retries: option.wholeNumber(0),
};

/**
 * Refuses a template without a place for the instructions, before a model is paid for.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function checkPromptTemplate(owner: string, { promptTemplate }: AskingOptions): void {
  if (promptTemplate === undefined) return;
  const problem = promptTemplateProblem(promptTemplate, PLACEHOLDERS);
  if (problem !== null) throw coreError('invalid_option', `${owner}: ${problem}`);
}

function isExample(value: unknown): boolean {
  return isJsonObject(value) && value.inputs !== undefined && value.outputs !== undefined;
}
