import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';

const hasMonty = await createSandbox({ engine: 'monty' }).then(
  (sandbox) => sandbox.close().then(() => true),
  () => false,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-demo-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

const call = (...argv: readonly string[]): Promise<CommandLineResult> =>
  callCommandLine(['demo', ...argv], { cwd: folder });

describe('mettle demo', () => {
  it.skipIf(!hasMonty)('says in one line that it cannot write (skipped where Monty cannot run)', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stdout, stderr } = await call('--out', 'file/below');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^mettle demo: Cannot write to .*file\/below: .*--out\.\n$/);
    expect(await readdir(folder)).not.toContain('below');
  });

  it.skipIf(!hasMonty)(
    'leaves nothing behind when it is stopped (skipped where Monty cannot run)',
    async () => {
      const { code, stderr } = await callCommandLine(['demo', '--out', 'stopped'], {
        cwd: folder,
        interrupted: true,
      });
      expect(code).toBe(130);
      expect(stderr).toContain('nothing was written');
      expect(await readdir(folder)).not.toContain('stopped');
    },
  );

  it('refuses a seed that is no number', async () => {
    expect(await call('--seed', 'x')).toMatchObject({ code: 2, stdout: '' });
  });
});
