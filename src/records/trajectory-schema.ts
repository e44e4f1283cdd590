import type { JsonObject } from '../core/index.js';
import { turnSchema } from './model-turn.js';

const text = { type: 'string' } as const;
const nullableText = { type: ['string', 'null'] } as const;
const verdict = { enum: ['pass', 'fail', 'not_checked', 'error'] } as const;

function record(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function nullable(schema: JsonObject): JsonObject {
  return { anyOf: [{ type: 'null' }, schema] };
}

const call = { call_id: text, tool: text, agent: text };

const count = { type: 'integer', minimum: 0 } as const;

const stateCheck: JsonObject = {
  oneOf: [
    record({ kind: { const: 'fact' }, name: text, value: {} }),
    record({ kind: { const: 'has' }, name: text, members: { type: 'object' } }),
    record({ kind: { const: 'absent' }, name: text }),
    record({ kind: { const: 'count' }, prefix: text, value: count }),
    record({ kind: { const: 'contains' }, name: text, text }),
    record({ kind: { const: 'unchanged' }, except: { type: 'array', items: text } }),
    record({ kind: { const: 'tests_pass' }, fact: nullableText, tests: text, module: text }, ['module']),
  ],
};

const processCheck: JsonObject = {
  oneOf: [
    record(
      {
        kind: { const: 'called' },
        tool: text,
        arguments: { type: 'object' },
        times: { type: 'integer', minimum: 1 },
        status: { enum: ['ok', 'error'] },
      },
      ['arguments', 'times', 'status'],
    ),
    record({ kind: { const: 'not_called' }, tool: text }),
    record({ kind: { const: 'called_before' }, first: text, later: text }),
    record({ kind: { const: 'observed' }, text, early: { const: true } }, ['early']),
    record({ kind: { const: 'max_calls' }, value: count }),
  ],
};

const id = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

const checks: JsonObject = {
  answer: nullable(
    record(
      {
        value: {},
        comparison: { enum: ['exact', 'number', 'list', 'set'] },
        tolerance: { type: 'number', minimum: 0 },
        schema: { type: 'object' },
      },
      ['tolerance', 'schema'],
    ),
  ),
  state_digest: nullableText,
  goals: { type: 'array', items: stateCheck },
  invariants: { type: 'array', items: stateCheck },
  process: { type: 'array', items: processCheck },
};

const expectedSchema = record(checks, ['goals', 'invariants', 'process']);

/** What a task expects, any part of it. */
export const checksSchema: JsonObject = record(checks, Object.keys(checks));

/** What records of version 1 and of later ones have. */
const common: JsonObject = {
  id,
  task: record(
    {
      id: text,
      category: text,
      prompt: text,
      instructions: text,
      expected: expectedSchema,
      metadata: { type: 'object' },
    },
    ['instructions'],
  ),
  environment: record({ name: text, fingerprint: text }),
  policy: record({ name: text, version: text }),
  seed: { type: 'integer' },
  tools: {
    type: 'array',
    items: record({ name: text, description: text, parameters: { type: 'object' } }),
  },
  final_answer: {},
  initial_state_digest: text,
  final_state_digest: text,
  stop_reason: { enum: ['answered', 'no_answer', 'call_limit', 'policy_error', 'world_error'] },
  stop_detail: nullableText,
  outcome: nullable(
    record(
      {
        verdict,
        reason: text,
        checks: {
          type: 'array',
          items: record(
            {
              name: { enum: ['answer', 'final_state', 'goal', 'invariant', 'process'] },
              verdict,
              detail: text,
              fault: { enum: ['code'] },
            },
            ['fault'],
          ),
        },
        fault: { enum: ['code'] },
      },
      ['fault'],
    ),
  ),
  requirements: nullable({
    type: 'array',
    items: record({ step: { type: 'integer' }, requirement: text, verdict, reason: text }),
  } as const as JsonObject),
};

const finalAnswer: JsonObject = { type: { const: 'final_answer' }, content: text, value: {}, agent: text };

const toolCall: JsonObject = { type: { const: 'tool_call' }, ...call, arguments: { type: 'object' } };

const steps: readonly JsonObject[] = [
  record({ type: { const: 'code_execution' }, ...call, code: text }, ['agent']),
  record({
    type: { const: 'observation' },
    call_id: text,
    status: { enum: ['ok', 'error'] },
    content: text,
    data: {},
    error: nullable(record({ type: text, message: text })),
    state_digest: text,
    changes: { type: 'array', items: record({ name: text, before: {}, after: {} }) },
  }),
];

const verification: JsonObject = {
  verdict,
  reason: text,
  replayed_calls: count,
  mismatches: {
    type: 'array',
    items: record({ step: { type: 'integer' }, field: text, recorded: text, replayed: text }),
  },
};

const verifierResult = record({
  name: text,
  version: text,
  required: { type: 'boolean' },
  verdict,
  detail: text,
});

const subagentStep = record({
  type: { const: 'subagent' },
  agent: text,
  prompt: text,
  report: {},
  trajectory_id: nullable(id),
});

const usage = record({
  model_calls: count,
  input_tokens: count,
  output_tokens: count,
  dollars: { type: ['number', 'null'], minimum: 0 },
});

/** What version 2 added. */
const aboutTheRun: JsonObject = {
  verification: nullable(record({ ...verification, checks: { type: 'array', items: verifierResult } })),
  usage: nullable(usage),
  call_seconds: nullable({ type: 'array', items: { type: 'number', minimum: 0 } }),
  provenance: nullable(
    record(
      {
        mettle: text,
        model: nullableText,
        world: { type: 'object', properties: { type: text }, required: ['type'] },
      },
      ['world'],
    ),
  ),
};

/** Steps up to version 2: words, and calls whose arguments are an object. */
const olderSteps: readonly JsonObject[] = [
  record({ type: { enum: ['thought', 'plan', 'critique'] }, content: text, agent: text }, ['agent']),
  record(toolCall, ['agent']),
  record(finalAnswer, ['agent']),
];

/** What version 3 added: reasoning, calls whose arguments are no JSON object, calls that were not made, and those that gave the answer. */
const newerSteps: readonly JsonObject[] = [
  record({ type: { const: 'thought' }, content: text, agent: text, reasoning: { const: true } }, [
    'agent',
    'reasoning',
  ]),
  record({ type: { enum: ['plan', 'critique'] }, content: text, agent: text }, ['agent']),
  record({ ...toolCall, invalid_arguments: text }, ['agent', 'invalid_arguments']),
  record({ ...toolCall, type: { const: 'withheld_call' }, invalid_arguments: text, reason: text }, [
    'agent',
    'invalid_arguments',
  ]),
  record({ ...finalAnswer, submitted: record({ tool: text, arguments: { type: 'object' } }) }, [
    'agent',
    'submitted',
  ]),
];

/** JSON Schema (draft 2020-12) of a trajectory record, version 3. */
export const trajectorySchema: JsonObject = record(
  {
    version: { const: 3 },
    ...common,
    steps: { type: 'array', items: { oneOf: [...steps, ...newerSteps, subagentStep] } },
    ...aboutTheRun,
    turns: { type: 'array', items: turnSchema },
  },
  ['turns'],
);

/** The same of version 2, which is still read. */
export const trajectorySchemaV2: JsonObject = record({
  version: { const: 2 },
  ...common,
  steps: { type: 'array', items: { oneOf: [...steps, ...olderSteps, subagentStep] } },
  ...aboutTheRun,
});

/** The same of version 1, which is still read. */
export const trajectorySchemaV1: JsonObject = record({
  version: { const: 1 },
  ...common,
  verification: nullable(record(verification)),
  steps: { type: 'array', items: { oneOf: [...steps, ...olderSteps] } },
});
