import { describe, expect, it } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { toolNames } from './mcp/tool-names.js';
import { tool } from './tool.js';
import { toolSet } from './tool-set.js';
import { toolsOfSandbox } from './tools-of-sandbox.js';

const double = tool({
  name: 'double',
  description: 'Doubles a number.',
  parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  execute: ({ n }) => Number(n) * 2,
});
const halve = tool({ name: 'halve', description: 'Halves.', execute: () => 1 });

describe('toolSet', () => {
  const set = toolSet([double, halve]);

  it('lists what a model is shown and calls by name', async () => {
    expect(set.descriptions).toEqual([
      { name: 'double', description: 'Doubles a number.', parameters: double.parameters },
      { name: 'halve', description: 'Halves.', parameters: halve.parameters },
    ]);
    expect(await set.call('double', { n: 4 })).toEqual({ ok: true, value: 8 });
    expect([...set]).toEqual([double, halve]);
  });

  it('answers an unknown name with those there are', async () => {
    expect(await set.call('Doubel', {})).toMatchObject({ ok: false, fault: 'unknown_tool' });
    const { error } = (await set.call('doubles', {})) as { error: string };
    expect(error).toBe('There is no tool "doubles". Did you mean double? The tools are: double, halve.');
    expect(await set.call('__proto__', {})).toMatchObject({ fault: 'unknown_tool' });
    expect(await toolSet([]).call('x', {})).toMatchObject({
      error: expect.stringContaining('no other tool'),
    });
  });

  it('refuses two tools of one name', () => {
    expect(() => toolSet([double, double])).toThrowError(
      expect.objectContaining({ code: 'tools/duplicate_name' }),
    );
  });

  it('refuses tools of two MCP servers whose prefixes make one name, and says what to change', () => {
    const names = [...toolNames(['b_c'], 'a'), ...toolNames(['c'], 'a_b')];
    const tools = names.map((name) => tool({ name, description: 'Does.', execute: () => 1 }));
    expect(() => toolSet(tools)).toThrow(
      'Two tools are named a_b_c. Rename one of them, or give its MCP server another prefix.',
    );
  });

  it('serves a hundred calls at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => set.call('double', { n })));
    expect(outcomes).toEqual(Array.from({ length: 100 }, (_, n) => ({ ok: true, value: n * 2 })));
  });
});

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

unless(why).it('the tools of a sandbox', async () => {
  await using sandbox = await createSandbox({ files: { 'a.txt': 'one' } });
  const set = toolSet(toolsOfSandbox(sandbox));
  expect(set.names).toHaveLength(9);
  expect(await set.call('read_file', { path: 'a.txt' })).toMatchObject({
    ok: true,
    value: { content: 'one' },
  });
  expect(await set.call('read_file', { path: 'b.txt' })).toMatchObject({
    ok: false,
    fault: 'failed',
    error: 'file not found: b.txt',
  });
  expect(await set.call('read_file', { file: 'a.txt' })).toMatchObject({ fault: 'invalid_arguments' });
  expect(await set.call('run_python_code', { code: '6 * 7' })).toMatchObject({ value: { value: 42 } });
  const controller = new AbortController();
  const reason = new Error('stop');
  sandbox.bindFunctions({
    started: () => {
      controller.abort(reason);
      return null;
    },
  });
  const code = 'started()\nwhile True: pass';
  await expect(set.call('run_python_code', { code }, { signal: controller.signal })).rejects.toBe(reason);
  // The run has ended with the call: the next one does not wait for its time limit.
  expect(await set.call('run_python_code', { code: '1 + 1' })).toMatchObject({ value: { value: 2 } });
  expect(sandbox.history()[1]).toMatchObject({ error: { kind: 'aborted' } });
});
