import { type DataSchema, describeProblem, isJsonObject, type Json, type JsonObject } from '../core/index.js';
import { schemaReader, withoutFence } from '../core/internal.js';
import type { ModelTool } from '../models/index.js';

/** The name of the tool by which a structured answer is given. */
export const SUBMIT = 'submit';

/** A structured answer that was checked: its value, or what is wrong with it, a line each. */
type Submission =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The tool by which a model gives an answer that has to meet a schema. */
export interface SubmitTool {
  readonly declaration: ModelTool;
  /** Checks the arguments of a call. */
  readonly check: (input: Json) => Promise<Submission>;
  /** Checks an answer that was written as text instead: JSON, with a code fence around it or without. */
  readonly checkText: (text: string) => Promise<Submission>;
}

/**
 * Makes the tool for a schema. A schema of anything but an object is the schema of its one argument, `answer`.
 *
 * @throws {MettleError} `core/invalid_schema`, `core/no_json_schema`.
 */
export function submitTool(schema: DataSchema, finalInstructions?: string): SubmitTool {
  const reader = schemaReader(schema);
  const isWrapped = reader.jsonSchema.type !== 'object';
  const parameters: JsonObject = isWrapped
    ? {
        type: 'object',
        properties: { answer: reader.jsonSchema },
        required: ['answer'],
        additionalProperties: false,
      }
    : reader.jsonSchema;
  const checkValue = async (value: Json): Promise<Submission> => {
    const reading = await reader.read(value);
    if (reading.ok) return { ok: true, value: reading.value as Json };
    return { ok: false, problems: reading.problems.map((problem) => describeProblem(problem, 'answer')) };
  };
  const ending = finalInstructions === undefined ? '' : ` ${finalInstructions}`;
  return {
    declaration: {
      name: SUBMIT,
      description: `Give your final answer and end the task.${ending}`,
      parameters,
    },
    check: async (input) => {
      if (!isWrapped) return checkValue(input);
      if (isJsonObject(input) && input.answer !== undefined) return checkValue(input.answer);
      return { ok: false, problems: ['answer: is missing'] };
    },
    checkText: async (text) => {
      const value = parseJson(text);
      return value === undefined ? { ok: false, problems: ['the answer is not JSON'] } : checkValue(value);
    },
  };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(withoutFence(text)) as Json;
  } catch {
    return undefined;
  }
}
