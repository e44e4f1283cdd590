import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callCommandLine } from '../command-line.fixture.js';

const cwd = await mkdtemp(join(tmpdir(), 'mettle-cli-runs-'));
afterAll(() => rm(cwd, { recursive: true }));

it('lists runs with what they came to, and those that are not finished', async () => {
  const none = await callCommandLine(['runs'], { cwd });
  expect([none.code, none.stdout]).toEqual([1, 'There is no run here.\n']);
  const args = ['--env', 'sql', '--count', '3', '--policy', 'oracle', '--quiet'];
  expect((await callCommandLine(['generate', ...args, '--out', 'sets/one'], { cwd })).code).toBe(0);
  await cp(join(cwd, 'sets', 'one'), join(cwd, 'sets', 'two'), { recursive: true });
  await rm(join(cwd, 'sets', 'two', 'summary.json'));
  await mkdir(join(cwd, 'sets', 'other'));
  await writeFile(join(cwd, 'sets', 'other', 'run.json'), '[');
  const { code, stdout } = await callCommandLine(['runs', 'sets'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^sets\/one: 3 kept, 100 % passed, 100 % verified, played by offline policies \(oracle\)$/m,
  );
  expect(stdout).toMatch(/^sets\/two: 3 kept, unfinished: --resume continues, played by /m);
  const { runs } = JSON.parse((await callCommandLine(['runs', '--json'], { cwd })).stdout);
  expect(runs).toMatchObject([
    { folder: join(cwd, 'sets', 'one'), kept: 3, written: 3, pass_rate: 1 },
    { folder: join(cwd, 'sets', 'two'), kept: 3, written: null, pass_rate: null },
  ]);
  const missing = await callCommandLine(['runs', 'nowhere'], { cwd });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nowhere is no folder')]);
});
