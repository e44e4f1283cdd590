import type { JsonObject } from '../../core/index.js';

const text: JsonObject = { type: 'string', maxLength: 10_000 };
const hash: JsonObject = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const place: JsonObject = { type: 'integer', minimum: 0, maximum: 100 };

function record(properties: JsonObject, required: readonly string[] = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

const slot = record(
  {
    kind: { enum: ['text', 'number', 'date', 'name', 'words'] },
    size: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 10 }, minItems: 2, maxItems: 2 },
    values: { type: ['array', 'null'], items: { type: ['string', 'number'] }, maxItems: 100_000 },
    like: place,
  },
  ['kind', 'size', 'values'],
);

const template = record({
  sentences: {
    type: 'array',
    maxItems: 50,
    items: { type: 'array', items: { type: ['string', 'integer'] }, minItems: 1, maxItems: 500 },
  },
  slots: { type: 'array', items: slot, maxItems: 100 },
});

/** JSON Schema of `requests.json`. */
export const REQUESTS_SCHEMA: JsonObject = record({
  version: { const: 1 },
  world: record({ name: text, tools_hash: hash, instructions_hash: { anyOf: [hash, { type: 'null' }] } }),
  inputs: { type: 'array', items: { type: 'string', pattern: '^[a-z_][a-z0-9_]{0,39}$' }, maxItems: 20 },
  requests: {
    type: 'array',
    items: record({ template, inputs: { type: 'array', items: place, maxItems: 20 } }),
    minItems: 1,
    maxItems: 1_000,
  },
  asides: { type: 'array', items: text, maxItems: 100_000 },
});

/** JSON Schema of what `certificate.json` has to hold to be checked; the figures are for readers. */
export const CERTIFICATE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    version: { const: 1 },
    skill: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 64 },
    files: { type: 'object', additionalProperties: hash, maxProperties: 20 },
    signature: { anyOf: [record({ public_key: text, value: text }), { type: 'null' }] },
  },
  required: ['version', 'skill', 'files', 'world', 'records', 'test', 'signature'],
};
