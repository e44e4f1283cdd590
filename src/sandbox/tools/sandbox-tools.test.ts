import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../contract.js';
import { createSandbox } from '../create-sandbox.js';
import { sandboxTools } from './index.js';
import type { SandboxTool } from './sandbox-tool.js';

let sandbox: Sandbox;
let tools: ReadonlyMap<string, SandboxTool>;

beforeAll(async () => {
  sandbox = await createSandbox({
    engine: 'monty',
    files: { 'main.py': 'total = 40 + 2\nprint(total)', 'bad.py': 'print(1)\n1 / 0' },
  });
  tools = new Map(sandboxTools(sandbox).map((tool) => [tool.name, tool]));
});
afterAll(() => sandbox.close());

const call = async (name: string, args: Record<string, string>) => tools.get(name)?.call(args);

describe('the seven tools', () => {
  it('have the names that models know', () => {
    expect([...tools.keys()]).toEqual([
      'list_files',
      'read_file',
      'search_files',
      'write_file',
      'edit_file',
      'run_python_code',
      'run_python_file',
    ]);
  });

  it('run code in one lasting namespace', async () => {
    expect(await call('run_python_code', { code: 'x = 20\nprint(x)' })).toEqual({
      ok: true,
      stdout: '20\n',
      stderr: '',
      error: null,
    });
    expect(await call('run_python_code', { code: 'print(x + 1)' })).toMatchObject({
      ok: true,
      stdout: '21\n',
    });
  });

  it('run a file of the tree in that namespace', async () => {
    expect(await call('run_python_file', { path: 'main.py' })).toEqual({
      ok: true,
      stdout: '42\n',
      stderr: '',
      error: null,
    });
    expect(await call('run_python_code', { code: 'print(total)' })).toMatchObject({ stdout: '42\n' });
    expect(await call('run_python_file', { path: 'none.py' })).toEqual({ error: 'file not found: none.py' });
  });

  it('say what went wrong and keep the output before it', async () => {
    expect(await call('run_python_file', { path: 'bad.py' })).toMatchObject({
      ok: false,
      stdout: '1\n',
      error: expect.stringMatching(/^ZeroDivisionError: .* \(line 2\)/),
    });
    expect(await call('run_python_code', { code: 'def (' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('SyntaxError'),
    });
  });
});
