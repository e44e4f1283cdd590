import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SKIPPED } from '../sandbox/cpython/test-engine.fixture.js';
import { NOT_BUILT } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const FILES = 5_000;
/** A look at this many files comes long before the end of the folder. */
const AT = 500;

let top: string;
let folder: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'mettle-scan-'));
  folder = join(top, 'work');
  for (let index = 0; index < 50; index++) {
    mkdirSync(join(folder, `d${index}`), { recursive: true });
    for (let file = 0; file < FILES / 50; file++) writeFileSync(join(folder, `d${index}`, `f${file}`), '');
  }
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** Code that Node loads before the command: it sends itself a signal in the middle of the look at the folder. */
function sendsItself(signal: string): string {
  const file = join(top, `${signal}.mjs`);
  const source = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { lstatSync } = fs;
const seen = new Set();
fs.lstatSync = (path, ...options) => {
  if (/\\/f[0-9]+$/.test(String(path))) seen.add(String(path));
  if (seen.size === ${AT}) process.kill(process.pid, ${JSON.stringify(signal)});
  return lstatSync(path, ...options);
};
syncBuiltinESMExports();
process.on('exit', () => process.stdout.write(String(seen.size)));
`;
  writeFileSync(file, source);
  return file;
}

function run(code: string, workdir: string, preload?: string) {
  const args = [...(preload === undefined ? [] : ['--import', preload]), command];
  const flags = ['run', '-c', code, '--workdir', workdir, '--engine', 'cpython'];
  return spawnSync(process.execPath, [...args, ...flags], { encoding: 'utf8', timeout: 120_000 });
}

unless(SKIPPED || NOT_BUILT).describe('mettle run over a folder', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('stops at %s in the middle of the look at the folder', (signal, status) => {
    const stopped = run('print("ran")', folder, sendsItself(signal));
    expect(stopped.status).toBe(status);
    expect(stopped.stdout).not.toContain('ran');
    const looked = Number(stopped.stdout.trim());
    expect(looked).toBeGreaterThanOrEqual(AT);
    expect(looked).toBeLessThan(FILES);
  });

  it('says in one line what to do about folders that are nested too deep', () => {
    const deep = join(top, 'deep');
    mkdirSync(join(deep, 'd/'.repeat(500)), { recursive: true });
    const { status, stdout, stderr } = run('print("ran")', deep);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^mettle run: There are folders nested more than 200 deep \(reached at "d\/.*"\)\. .*workdir.*ignore\.\n$/,
    );
  });

  it('runs where links lead from folder to folder in millions of ways, and to the folder itself', () => {
    const linked = join(top, 'linked');
    for (let depth = 0; depth < 8; depth++) mkdirSync(join(linked, `f${depth}`), { recursive: true });
    for (let depth = 0; depth < 7; depth++) {
      for (let index = 0; index < 10; index++)
        symlinkSync(`../f${depth + 1}`, join(linked, `f${depth}`, `l${index}`));
    }
    symlinkSync('.', join(linked, 'self'));
    const { status, stdout } = run('import os; print(len(os.listdir("self/f0/l1/l2")))', linked);
    expect([status, stdout]).toEqual([0, '10\n']);
  });
});
