import type { Json, JsonObject } from '../../core/index.js';
import type { VariableOptions } from '../variable.js';
import type { FewShotExample } from './generator-prompt.js';

const INSTRUCTIONS_SCHEMA: JsonObject = {
  title: 'Instructions',
  type: 'object',
  properties: { instructions: { type: 'string' } },
  required: ['instructions'],
  additionalProperties: false,
};

const EXAMPLES_SCHEMA: JsonObject = {
  title: 'Examples',
  type: 'object',
  properties: {
    examples: {
      type: 'array',
      items: { type: 'object', properties: { inputs: {}, outputs: {} }, required: ['inputs', 'outputs'] },
    },
  },
  required: ['examples'],
  additionalProperties: false,
};

/** The variable that holds what a model is told to do: `{instructions}`. */
export function instructionsVariable(
  of: string,
  start: string,
  seeds: readonly string[] = [],
): VariableOptions {
  return {
    name: 'instructions',
    kind: 'instructions',
    schema: INSTRUCTIONS_SCHEMA,
    value: { instructions: start },
    seeds: seeds.map((instructions) => ({ instructions })),
    description: `What a language model is told to do in "${of}".`,
  };
}

/** The variable that holds the calls a model is shown before its own: `{examples}`, each with `inputs` and `outputs`. */
export function examplesVariable(of: string, start: readonly FewShotExample[] = []): VariableOptions {
  return {
    name: 'examples',
    kind: 'examples',
    schema: EXAMPLES_SCHEMA,
    value: { examples: start.map(({ inputs, outputs }): Json => ({ inputs, outputs })) },
    description: `Calls with their answers that a language model is shown in "${of}".`,
  };
}
