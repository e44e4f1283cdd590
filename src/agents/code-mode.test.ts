import { expect } from 'vitest';
import { createSandbox, type EngineName, sharedEngine } from '../sandbox/index.js';
import { scriptedModel } from '../testing/index.js';
import { needs } from '../testing/needs.fixture.js';
import { unless } from '../testing/unless.fixture.js';
import { tool } from '../tools/index.js';
import { codeModeTool } from './code-mode.js';
import { FunctionCallingAgent } from './function-calling-agent.js';
import { shop } from './shop.fixture.js';

const { describe, it } = await needs('sandbox');

const engines = await Promise.all(
  (['monty', 'cpython'] as const).map(async (engine) => ({
    engine,
    ...(await sharedEngine(engine).probe()),
  })),
);

describe.each(engines)('code mode on $engine', ({ engine, available, reason }) => {
  const missing = available ? '' : reason;
  const program = async (code: string, options: object = {}) => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: engine as EngineName });
    return { outcome: await codeModeTool({ sandbox, tools, ...options }).call({ code }), calls };
  };

  unless(missing).it('makes many calls in one program, awaited or not', async () => {
    const code =
      'total = 0\nfor item in ["pen", "book"]:\n    total += price(item)\ntotal + await price(item="ink")';
    const { outcome, calls } = await program(code);
    expect(outcome).toMatchObject({ ok: true, value: { ok: true, value: 10, error: null } });
    expect(calls).toEqual(['price pen', 'price book', 'price ink']);
  });

  unless(missing).it('raises in the program what is wrong with a call', async () => {
    const code = 'try:\n    price(thing="pen")\nexcept TypeError as error:\n    print(error)';
    const { outcome } = await program(code);
    expect(JSON.stringify(outcome)).toContain('Nothing was done');
  });

  unless(missing).it('has no function for a tool that is not allowed', async () => {
    const { outcome, calls } = await program('buy("pen")', { allow: ['price'] });
    expect(JSON.stringify(outcome)).toContain('NameError');
    expect(calls).toEqual([]);
  });

  unless(missing).it('waits for a decision on each call, and goes on', async () => {
    const asked: string[] = [];
    const approve = async (call: { readonly tool: string }) => {
      asked.push(call.tool);
      return call.tool === 'buy' ? 'not without me' : null;
    };
    const code = 'price("pen")\ntry:\n    buy("pen")\nexcept PermissionError as error:\n    print(error)';
    const { outcome, calls } = await program(code, { approve });
    expect(outcome).toMatchObject({ value: { ok: true, stdout: 'not without me\n' } });
    expect([asked, calls]).toEqual([['price', 'buy'], ['price pen']]);
  });

  unless(missing).it('makes no call whose decision comes after the program has ended', async () => {
    const { tools, calls } = shop();
    const limits = { timeoutSeconds: 5, deadlineSeconds: 0.5 };
    await using sandbox = await createSandbox({ engine: engine as EngineName, limits });
    let decide: (refusal: null) => void = () => undefined;
    const decided = new Promise<null>((resolve) => {
      decide = resolve;
    });
    const outcome = await codeModeTool({ sandbox, tools, approve: () => decided }).call({
      code: 'buy("pen")',
    });
    expect(outcome).toMatchObject({ ok: true, value: { ok: false } });
    decide(null);
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
  });
});

const cpython = engines.find(({ engine }) => engine === 'cpython');
const skipped = cpython?.available === true ? '' : cpython?.reason;
unless(skipped).it(
  'a program whose process dies while it waits is not run again, and its call is not made',
  async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'cpython' });
    let decide: (refusal: null) => void = () => undefined;
    const decided = new Promise<null>((resolve) => {
      decide = resolve;
    });
    const approve = ({ tool: name }: { readonly tool: string }) => (name === 'buy' ? decided : null);
    const code =
      'import os, threading\nprice("pen")\nthreading.Timer(0.1, os._exit, [3]).start()\nbuy("pen")\nprice("ink")';
    const outcome = await codeModeTool({ sandbox, tools, approve }).call({ code });
    expect(outcome).toMatchObject({ ok: true, value: { ok: false, error: expect.any(String) } });
    decide(null);
    await new Promise(setImmediate);
    expect([calls, sandbox.history().length]).toEqual([['price pen'], 1]);
  },
);

it('takes an empty object by position, and refuses an argument that is given twice', async () => {
  const saved: unknown[] = [];
  const save = tool({
    name: 'save',
    description: 'Saves data.',
    parameters: {
      type: 'object',
      properties: { id: { type: 'integer' }, data: { type: 'object' } },
      required: ['id'],
    },
    execute: (args) => saved.push(args),
  });
  await using sandbox = await createSandbox();
  const { call } = codeModeTool({ sandbox, tools: [save] });
  expect(await call({ code: 'save(1, {})\nsave(1, data={})' })).toMatchObject({ value: { error: null } });
  expect(saved).toEqual([
    { id: 1, data: {} },
    { id: 1, data: {} },
  ]);
  const twice = await call({ code: 'save(1, id=2)' });
  expect(twice).toMatchObject({ value: { error: expect.stringContaining('multiple values for id') } });
  expect(saved.length).toBe(2);
});

it('is a tool like others in an agent', async () => {
  const { tools, calls } = shop();
  await using sandbox = await createSandbox();
  const input = { code: 'print(price("pen") + price("book"))' };
  const model = scriptedModel([{ toolCalls: [{ name: 'run_python_program', input }] }, 'Seven.']);
  const agent = new FunctionCallingAgent({ model, tools: [codeModeTool({ sandbox, tools })] });
  expect((await agent.call('How much?')).answer).toBe('Seven.');
  expect(calls.length).toBe(2);
  expect(model.calls[0]?.tools?.[0]?.description).toContain('- price(item: str): Does price.');
});

it('refuses a name that no tool has, that two have, or that is none in Python', async () => {
  await using sandbox = await createSandbox();
  const { tools } = shop();
  expect(() => codeModeTool({ sandbox, tools, allow: ['sell'] })).toThrow('no tool sell');
  const odd = tool({ name: 'a-b', description: 'Odd.', execute: () => null });
  expect(() => codeModeTool({ sandbox, tools: [odd] })).toThrow(/a-b can't be a function in Python/);
  const same = { ...odd, name: 'same' };
  expect(() => codeModeTool({ sandbox, tools: [same, same] })).toThrow(/Two tools are named same/);
});
