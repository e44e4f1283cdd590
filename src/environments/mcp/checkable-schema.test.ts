import { expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { checkableSchema } from './checkable-schema.js';

const BACKTRACKING = '(?=a)';

it('leaves a schema as it is that can be checked', () => {
  const schema: JsonObject = { type: 'string', pattern: '^a+$' };
  expect(checkableSchema(schema)).toBe(schema);
});

it('takes patterns out where one needs backtracking, and no name or value that looks like one', () => {
  const pattern = { pattern: BACKTRACKING };
  const schema: JsonObject = {
    properties: { pattern: { type: 'string', pattern: 'a' }, properties: pattern },
    patternProperties: { [BACKTRACKING]: {} },
    $defs: { patternProperties: { ...pattern, minLength: 1 } },
    definitions: { pattern },
    dependentSchemas: { pattern },
    anyOf: [pattern, { const: pattern }, { enum: [pattern] }, { default: pattern, examples: [pattern] }],
  };
  expect(checkableSchema(schema)).toEqual({
    properties: { pattern: { type: 'string' }, properties: {} },
    $defs: { patternProperties: { minLength: 1 } },
    definitions: { pattern: {} },
    dependentSchemas: { pattern: {} },
    anyOf: [{}, { const: pattern }, { enum: [pattern] }, { default: pattern, examples: [pattern] }],
  });
});

it('keeps a name of a member that is a keyword for data', () => {
  const schema: JsonObject = { properties: { default: { pattern: BACKTRACKING }, enum: { pattern: 'a' } } };
  expect(checkableSchema(schema)).toEqual({ properties: { default: {}, enum: {} } });
});
