import type { JsonObject } from '../../core/index.js';

const METADATA: JsonObject = { type: 'object', additionalProperties: true, title: 'Metadata' };
const TEXT_OR_NULL: JsonObject = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null };

/** The schemas of what the server takes and gives: the same for every gym, whose tools are told by `list_tools`. */
export const SCHEMAS: JsonObject = {
  action: {
    type: 'object',
    title: 'CallToolAction',
    description:
      'Calls a tool. {"type": "list_tools"} lists the tools; the tool final_answer ends the episode.',
    properties: {
      metadata: METADATA,
      type: { const: 'call_tool', default: 'call_tool', type: 'string', title: 'Type' },
      tool_name: { type: 'string', title: 'Tool Name', description: 'Name of the tool to call' },
      arguments: { type: 'object', additionalProperties: true, title: 'Arguments' },
    },
    required: ['tool_name'],
    additionalProperties: false,
  },
  observation: observation('What a tool answered, or why the call failed.'),
  reset_observation: observation(
    'result holds the task, its instructions where it has any, and the names of the tools.',
  ),
  state: {
    type: 'object',
    title: 'State',
    properties: {
      episode_id: { ...TEXT_OR_NULL, title: 'Episode Id' },
      step_count: { type: 'integer', minimum: 0, default: 0, title: 'Step Count' },
      session_id: { type: 'string', title: 'Session Id', description: 'What a fork is asked for by.' },
      task_id: { type: 'string', title: 'Task Id' },
      done: { type: 'boolean', title: 'Done' },
    },
    additionalProperties: true,
  },
};

function observation(description: string): JsonObject {
  return {
    type: 'object',
    title: 'CallToolObservation',
    description,
    properties: {
      done: { type: 'boolean', default: false, title: 'Done' },
      reward: {
        anyOf: [{ type: 'number' }, { type: 'null' }],
        default: null,
        title: 'Reward',
        description: 'null at the end means that the episode could not be scored, which is no zero.',
      },
      metadata: METADATA,
      tool_name: { type: 'string', title: 'Tool Name' },
      result: { default: null, title: 'Result' },
      error: {
        default: null,
        title: 'Error',
        anyOf: [
          {
            type: 'object',
            properties: {
              error_type: {
                enum: ['execution_error', 'invalid_args', 'transport_error', 'tool_not_found', 'timeout'],
              },
              message: { type: 'string' },
            },
            required: ['error_type', 'message'],
          },
          { type: 'null' },
        ],
      },
    },
    required: ['tool_name'],
    additionalProperties: false,
  };
}
