import { describe, expect, it } from 'vitest';
import { parseToolCatalog, toolCatalogToJson } from './tool-catalog.js';

const add = {
  name: 'add',
  description: 'Adds.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  },
};
const { parameters, ...named } = add;

describe('parseToolCatalog', () => {
  it.each<[string, unknown]>([
    ['a list', [add]],
    ['JSON text', JSON.stringify([add])],
    ['an object of tools', { tools: [add] }],
    ['JSON text of such an object', JSON.stringify({ tools: [add] })],
    ['one tool', add],
    ['an OpenAI declaration', { type: 'function', function: add }],
    ['a flat OpenAI declaration', { type: 'function', ...add }],
    ['an Anthropic declaration', { ...named, input_schema: parameters }],
    ['an MCP declaration', [{ ...named, inputSchema: parameters }]],
  ])('reads %s', (_, input) => {
    expect(parseToolCatalog(input)).toEqual({ tools: [add], dropped: [] });
  });

  it('reads what it wrote', () => {
    expect(parseToolCatalog(toolCatalogToJson([add])).tools).toEqual([add]);
  });

  it.each([null, undefined, '', [], { tools: [] }])('reads no tools from %j', (input) => {
    expect(parseToolCatalog(input)).toEqual({ tools: [], dropped: [] });
  });

  it('fills in what a schema lacks', () => {
    const [tool] = parseToolCatalog([{ name: 'now' }]).tools;
    expect(tool).toEqual({
      name: 'now',
      description: '',
      parameters: { type: 'object', properties: {}, required: [] },
    });
  });

  it('reports what it leaves out', () => {
    const { tools, dropped } = parseToolCatalog([
      'add',
      { description: 'no name' },
      { name: 'x', description: 3 },
      { name: 'x', parameters: [] },
      { name: 'x', parameters: { type: 'string' } },
      { name: 'x', parameters: { properties: { a: { type: 'txt' } } } },
      add,
      add,
    ]);
    expect(tools).toEqual([add]);
    expect(dropped.map(({ where, reason }) => `${where} ${reason.slice(0, 32)}`)).toEqual([
      '[0] it is not an object',
      '[1] it has no name',
      '[2] the description of x is not text',
      '[3] the parameters of x are not an o',
      '[4] the parameters of x are not the ',
      '[5] the parameters of x are not a JS',
      '[7] there is a tool add already',
    ]);
    expect(parseToolCatalog('[{').dropped).toMatchObject([{ where: 'the catalogue' }]);
    const circle: unknown[] = [];
    circle.push(circle);
    expect(parseToolCatalog(circle).dropped).toHaveLength(1);
  });

  it('shares nothing with its input, and changes nothing of it', () => {
    const input = structuredClone([add]);
    const first = parseToolCatalog(input).tools[0];
    const { properties } = (first?.parameters ?? {}) as { properties: Record<string, unknown> };
    properties.c = { type: 'null' };
    expect(input).toEqual([add]);
    expect(parseToolCatalog(input).tools).toEqual([add]);
  });
});
