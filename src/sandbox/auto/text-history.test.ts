import { describe, expect, it } from 'vitest';
import { auto, cpython, skipped } from './auto-sandbox.fixture.js';

describe.skipIf(!cpython.available)(`text that Monty treats differently${skipped}`, () => {
  it('moves the run to CPython when the source has it', async () => {
    const result = await (await auto()).run("'straße'.title()");
    expect(result).toMatchObject({ engine: 'cpython', value: 'Straße' });
    expect(result.fellThrough).toContain('line 1');
  });

  it.each([
    ["'naïve café'.upper().split()", ['NAÏVE', 'CAFÉ']],
    ["'日本'.strip().isalpha()", true],
    ["''.join(chr((ord(c) - 97 + 3) % 26 + 97) if c.isalpha() else c for c in 'hello you')", 'khoor brx'],
  ])('leaves %s to Monty, which does the same', async (code, value) => {
    expect(await (await auto()).run(code)).toMatchObject({ engine: 'monty', value });
  });

  it('moves with inputs, whichever run uses them', async () => {
    const sandbox = await auto();
    expect((await sandbox.run('def f(c): return c.isdigit()')).engine).toBe('monty');
    await sandbox.run('0', { inputs: { text: { words: ['3²'] } } });
    expect(await sandbox.run("[f(c) for c in text['words'][0]]")).toMatchObject({
      engine: 'cpython',
      value: [true, true],
    });
  });

  it('moves when a file brings it', async () => {
    const sandbox = await auto({ files: { 'a.txt': 'a\u2028b\x1cc\n', 'b.txt': 'a\nb' } });
    expect(await sandbox.run("open('b.txt').read().splitlines()")).toMatchObject({ engine: 'monty' });
    expect(await sandbox.run("open('a.txt').read().splitlines()")).toMatchObject({
      engine: 'cpython',
      value: ['a', 'b', 'c'],
    });
  });

  it('moves when a host function brings it, and does not call it again', async () => {
    let calls = 0;
    const shown: string[] = [];
    const sandbox = await auto({ functions: { get: () => ['½', ++calls] } });
    const result = await sandbox.run('text, n = get()\nprint(n)\ntext.isnumeric() and text.isalpha()', {
      onOutput: ({ text }) => void shown.push(text),
    });
    expect(result).toMatchObject({ engine: 'cpython', value: false, stdout: '1\n' });
    expect([calls, shown.join('')]).toEqual([1, '1\n']);
  });

  it('moves when chr makes it', async () => {
    expect(await (await auto()).run('[i for i in range(128) if chr(i).isspace()]')).toMatchObject({
      engine: 'cpython',
      value: [9, 10, 11, 12, 13, 28, 29, 30, 31, 32],
    });
  });

  it('is forgotten on reset and taken along by a fork', async () => {
    const sandbox = await auto();
    await sandbox.run("text = 'ǆ'");
    const fork = await sandbox.fork({ copyNamespace: true });
    expect(await fork.run('text.capitalize()')).toMatchObject({ engine: 'cpython', value: 'ǅ' });
    await fork.close();
    await sandbox.reset();
    expect((await sandbox.run("'a'.capitalize()")).engine).toBe('monty');
  });
});
