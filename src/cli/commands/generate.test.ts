import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSqlEnvironment, openEnvironment, type SqlContent } from '../../environments/index.js';
import { readTrajectoryFile, verifyTrajectory } from '../../trajectories/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const cwd = await mkdtemp(join(tmpdir(), 'mettle-cli-generate-'));
afterAll(() => rm(cwd, { recursive: true }));
const call = (args: readonly string[], options = {}) =>
  callCommandLine(['generate', ...args], { cwd, ...options });
const inFolder = (name: string) => readFile(join(cwd, name), 'utf8');

it('writes a set whose world can be opened again to verify it, the same for the same seed', async () => {
  const args = ['--env', 'sql', '--count', '30', '--policy', 'mixed', '--seed', '5'];
  const { code, stdout, stderr } = await call([...args, '--out', 'a', '--json']);
  expect(code).toBe(0);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    written: 30,
    skipped: 0,
    failed: 0,
    refuted: 0,
    seed: 5,
    stop_reason: 'complete',
  });
  expect(document.pass_rate).toBeGreaterThan(0.4);
  expect(document.pass_rate).toBeLessThan(1);
  expect(stderr).toContain('Played by offline policies (search, oracle, ');
  expect(stderr).toMatch(/30\/30 {2}100% .*of 30 passed/);
  const world = JSON.parse(await inFolder('a/world.json'));
  expect(world).toMatchObject({ version: 1, environment: { type: 'sql', name: 'sql' } });
  const environment = await createSqlEnvironment(world.environment as { content: SqlContent });
  expect(environment.fingerprint).toBe(world.fingerprint);
  const { trajectories } = await readTrajectoryFile(document.output);
  const verdicts = new Set<string>();
  for (const trajectory of trajectories) {
    if (!trajectory.steps.some(({ type }) => type === 'observation')) continue;
    verdicts.add((await verifyTrajectory(trajectory, environment)).verdict);
  }
  expect([...verdicts]).toEqual(['pass']);

  expect((await call([...args, '--out', 'b', '--concurrency', '1'])).code).toBe(0);
  for (const name of ['trajectories.jsonl', 'world.json', 'summary.json', 'report.html']) {
    expect(await inFolder(`b/${name}`)).toBe(await inFolder(`a/${name}`));
  }
});

it('goes on with a folder, and refuses to mix two runs in it', async () => {
  const args = ['--env', 'sql', '--policy', 'oracle', '--level', '1', '--out', 'grown'];
  expect((await call([...args, '--count', '3'])).stdout).toContain('3 written, ');
  const { stdout } = await call([...args, '--count', '5', '--resume']);
  expect(stdout).toMatch(/^2 written, 3 were there before/);
  expect(stdout).toContain('100 % passed (5 of 5).');
  expect(await call([...args, '--count', '5'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--resume'),
  });
  const other = await call([...args, '--count', '5', '--resume', '--seed', '1']);
  expect(other.code).toBe(2);
  expect(other.stderr).toMatch(/is of another run \(.*\)/);
});

it('lets one run at a time write into a folder, and leaves no lock', async () => {
  const args = ['--env', 'sql', '--count', '6', '--policy', 'oracle', '--out', 'shared', '--quiet'];
  const runs = await Promise.all([call(args), call([...args, '--resume'])]);
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(runs.map(({ stderr }) => stderr).join('')).toContain('Another run is at work on ');
  expect((await inFolder('shared/trajectories.jsonl')).trim().split('\n')).toHaveLength(6);
  expect(await readdir(join(cwd, 'shared'))).not.toContain('run.lock');
});

it('generates tasks in a world of the user', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => [index + 1, `pot ${index}`, (index * 7) % 50]);
  const tables = [
    { name: 'pots', columns: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL, litres INTEGER NOT NULL', rows },
  ];
  await writeFile(
    join(cwd, 'pots.json'),
    JSON.stringify({ type: 'sql', name: 'pottery', content: { tables } }),
  );
  const { code, stdout } = await call([
    '--env',
    'pots.json',
    '--count',
    '5',
    '--policy',
    'oracle',
    '--out',
    'pots',
    '--json',
    '--no-verify',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ written: 5, pass_rate: 1, verified_rate: null });
  expect(await inFolder('pots/trajectories.jsonl')).toContain('pot');
});

