import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../core/index.js';
import { expect } from '../../core/internal.js';
import type { Sandbox } from '../contract.js';
import { sandboxTools } from '../tools/index.js';
import type { ToolResult } from '../tools/sandbox-tool.js';
import type { DefineCase } from './define-case.js';

/** The nine tools over a sandbox: one namespace and one tree behind all of them. */
export function toolCases(it: DefineCase): void {
  it('run code in one lasting namespace', async ({ open }) => {
    const call = callerOf(await open());
    expect(await call('run_python_code', { code: 'x = 100\nprint(x - 58)' })).toEqual({
      ok: true,
      value: null,
      stdout: '42\n',
      stderr: '',
      error: null,
    });
    expect(await call('run_python_code', { code: 'print(x + 1)' })).toMatchObject({
      ok: true,
      stdout: '101\n',
    });
    expect(await call('run_python_code', { code: 'print(x)\n[x, 2 ** 70]' })).toMatchObject({
      value: [100, { $int: '1180591620717411303424' }],
      stdout: '100\n',
    });
  });

  it('run a file of the tree in that namespace', async ({ open }) => {
    const call = callerOf(await open({ files: { 'main.py': 'total = x + 1\nprint(total)' } }));
    await call('run_python_code', { code: 'x = 100' });
    expect(await call('run_python_file', { path: 'main.py' })).toEqual({
      ok: true,
      stdout: '101\n',
      stderr: '',
      error: null,
    });
    expect(await call('run_python_code', { code: 'print(total)' })).toMatchObject({ stdout: '101\n' });
    expect(await call('run_python_file', { path: 'none.py' })).toEqual({ error: 'file not found: none.py' });
  });

  it('say what went wrong and keep the output before it', async ({ open }) => {
    const call = callerOf(
      await open({ files: { 'bad.py': 'print(1)\n1 / 0', 'broken.py': 'x = 1\ndef (' } }),
    );
    expect(await call('run_python_file', { path: 'bad.py' })).toMatchObject({
      ok: false,
      stdout: '1\n',
      error: /^ZeroDivisionError: .* \(line 2\)/,
    });
    for (const [tool, args] of [
      ['run_python_code', { code: 'def (' }],
      ['run_python_file', { path: 'broken.py' }],
    ] as const) {
      expect(await call(tool, args)).toMatchObject({
        ok: false,
        stdout: '',
        error: /SyntaxError/,
      });
    }
  });

  it('share the tree with the code and leave the host alone', async ({ open, folder }) => {
    const host = folder();
    writeFileSync(join(host, 'notes.txt'), 'buy milk\n');
    const sandbox = await open({ workdir: host });
    const call = callerOf(sandbox);
    expect(await call('list_files')).toMatchObject({ files: ['notes.txt'], total: 1 });
    expect(await call('write_file', { path: 'new.txt', content: 'hello\n' })).toEqual({
      written: 'new.txt',
      bytes: 6,
    });
    expect(await call('edit_file', { path: 'notes.txt', old: 'milk', new: 'tea' })).toEqual({
      path: 'notes.txt',
      replacements: 1,
    });
    expect((await sandbox.run('open("new.txt").read() + open("notes.txt").read()')).value).toBe(
      'hello\nbuy tea\n',
    );
    await sandbox.run('with open("made.txt", "w") as f: f.write("one\\ntwo\\n")');
    expect(await call('read_file', { path: 'made.txt' })).toMatchObject({
      content: 'one\ntwo\n',
      total_lines: 2,
    });
    expect(await call('search_files', { pattern: 'tw.' })).toMatchObject({
      matches: [{ path: 'made.txt', line: 2, text: 'two' }],
      total: 1,
    });
    expect([readFileSync(join(host, 'notes.txt'), 'utf8'), existsSync(join(host, 'new.txt'))]).toEqual([
      'buy milk\n',
      false,
    ]);
  });

  it('start from nothing where there is no folder', async ({ open }) => {
    const call = callerOf(await open());
    expect(await call('list_files')).toEqual({ files: [], total: 0, offset: 1, truncated: false });
    expect(await call('search_files', { pattern: 'x' })).toEqual({
      matches: [],
      total: 0,
      offset: 1,
      truncated: false,
    });
    expect(await call('read_file', { path: 'a.txt' })).toEqual({ error: 'file not found: a.txt' });
    await call('write_file', { path: 'a.txt', content: 'x = 1\n' });
    expect(await call('read_file', { path: 'a.txt' })).toMatchObject({ content: 'x = 1\n' });
    expect(await call('edit_file', { path: 'a.txt', old: '1', new: '2' })).toMatchObject({ replacements: 1 });
  });
}

function callerOf(sandbox: Sandbox): (name: string, args?: JsonObject) => Promise<ToolResult> {
  const tools = new Map(sandboxTools(sandbox).map((tool) => [tool.name, tool]));
  return async (name, args = {}) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return tool.call(args);
  };
}
