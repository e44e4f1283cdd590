import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'mettle-generate-kill-'));
afterAll(() => rm(folder, { recursive: true }));
const COUNT = 400;

function start(out: string, ...more: readonly string[]) {
  const args = [
    'generate',
    '--env',
    'sql',
    '--count',
    String(COUNT),
    '--policy',
    'mixed',
    '--quiet',
    '--out',
    out,
  ];
  return spawn(process.execPath, [main, ...args, ...more], { cwd: folder, stdio: 'ignore' });
}

/** Kills a run as soon as its file has so many bytes. Whether it was still alive. */
async function killAt(bytes: number, out: string, ...more: readonly string[]): Promise<boolean> {
  const child = start(out, ...more);
  const exited = once(child, 'exit');
  const file = join(folder, out, 'run', '1-of-1', 'runs-0001.jsonl');
  while (child.exitCode === null && ((await stat(file).catch(() => null))?.size ?? 0) < bytes) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.kill('SIGKILL');
  const [, signal] = await exited;
  return signal === 'SIGKILL';
}

it('generates tasks in Python worlds, whose records verify and rescore the same', async () => {
  const args = ['--env', 'python', '--mode', 'code', '--count', '6', '--policy', 'mixed', '--out', 'python'];
  const made = await callCommandLine(['generate', ...args, '--json'], { cwd: folder });
  const { written, verified_rate: rate, output } = JSON.parse(made.stdout);
  expect([made.code, written]).toEqual([0, 6]);
  const verified = await callCommandLine(['verify', output, '--json'], { cwd: folder });
  // A run whose fault is to call nothing has nothing to replay.
  expect(JSON.parse(verified.stdout)).toMatchObject({ total: 6, failed: 0, verified_rate: rate });
  expect(rate).toBeGreaterThan(0.5);
  const rescored = await callCommandLine(['rescore', output, '--json'], { cwd: folder });
  expect(JSON.parse(rescored.stdout)).toMatchObject({ rescored: 6, changed: 0, error: 0 });
}, 240_000);

it('loses at most the run in hand to kill -9 at any point, and ends with the same bytes', async () => {
  await once(start('whole'), 'exit');
  const files = ['trajectories.jsonl', 'world.json', 'run.json', 'summary.json', 'report.html'];
  const whole = await Promise.all(files.map((name) => readFile(join(folder, 'whole', name), 'utf8')));
  const size = Buffer.byteLength(whole[0] ?? '');
  const chance = new RandomStream(1, 'kill');
  const points = Array.from({ length: 6 }, () => chance.integer(1, Math.floor(size * 0.9))).sort(
    (a, b) => a - b,
  );
  let kills = 0;
  for (const point of points) if (await killAt(point, 'killed', '--resume')) kills++;
  expect(kills).toBeGreaterThan(2);
  await once(start('killed', '--resume'), 'exit');
  for (const [index, name] of files.entries()) {
    expect(await readFile(join(folder, 'killed', name), 'utf8')).toBe(whole[index]);
  }
}, 240_000);
