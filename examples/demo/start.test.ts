import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from 'mettle/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { unless } from '../../src/testing/unless.fixture.js';

const start = fileURLToPath(new URL('start.mjs', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'mettle-demo-start-'));
afterAll(() => rm(folder, { recursive: true }));
const noEngine = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
);

/** Starts the demo; with `stopAt`, Ctrl-C is pressed once that stands on stderr. */
function call(args: readonly string[], stopAt?: string) {
  const child = spawn(process.execPath, [start, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part) => {
    const wasThere = stopAt !== undefined && stderr.includes(stopAt);
    stderr += part;
    if (stopAt !== undefined && !wasThere && stderr.includes(stopAt)) child.kill('SIGINT');
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    // With `close`, no process holds its streams any more.
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('npm run demo', () => {
  unless(noEngine).it('leaves nothing behind when it is stopped', async () => {
    const { code, stdout, stderr } = await call(['--out', 'stopped'], 'oracle: run, check and verify');
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).toContain('nothing was written');
    expect(await readdir(folder)).not.toContain('stopped');
  });

  unless(noEngine).it('says in one line that it cannot write', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await call(['--out', 'file/below']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^demo: Cannot write to file\/below: .*--out\.\n$/);
  });

  it('refuses a seed that is no number', async () => {
    expect(await call(['--seed', 'x'])).toMatchObject({ code: 2, stdout: '' });
  });
});