it('generates tasks on a web interface, in a world that its file opens again', async () => {
  const args = ['--env', 'rest', '--count', '12', '--policy', 'oracle', '--out', 'rest', '--json'];
  const { code, stdout } = await call(args);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ written: 12, pass_rate: 1, verified_rate: 1 });
  const { environment, fingerprint } = JSON.parse(await inFolder('rest/world.json'));
  await using opened = await openEnvironment(environment);
  expect(opened.fingerprint).toBe(fingerprint);
});

it('says that the offline policies play where no model is found, and asks none that it was not given', async () => {
  const { code, stderr } = await call(['--env', 'sql', '--count', '2', '--out', 'auto']);
  expect(code).toBe(0);
  expect(stderr).toContain('No model was given or found, so the offline policies play');
});

it('asks for the key of a model before it writes anything', async () => {
  const { code, stderr } = await call([
    '--env',
    'sql',
    '--count',
    '2',
    '--model',
    'openai/x',
    '--out',
    'keyless',
  ]);
  expect([code, stderr]).toEqual([3, expect.stringContaining('set OPENAI_API_KEY.')]);
  expect(await readdir(cwd)).not.toContain('keyless');
});

it('ends with 1 where every run was broken off by an error, and shows the first', async () => {
  const args = ['--env', 'sql', '--count', '1', '--model', 'ollama/x', '--out', 'unreachable'];
  const environment = { OLLAMA_HOST: 'http://127.0.0.1:1' };
  const { code, stdout } = await call(args, { environment });
  expect(code).toBe(1);
  expect(stdout).toMatch(/1 broken off by an error of the policy or the machine; the first: .*model_error/);
});

it('ends with 130 at Ctrl-C, and says how to go on', async () => {
  const { code, stderr } = await call(
    ['--env', 'sql', '--count', '9', '--policy', 'oracle', '--out', 'stopped'],
    { interrupted: true },
  );
  expect(code).toBe(130);
  expect(stderr).toContain('Stopped after 0 of 9 trajectories. The same call with --resume goes on.');
});

it.each([
  [[], 'Give --env'],
  [['--env', 'sql'], 'Give --count'],
  [['--env', 'sql', '--count', '0'], '--count takes a whole number of at least 1'],
  [['--env', 'sqlite', '--count', '1'], '--env is sql, rest, or a JSON file'],
  [['--env', 'missing.json', '--count', '1'], 'Cannot read the world missing.json'],
  [['--env', 'rest.json', '--count', '1'], 'describes a world of type "rest"'],
  [['--env', 'bad.json', '--count', '1'], 'does not describe an SQL world'],
  [['--env', 'sql', '--count', '1', '--policy', 'wrong_filtr'], 'Did you mean wrong_filter?'],
  [['--env', 'sql', '--count', '1', '--policy', 'oracle', '--model', 'openai/x'], 'not both'],
  [['--env', 'sql', '--count', '1', '--model', 'nobody/x'], 'nobody'],
  [['--env', 'sql', '--count', '1', '--policy', 'oracle', '--level', '9'], '--level is one of 1, 2, 3'],
  [['--env', 'sql', '--count', '1', '--mode', 'swarm'], '--mode is one of'],
])('refuses %j in one line', async (args, words) => {
  await writeFile(join(cwd, 'rest.json'), '{"type":"rest"}');
  await writeFile(join(cwd, 'bad.json'), '{"type":"sql","content":{"tables":[{"name":"a"}]}}');
  const { code, stdout, stderr } = await call([...args, '--out', 'refused']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  const lines = stderr.split('\n').filter((line) => /^mettle(?: generate)?: /.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(words);
});
