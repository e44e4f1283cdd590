import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { callPythonTool, pythonTool } from './python-tool.js';
import { checkToolArguments } from './tool-arguments.js';

const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

unless(why).describe('the tool python', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox();
  });
  afterAll(() => sandbox.close());

  it.each([
    ['1 + 1', '2'],
    ['print("a")\n[None, "b"]', 'a\n[null,"b"]'],
    ['print("a")', 'a'],
    ['x = 1', '(no output)'],
  ])('answers %j with what was printed and the value', async (code, content) => {
    expect(await callPythonTool(sandbox, code)).toMatchObject({ status: 'ok', content, error: null });
  });

  it('answers an error with what was printed before it, and its line', async () => {
    const { status, content, data, error } = await callPythonTool(sandbox, 'print("a")\n1 / 0');
    expect({ status, type: error?.type }).toEqual({ status: 'error', type: 'ZeroDivisionError' });
    expect(content).toMatch(/^a\nZeroDivisionError: .*\(line 2\)$/);
    expect(data).toMatchObject({ value: null, stdout: 'a\n', line: 2 });
  });

  it('ends the episode where the engine failed, which is not the code’s fault', async () => {
    const result = await sandbox.run('1');
    const error = { ...(await sandbox.run('1 / 0')).error, kind: 'infrastructure', message: 'no memory' };
    const failing = { run: async () => ({ ...result, ok: false, error }) } as unknown as Sandbox;
    await expect(callPythonTool(failing, '1')).rejects.toMatchObject({
      code: 'environments/world_broken',
      message: expect.stringContaining('no memory'),
    });
  });
});

it('the tool python takes code, and nothing else', () => {
  expect(pythonTool.name).toBe('python');
  expect(checkToolArguments(pythonTool, { code: '1' })).toEqual([]);
  for (const values of [{}, { code: '' }, { code: 1 }, { code: '1', seconds: 5 }])
    expect(checkToolArguments(pythonTool, values)).toHaveLength(1);
});
