import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../src/cli/commands/index.js';
import { probeProviders } from '../src/models/index.js';
import { createSandbox } from '../src/sandbox/index.js';
import { type ModelServer, startModelServer } from '../src/testing/index.js';
import { unless } from '../src/testing/unless.fixture.js';
import { offlineEnvironment } from './docs-blocks/offline-environment.mjs';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mettle-offline-'));
const log = join(folder, 'outside');
let provider: ModelServer;
beforeAll(async () => {
  provider = await startModelServer([]);
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});
const why = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => null),
  (error: Error) => error.message,
);

/** Each command in turn, its files made by those above it. */
const OFFLINE: readonly (readonly [args: readonly string[], code: number])[] = [
  [['doctor'], 0],
  [['completion', 'bash'], 0],
  [['run', '-c', 'print(1)'], 0],
  [['check', 'code.py'], 0],
  [['evolve', 'names.json'], 0],
  [['generate', '--env', 'sql', '--count', '5', '--out', 'runs', '--quiet'], 0],
  [['judge', 'runs/trajectories.jsonl', '--trust-outcomes'], 0],
  [['verify', 'runs/trajectories.jsonl'], 0],
  [['rescore', 'runs/trajectories.jsonl'], 0],
  [['dedup', 'runs/trajectories.jsonl'], 0],
  [['metrics', 'runs/trajectories.jsonl'], 0],
  [['bench', 'sql', '--count', '3', '--policy', 'oracle'], 0],
  [['compare', 'sql.bench.json', 'sql.bench.json'], 0],
  [['runs', 'runs'], 0],
  [['redact', 'runs/trajectories.jsonl'], 0],
  [['import', 'runs/trajectories.jsonl', '--format', 'mettle', '--out', 'imported.jsonl'], 0],
  [['pairs', 'runs/trajectories.jsonl'], 1],
  [['learn', 'runs/trajectories.jsonl'], 2],
  [['skills', 'runs/trajectories.jsonl', '--env', 'sql'], 1],
  [['flywheel', '--env', 'hotel', '--policy', 'oracle', '--tasks', '3', '--out', 'flywheel'], 0],
  [['export', 'runs/trajectories.jsonl', '--format', 'openai'], 0],
  [['agent', 'Tidy up.', '--workdir', 'project'], 2],
  [['serve', '--mcp', '--workdir', 'project'], 0],
  [['demo'], 0],
];
/** What fetches something, as its name says. */
const ONLINE = ['install'];

it('has every command in its table', () => {
  expect([...new Set([...OFFLINE.map(([[name]]) => name), ...ONLINE])].sort()).toEqual(
    commands.map(({ name }) => name).sort(),
  );
});

it('gives a false key for every provider', () => {
  const missing = probeProviders(offlineEnvironment(log)).filter(({ why }) => why.includes('set '));
  expect(missing).toEqual([]);
});

unless(why).it('no command calls a model because a key is set', async () => {
  const names = ['ada', 'alan', 'grace', 'ken', 'barbara', 'radia', 'ed', 'tim'];
  const examples = names.map((name) => ({ input: name, output: name.toUpperCase() }));
  writeFileSync(join(folder, 'names.json'), JSON.stringify({ examples }));
  writeFileSync(join(folder, 'code.py'), 'print(1)\n');
  mkdirSync(join(folder, 'project'));
  for (const [args, code] of OFFLINE) {
    const { status, words } = await mettle(args);
    expect({ args, status, words: status === code ? '' : words }).toEqual({
      args,
      status: code,
      words: '',
    });
  }
  expect(provider.requests).toEqual([]);
  expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
});

it('sees a call to a provider and a connection to another machine', async () => {
  const agent = ['agent', 'Tidy up.', '--workdir', folder, '--model'];
  await mettle([...agent, 'openai/gpt-5-mini']);
  await mettle([...agent, 'google/gemini-flash-latest', '--discard']);
  expect(provider.requests.length).toBeGreaterThan(0);
  expect(readFileSync(log, 'utf8')).toContain('generativelanguage.googleapis.com\n');
});

async function mettle(args: readonly string[]): Promise<{ status: number | null; words: string }> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...offlineEnvironment(log, provider.url), XDG_STATE_HOME: folder },
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (part) => {
    words += part;
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, words }));
  });
}
