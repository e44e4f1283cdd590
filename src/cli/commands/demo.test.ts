import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { callDemo, demoFolder, noEngine } from './demo.fixture.js';

describe('mettle demo', () => {
  unless(noEngine).it('says in one line that it cannot write', async () => {
    await writeFile(join(demoFolder, 'file'), '');
    const { code, stdout, stderr } = await callDemo(['--out', 'file/below']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^mettle demo: Cannot write to .*file\/below: .*--out\.\n$/);
    expect(await readdir(demoFolder)).not.toContain('below');
  });

  unless(noEngine).it('leaves nothing behind when it is stopped', async () => {
    const { code, stderr } = await callDemo(['--out', 'stopped'], { interrupted: true });
    expect(code).toBe(130);
    expect(stderr).toContain('nothing was written');
    expect(await readdir(demoFolder)).not.toContain('stopped');
  });

  it('refuses a seed that is no number', async () => {
    expect(await callDemo(['--seed', 'x'])).toMatchObject({ code: 2, stdout: '' });
  });
});
