import type { JsonObject } from '../core/index.js';
import { fillPromptTemplate, promptTemplateProblem } from '../core/internal.js';
import { type AgentExample, invalidOptions } from './agent-options.js';

/** What a system message is put together from. */
export interface SystemParts {
  readonly instructions: string;
  readonly finalInstructions?: string;
  readonly promptTemplate?: string;
  readonly examples?: readonly AgentExample[];
  /** Null where the model is not to see it. */
  readonly inputsSchema: JsonObject | null;
  /** Null where the model is not to see it, or there is none. */
  readonly outputsSchema: JsonObject | null;
  readonly useChainOfThought: boolean;
  /** Further sections, such as the text of `AGENTS.md` and the list of skills. */
  readonly sections: readonly string[];
}

const THOUGHTS =
  'Before you call tools, write in a sentence or two what you know by now and why you make these calls.';

const PLACEHOLDERS = ['instructions', 'inputs_schema', 'outputs_schema', 'examples'] as const;

/** Puts a system message together. */
export function systemMessage(parts: SystemParts): string {
  const { instructions, finalInstructions, useChainOfThought, sections } = parts;
  const values: Record<(typeof PLACEHOLDERS)[number], string> = {
    instructions: [
      instructions,
      ...(useChainOfThought ? [THOUGHTS] : []),
      ...(finalInstructions === undefined ? [] : [`Your final answer:\n${finalInstructions}`]),
    ].join('\n\n'),
    inputs_schema: asJson(parts.inputsSchema),
    outputs_schema: asJson(parts.outputsSchema),
    examples: examplesText(parts.examples ?? []),
  };
  const body = fillPromptTemplate(parts.promptTemplate ?? defaultTemplate(values), values);
  return [body, ...sections].join('\n\n').trim();
}

function defaultTemplate(values: Readonly<Record<string, string>>): string {
  const under = (name: string, heading: string): string[] =>
    values[name] === '' ? [] : [`${heading}:\n{{${name}}}`];
  return [
    '{{instructions}}',
    ...under('inputs_schema', 'JSON Schema of the inputs'),
    ...under('outputs_schema', 'JSON Schema of the answer'),
    ...under('examples', 'Examples'),
  ].join('\n\n');
}

/**
 * Refuses a template that names what there is not, or leaves the instructions out.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function checkPromptTemplate(template: string | undefined): void {
  if (template === undefined) return;
  const problem = promptTemplateProblem(template, PLACEHOLDERS);
  if (problem !== null) throw invalidOptions(problem);
}

function asJson(schema: JsonObject | null): string {
  return schema === null ? '' : JSON.stringify(schema);
}

function examplesText(examples: readonly AgentExample[]): string {
  return examples
    .map(({ inputs, outputs }) => `Inputs: ${JSON.stringify(inputs)}\nAnswer: ${JSON.stringify(outputs)}`)
    .join('\n\n');
}
