import type { JsonObject } from '../../core/index.js';
import {
  type AnyDataModel,
  concat,
  JsonDataModel,
  type MaybeData,
  SymbolicDataModel,
} from '../../data/index.js';
import { type Model, openModel } from '../../models/index.js';
import type { CallContext } from '../call-context.js';
import { programError } from '../error-codes.js';
import { Module } from '../module.js';
import type { ModuleInputs, SymbolicInputs } from '../structure.js';
import type { Variable } from '../variable.js';
import { type AnswerSettings, askForAnswer } from './ask-for-answer.js';
import { type AskingOptions, checkPromptTemplate } from './asking-options.js';
import { type FewShotExample, generatorPrompt, type PromptSection } from './generator-prompt.js';
import { configOf } from './module-config.js';
import { examplesVariable, instructionsVariable } from './prompt-variables.js';

/** JSON Schema of a message of a model, `{role, content}`: the form of an answer in text. */
export const MESSAGE_SCHEMA: JsonObject = {
  title: 'ChatMessage',
  type: 'object',
  properties: { role: { const: 'assistant' }, content: { type: 'string' } },
  required: ['role', 'content'],
  additionalProperties: false,
};

/** What a module with a model is, beside what its user gives. */
export interface AskingParts {
  /** What the model must answer, closed to fields that it does not name; null for text. */
  readonly schema: JsonObject | null;
  /** Default: a sentence that names the fields. */
  readonly instructions?: string;
  /** What the prompt says in sections of its own, whatever the instructions are. */
  readonly sections?: readonly PromptSection[];
}

/**
 * A module that asks a language model. Its variables are the instructions (`state_instructions`) and the few-shot examples
 * (`state_examples`). An answer that doesn't meet the schema is never given: the model is told what is wrong, and when it
 * runs out of attempts the output is missing, with the reason in the record of the call.
 */
export abstract class AskingModule extends Module {
  /** The schema of the answer; null for text. */
  readonly schema: JsonObject | null;
  protected readonly options: AskingOptions;
  // An answer is checked before it is given.
  protected override readonly checksOutputs = false;
  readonly #model: Model;
  readonly #sections: readonly PromptSection[];
  readonly #instructions: Variable;
  readonly #examples: Variable;

  /** @throws {MettleError} `core/invalid_option`, `programs/invalid_name`, and as `openModel`. */
  constructor(options: AskingOptions, { schema, instructions, sections = [] }: AskingParts) {
    super(options);
    checkPromptTemplate(new.target.name, options);
    this.schema = schema;
    this.options = options;
    this.#model = openModel(options.model);
    this.#sections = sections;
    const start = options.instructions ?? instructions ?? defaultInstructions(schema);
    this.#instructions = this.addVariable(instructionsVariable(this.name, start, options.seedInstructions));
    this.#examples = this.addVariable(examplesVariable(this.name, options.examples));
  }

  /** What it was made from; the model by its name. */
  getConfig(): JsonObject {
    return configOf(this.options, ['schema', 'dataModel']);
  }

  override async forward(inputs: ModuleInputs, context: CallContext): Promise<MaybeData> {
    const data = oneInput(inputs, this.name) as JsonDataModel;
    const answer = await this.#ask(data, context);
    if (answer === null) return null;
    context.recordCall(answer);
    const json = await this.finish(answer, context);
    if (json === null) return null;
    const output = new JsonDataModel({ schema: this.finishedSchema, json, name: this.name });
    return this.options.returnInputs === true ? concat(data, output) : output;
  }

  override async computeOutputSpec(inputs: SymbolicInputs): Promise<SymbolicDataModel> {
    const data = oneInput(inputs, this.name);
    const output = new SymbolicDataModel({ schema: this.finishedSchema, name: this.name });
    return this.options.returnInputs === true ? (concat(data, output) as SymbolicDataModel) : output;
  }

  /** The schema of what {@link finish} makes of an answer. */
  protected get finishedSchema(): JsonObject {
    return this.schema ?? MESSAGE_SCHEMA;
  }

  /** Makes the output of an answer that meets the schema; null where there is none. */
  protected finish(
    answer: JsonObject,
    _context: CallContext,
  ): JsonObject | null | Promise<JsonObject | null> {
    return answer;
  }

  async #ask(data: JsonDataModel, context: CallContext): Promise<JsonObject | null> {
    const { useInputsSchema = false, useOutputsSchema = true, attempts = 3, retries = 2 } = this.options;
    const { instructions } = context.valueOf(this.#instructions);
    const { examples } = context.valueOf(this.#examples);
    const answer = await askForAnswer({
      model: context.metered(this.#model),
      messages: generatorPrompt({
        instructions: String(instructions),
        sections: this.#sections,
        inputsSchema: useInputsSchema ? data.schema : null,
        outputsSchema: useOutputsSchema ? this.schema : null,
        examples: examples as unknown as readonly FewShotExample[],
        asksForJson: this.schema !== null,
        inputs: data.json,
        schema: data.schema,
        template: this.options.promptTemplate,
      }),
      schema: this.schema,
      settings: settingsOf(this.options),
      attempts,
      retries,
      signal: context.signal,
    });
    if (answer.ok) return answer.json;
    context.recordError(answer.error);
    return null;
  }
}

function defaultInstructions(schema: JsonObject | null): string {
  if (schema === null) return 'Answer the user.';
  const fields = Object.keys((schema.properties ?? {}) as JsonObject);
  return fields.length === 0
    ? 'Work out the outputs from the inputs.'
    : `Work out from the inputs: ${fields.join(', ')}.`;
}

function settingsOf({
  temperature,
  maxTokens,
  topP,
  topK,
  reasoningEffort,
  providerOptions,
  streaming,
}: AskingOptions): AnswerSettings {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(streaming === undefined ? {} : { streaming }),
  };
}

/**
 * The one data model that a module is called with.
 *
 * @throws {MettleError} `programs/invalid_input` for a list or a record.
 */
export function oneInput(inputs: ModuleInputs | SymbolicInputs, module: string): AnyDataModel {
  if (inputs instanceof JsonDataModel || inputs instanceof SymbolicDataModel) return inputs;
  throw programError(
    'invalid_input',
    `"${module}" takes one data model. Join several with concat or and first.`,
  );
}

/**
 * The one data model that a module inside another gave, or missing.
 *
 * @throws {MettleError} `programs/invalid_output` for a list or a record.
 */
export function oneOutput(output: unknown, module: string): MaybeData {
  if (output === null || output instanceof JsonDataModel) return output;
  throw programError('invalid_output', `"${module}" has to give one data model here, not several.`);
}
