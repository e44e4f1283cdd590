import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { keptBytes } from '../../../pipelines/generate/killed-run.fixture.js';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { stateFolder } from '../../state-folder.js';

const command = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));
const KILLS = Number(process.env.METTLE_KILLS ?? 10);
const RECORDS = 600;
const { it } = unless(NOT_BUILT);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-killed-jobs-'));
  const made = mettle('generate', '--env', 'sql', '--count', '60', '--policy', 'mixed', '--out', 'made');
  expect(made.stderr).not.toContain('mettle generate:');
  const lines = (await readFile(join(folder, 'made', 'trajectories.jsonl'), 'utf8')).trimEnd().split('\n');
  const all = Array.from({ length: RECORDS }, (_, index) => lines[index % lines.length]);
  all[300] = 'no record';
  await writeFile(join(folder, 'made', 'many.jsonl'), `${all.join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({ ...process.env, XDG_STATE_HOME: join(folder, 'state') });

function mettle(...args: string[]) {
  const options = { cwd: folder, encoding: 'utf8', env: environment() } as const;
  return spawnSync(process.execPath, [command, ...args], options);
}

const ALL = ['--include', 'failed,not_checked,errors,unverified,refuted', '--split', 'any'];

it.each([
  { name: 'rescore', args: ['rescore', 'made/many.jsonl'], output: 'made/scores.jsonl' },
  { name: 'verify', args: ['verify', 'made/many.jsonl'], output: 'made/many.verified.jsonl' },
  {
    name: 'judge',
    args: ['judge', 'made/many.jsonl', '--model', 'offline'],
    output: 'made/many.judged.jsonl',
  },
  {
    name: 'export',
    args: ['export', 'made/many.jsonl', '--format', 'openai', ...ALL],
    output: 'made/many.openai.jsonl',
  },
])(
  '$name writes the same bytes after kills at drawn moments, and repeats only what was under way',
  async ({ name, args, output }) => {
    const path = join(folder, output);
    const state = stateFolder('records', path, { environment: environment() as Record<string, string> });
    const calm = mettle(...args);
    const whole = await readFile(path);
    await rm(path);
    const chance = new RandomStream(1, name);
    // What is kept at most, about: a line of the ledger for each record, and its result. It is deleted once the output is written.
    const size = RECORDS * 220 + whole.length;
    const points = Array.from({ length: KILLS }, () => chance.integer(1, size)).sort((a, b) => a - b);
    let met = 0;
    for (const point of points) {
      const child = spawn(process.execPath, [command, ...args, '--resume', '--quiet'], {
        cwd: folder,
        env: environment(),
        stdio: 'ignore',
      });
      const exited = once(child, 'exit');
      while (child.exitCode === null && (await keptBytes(state)) < point) await wait(1);
      const before = existsSync(path);
      child.kill('SIGKILL');
      const [, signal] = (await exited) as [number | null, string | null];
      if (signal === 'SIGKILL' && !before) met += 1;
      if (existsSync(path)) break;
    }
    expect(met).toBeGreaterThan(KILLS / 3);
    const last = mettle(...args, '--resume');
    expect([last.status, last.signal]).toEqual([calm.status, null]);
    expect(await readFile(path)).toEqual(whole);
    expect(existsSync(state)).toBe(false);
    // The first line of progress: what earlier runs kept is not done again.
    expect(Number(/ {2}(\d+)\/600/.exec(last.stderr)?.[1])).toBeGreaterThan(50);
  },
);
