import { expect } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { pythonToolCaller } from './python-tool-caller.js';

const { describe, it } = await needs('sandbox');

const isNode22 = Number(process.versions.node.split('.')[0]) >= 22;
const missing = isNode22 ? '' : 'version 7 of the AI SDK needs Node 22';

const program = {
  toolCalls: [{ name: 'python', input: { code: 'sum(price(item) for item in ["pen", "book"])' } }],
};

/** By shape, a tool that gives its answer in steps. */
const price = {
  description: 'The price of an item.',
  inputSchema: {
    jsonSchema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  },
  async *execute({ item }: { readonly item: string }) {
    yield 'thinking';
    yield item.length;
  },
};

describe('the caller of tools', () => {
  unless(missing).it('runs programs that call the tools it is given in generateText', async () => {
    const { generateText, jsonSchema, stepCountIs, tool } = await import('ai-7');
    await using sandbox = await createSandbox();
    const model = scriptedModel([program, 'Seven.']);
    const tools = {
      python: pythonToolCaller(sandbox),
      price: tool({
        description: 'The price of an item.',
        inputSchema: jsonSchema<{ item: string }>({
          type: 'object',
          properties: { item: { type: 'string' } },
          required: ['item'],
        }),
        execute: ({ item }) => item.length,
      }),
    };
    const { text, steps } = await generateText({
      model: model.aiSdkModel,
      tools,
      experimental_toolCallers: { price: ['python'] },
      stopWhen: stepCountIs(3),
      prompt: 'How much?',
    });
    expect(text).toBe('Seven.');
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({ ok: true, value: 7 });
    const [shown, ...more] = model.calls[0]?.tools ?? [];
    expect([shown?.name, more]).toEqual(['python', []]);
    expect(shown?.description).toContain('price(item');
  });

  it('takes tools by shape, the last of the values that one gives, and wrong arguments as errors', async () => {
    await using sandbox = await createSandbox();
    const { bind } = pythonToolCaller(sandbox).experimental_toolCaller;
    const bound = bind({ price });
    expect(await bound.execute({ code: 'price("pen")' }, {})).toMatchObject({ ok: true, value: 3 });
    expect(await bound.execute({ code: 'price(1)' }, {})).toMatchObject({
      ok: false,
      error: expect.stringContaining('item'),
    });
  });

  it('asks before each call where it can, and refuses tools that would be asked about and are not', async () => {
    await using sandbox = await createSandbox();
    const guarded = { ...price, needsApproval: true };
    expect(() => pythonToolCaller(sandbox).experimental_toolCaller.bind({ price: guarded })).toThrow(
      'price needs approval',
    );
    const asked: unknown[] = [];
    const approve = (call: unknown) => {
      asked.push(call);
      return 'not today';
    };
    const bound = pythonToolCaller(sandbox, { approve }).experimental_toolCaller.bind({ price: guarded });
    expect(await bound.execute({ code: 'price("pen")' }, {})).toMatchObject({
      ok: false,
      error: expect.stringContaining('not today'),
    });
    expect(asked).toEqual([{ tool: 'price', arguments: { item: 'pen' } }]);
  });

  it.each([
    [{ ...price, execute: undefined }, 'no execute'],
    [{ ...price, inputSchema: { jsonSchema: Promise.resolve({}) } }, 'no inputSchema'],
    [{ ...price, inputSchema: undefined }, 'no inputSchema'],
  ])('refuses what no program can call', async (callable, message) => {
    await using sandbox = await createSandbox();
    expect(() => pythonToolCaller(sandbox).experimental_toolCaller.bind({ price: callable })).toThrow(
      message,
    );
  });
});
