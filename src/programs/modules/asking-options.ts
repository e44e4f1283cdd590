import { isJsonObject } from '../../core/index.js';
import { coreError, promptTemplateProblem, quoted, shortened } from '../../core/internal.js';
import type { ModelSource, ProviderOptions, ReasoningEffort } from '../../models/index.js';
import type { ModuleOptions } from '../module.js';
import { type FewShotExample, PLACEHOLDERS } from './generator-prompt.js';
import { MODULE_OPTIONS } from './module-options.js';

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

/** What {@link AskingOptions} are called. */
export const ASKING_OPTIONS: readonly string[] = [
  ...MODULE_OPTIONS,
  'model',
  'instructions',
  'seedInstructions',
  'examples',
  'temperature',
  'maxTokens',
  'topP',
  'topK',
  'reasoningEffort',
  'providerOptions',
  'promptTemplate',
  'useInputsSchema',
  'useOutputsSchema',
  'returnInputs',
  'streaming',
  'attempts',
  'retries',
];

/**
 * Refuses what {@link AskingOptions} can't be, before a model is paid for.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function checkAskingOptions(owner: string, options: AskingOptions): void {
  const { instructions, seedInstructions, examples, temperature, topP } = options;
  const wrong = (name: string, must: string, value: unknown): never => {
    throw coreError('invalid_option', `${owner}: ${name} has to be ${must}, not ${shown(value)}.`);
  };
  if (options.model === undefined) {
    throw coreError('invalid_option', `${owner} needs a model, such as model: 'openai/MODEL'.`);
  }
  if (instructions !== undefined && typeof instructions !== 'string') {
    wrong('instructions', 'a text', instructions);
  }
  if (seedInstructions !== undefined && !isListOf(seedInstructions, (seed) => typeof seed === 'string')) {
    wrong('seedInstructions', 'a list of texts', seedInstructions);
  }
  if (examples !== undefined && !isListOf(examples, isExample)) {
    wrong('examples', 'a list of { inputs, outputs }', examples);
  }
  if (options.promptTemplate !== undefined) {
    const problem = promptTemplateProblem(options.promptTemplate, PLACEHOLDERS);
    if (problem !== null) throw coreError('invalid_option', `${owner}: ${problem}`);
  }
  if (temperature !== undefined && !(temperature >= 0)) wrong('temperature', 'a number from 0', temperature);
  if (topP !== undefined && !(topP > 0 && topP <= 1)) wrong('topP', 'a number above 0, at most 1', topP);
  for (const [name, least] of [
    ['maxTokens', 1],
    ['topK', 1],
    ['attempts', 1],
    ['retries', 0],
  ] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least)) {
      wrong(name, `a whole number from ${least}`, value);
    }
  }
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isExample(value: unknown): boolean {
  return isJsonObject(value) && value.inputs !== undefined && value.outputs !== undefined;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoted(value, 60) : shortened(String(value), 60);
}
