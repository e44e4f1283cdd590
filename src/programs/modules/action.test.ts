import { describe, expect, it } from 'vitest';
import { DataModel } from '../../data/index.js';
import { scriptedModel } from '../../testing/index.js';
import { type Tool, tool } from '../../tools/index.js';
import { Input } from '../input.js';
import { Program } from '../program.js';
import { Action } from './action.js';

const Query = new DataModel({
  name: 'Query',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
});

const add = tool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  execute: ({ a, b }) => {
    if (a === 13) throw new Error('Not that number.');
    return Number(a) + Number(b);
  },
});

async function programOf(model: ReturnType<typeof scriptedModel>, given: Tool = add) {
  const input = Input({ schema: Query.schema });
  return new Program({ inputs: input, outputs: await new Action({ model, tool: given }).call(input) });
}

describe('Action', () => {
  it('runs the tool with the arguments that the model fills in', async () => {
    const model = scriptedModel(['{"a": 1}', '{"a": 1, "b": 2}']);
    const run = await (await programOf(model)).run([{ query: 'What is 1 + 2?' }]);
    expect(run.outputs).toEqual([{ inputs: { a: 1, b: 2 }, outputs: 3 }]);
    expect(run.calls[0]?.outputs).toEqual({ a: 1, b: 2 });
    expect(String(model.calls[0]?.messages[0]?.content)).toContain(
      '<tool>\n{"name":"add","description":"Adds two numbers."}\n</tool>',
    );
  });

  it('gives nothing where the tool fails, and the record says why', async () => {
    const run = await (await programOf(scriptedModel(['{"a": 13, "b": 2}']))).run([{ query: '13 + 2' }]);
    expect(run).toMatchObject({
      outputs: [null],
      calls: [{ outputs: { a: 13, b: 2 }, error: expect.stringContaining('Not that number.') }],
    });
  });

  it('takes parameters that refer to themselves', async () => {
    const tree = tool({
      name: 'count',
      description: 'Counts the nodes.',
      parameters: {
        type: 'object',
        properties: { root: { $ref: '#/$defs/node' } },
        $defs: { node: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
      execute: ({ root }) => JSON.stringify(root).length,
    });
    const run = await (await programOf(scriptedModel(['{"root": [[], []]}']), tree)).run([{ query: 'x' }]);
    expect(run.outputs).toEqual([{ inputs: { root: [[], []] }, outputs: 7 }]);
  });

  it('needs a tool', () => {
    expect(() => new Action({ model: scriptedModel([]), tool: 'add' as never })).toThrow(
      'tool must be a tool',
    );
  });
});
