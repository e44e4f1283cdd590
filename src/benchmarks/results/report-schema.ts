import type { JsonObject } from '../../core/index.js';

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const orNull = (...types: readonly string[]) => ({ type: [...types, 'null'] });

/** A result file without its cases. */
export const HEAD_SCHEMA: JsonObject = {
  type: 'object',
  required: [
    'version',
    'suite',
    'fingerprint',
    'subject',
    'seed',
    'trial_count',
    'settings',
    'versions',
    'origin',
    'stop_reason',
    'cases',
    'hash',
  ],
  properties: {
    suite: TEXT,
    fingerprint: TEXT,
    subject: {
      type: 'object',
      required: ['name', 'version', 'model'],
      properties: { name: TEXT, version: TEXT, model: orNull('string') },
    },
    seed: { type: 'integer' },
    trial_count: COUNT,
    settings: {
      type: 'object',
      required: ['max_steps', 'temperature', 'max_tokens'],
      properties: { max_steps: COUNT, temperature: orNull('number'), max_tokens: orNull('integer') },
    },
    origin: orNull('object'),
    versions: {
      type: 'object',
      required: ['mettle', 'node'],
      properties: { mettle: TEXT, node: TEXT },
    },
    stop_reason: { enum: ['complete', 'budget', 'aborted'] },
    cases: { type: 'array', items: { type: 'object' } },
    hash: TEXT,
  },
};

/** A case of a result file. */
export const CASE_SCHEMA: JsonObject = {
  type: 'object',
  required: ['id', 'category', 'query', 'trials'],
  properties: {
    id: TEXT,
    category: TEXT,
    query: TEXT,
    trials: {
      type: 'array',
      items: {
        type: 'object',
        required: [
          'trial',
          'seed',
          'prompt',
          'verdict',
          'credit',
          'tools_right',
          'arguments_right',
          'kind',
          'reason',
          'calls',
          'trajectory_id',
          'usage',
        ],
        properties: {
          trial: COUNT,
          seed: { type: 'integer' },
          prompt: orNull('string'),
          verdict: { enum: ['pass', 'fail', 'not_checked', 'error'] },
          credit: { enum: [0, 0.5, 1, null] },
          tools_right: orNull('boolean'),
          arguments_right: orNull('boolean'),
          kind: orNull('string'),
          reason: TEXT,
          calls: {
            type: 'array',
            items: {
              type: 'object',
              required: ['tool', 'arguments'],
              properties: {
                tool: TEXT,
                arguments: { type: 'object' },
                arguments_text: TEXT,
                invalid_arguments: TEXT,
              },
            },
          },
          trajectory_id: orNull('string'),
          usage: orNull('object'),
        },
      },
    },
  },
};
