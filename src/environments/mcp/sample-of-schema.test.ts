import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import { sampleOfSchema } from './sample-of-schema.js';

/** What is drawn for one required argument. */
const drawn = (schema: Json, prompt = 'Find the lamp'): Json | undefined =>
  sampleOfSchema({ type: 'object', properties: { x: schema }, required: ['x'] }, prompt)?.x;

describe('arguments for a tool of an MCP server', () => {
  it.each<[JsonObject, Json]>([
    [{ const: 7, default: 8 }, 7],
    [{ default: 8, enum: [9, 8] }, 8],
    [{ enum: ['a', 'b'], examples: ['b'] }, 'a'],
    [{ type: 'string', examples: ['e', 'f'] }, 'e'],
    [{ type: 'string' }, 'Find'],
    [{ type: ['integer', 'null'], minimum: 4 }, 4],
    [{ type: 'integer' }, 1],
    [{ type: 'number', minimum: 0.5 }, 0.5],
    [{ type: 'number', minimum: 0 }, 0],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { type: 'string' } }, []],
    [{ type: 'object', properties: { a: { type: 'integer' }, b: {} }, required: ['a'] }, { a: 1 }],
    [{ type: 'object' }, {}],
    [{}, null],
  ])('are for %j: %j', (schema, value) => expect(drawn(schema)).toEqual(value));

  it('take the first word of the prompt that says something', () => {
    expect(drawn({ type: 'string' }, 'is a lamp there?')).toBe('lamp');
    expect(drawn({ type: 'string' }, '?!')).toBe('sample');
  });

  it('are none where what is drawn does not fit, or goes too deep', () => {
    expect(drawn({ type: 'string', minLength: 20 })).toBeUndefined();
    const nested = (levels: number): JsonObject =>
      levels === 0
        ? { type: 'integer' }
        : { type: 'object', properties: { x: nested(levels - 1) }, required: ['x'] };
    expect(sampleOfSchema(nested(5), '')).toEqual({ x: { x: { x: { x: { x: 1 } } } } });
    expect(sampleOfSchema(nested(6), '')).toBeNull();
    expect(sampleOfSchema({ type: 'string' }, 'word')).toBeNull();
  });
});
