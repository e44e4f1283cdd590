import type { ToolDefinition } from '../records/index.js';

/** The tool by which an agent that knows nothing but tools gives its answer, and so ends the episode. No world has to have it. */
export const ANSWER_TOOL: ToolDefinition = {
  name: 'final_answer',
  description: 'Gives the final answer, and ends the episode.',
  parameters: {
    type: 'object',
    properties: { answer: { description: 'The answer: a text, a number, a list or an object.' } },
    required: ['answer'],
    additionalProperties: false,
  },
};
