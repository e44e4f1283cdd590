import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openEnvironment, shopSpec } from '../../environments/index.js';
import { writeSqliteFile } from '../../environments/sql/sqlite-file.fixture.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import { openTaskEnvironment } from '../../generation/index.js';
import { type EnvironmentConfig, readTrajectoryFile } from '../../records/index.js';
import { startModelServer } from '../../testing/index.js';
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
  expect(document.diversity).toMatchObject({ prompts: 30, near_duplicates: 0, near_duplicate_rate: 0 });
  expect(document.pass_rate).toBeGreaterThan(0.4);
  expect(document.pass_rate).toBeLessThan(1);
  expect(stderr).toContain('Played by offline policies (search, oracle, ');
  expect(stderr).toMatch(/30\/30 {2}100% .*of 30 passed/);
  const { worlds } = JSON.parse(await inFolder('a/world.json'));
  expect(worlds).toMatchObject([
    { environment: { type: 'sql' } },
    { environment: { type: 'sql_with_rules' } },
  ]);
  const opened = await Promise.all(
    worlds.map(({ environment }: { environment: EnvironmentConfig }) => openTaskEnvironment(environment)),
  );
  const { trajectories } = await readTrajectoryFile(document.output);
  const verdicts = new Set<string>();
  const used = new Set<string>();
  for (const trajectory of trajectories) {
    const { fingerprint } = trajectory.environment;
    const environment = opened.find((each) => each.fingerprint === fingerprint);
    used.add(environment.name);
    if (!trajectory.steps.some(({ type }) => type === 'observation')) continue;
    verdicts.add((await verifyTrajectory(trajectory, environment)).verdict);
  }
  expect([...used].sort()).toEqual(['sql', 'sql_with_rules']);
  expect([...verdicts]).toEqual(['pass']);

  expect((await call([...args, '--out', 'b', '--concurrency', '1'])).code).toBe(0);
  for (const name of ['trajectories.jsonl', 'world.json', 'summary.json', 'report.html']) {
    expect(await inFolder(`b/${name}`)).toBe(await inFolder(`a/${name}`));
  }
});

it('generates tasks under the rules of a world by its name, each in rows of its own', async () => {
  const args = ['--env', 'hotel', '--policy', 'mixed', '--out', 'hotel', '--count', '16'];
  const { code, stdout } = await call([...args, '--json']);
  expect(code).toBe(0);
  const { diversity, verified_rate } = JSON.parse(stdout);
  expect(diversity).toMatchObject({ prompts: 16, worlds: 16 });
  expect(diversity.action_shapes).toBeGreaterThan(5);
  expect(verified_rate).toBeGreaterThan(0.8);
  const { trajectories } = await readTrajectoryFile(join(cwd, 'hotel', 'trajectories.jsonl'));
  expect(trajectories[0]?.task.instructions).toContain('H7: ');
  expect(JSON.parse(await inFolder('hotel/world.json')).environment).toEqual({
    type: 'world',
    world: 'hotel',
  });
  expect((await callCommandLine(['verify', 'hotel/trajectories.jsonl'], { cwd })).code).toBe(0);
});

it('goes on with a folder, and refuses to mix two runs in it', async () => {
  const args = ['--env', 'sql', '--policy', 'oracle', '--level', '1', '--out', 'grown'];
  expect((await call([...args, '--count', '3'])).stdout).toContain('3 written, ');
  const { stdout } = await call([...args, '--count', '5', '--resume']);
  expect(stdout).toMatch(/^2 written, 3 were there before/);
  expect(stdout).toContain('100 % passed (5 of 5).');
  expect(stdout).toMatch(/^5 prompts, \d action shapes?, \d worlds?; 0 % near-duplicates\.$/m);
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
  expect(await readdir(join(cwd, 'shared', 'run'))).toEqual(['1-of-1']);
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

  const spec = { ...shopSpec, info: { title: 'Another shop', version: '2' } };
  await writeFile(join(cwd, 'api.json'), JSON.stringify({ type: 'rest', spec, mock: { counts: 6 } }));
  const own = await call([
    '--env',
    'api.json',
    '--count',
    '4',
    '--policy',
    'oracle',
    '--out',
    'api',
    '--json',
  ]);
  expect(JSON.parse(own.stdout)).toMatchObject({ written: 4, pass_rate: 1, verified_rate: 1 });
});

it('generates tasks that bring files of their own, whose records say how to verify and rescore them', async () => {
  const args = [
    '--env',
    'files',
    '--level',
    '2',
    '--count',
    '6',
    '--policy',
    'oracle',
    '--out',
    'files',
    '--json',
  ];
  const { code, stdout } = await call(args);
  const { written, verified_rate: rate, output } = JSON.parse(stdout);
  expect([code, written, rate]).toEqual([0, 6, 1]);
  await rm(join(cwd, 'files', 'world.json'));
  const verified = await callCommandLine(['verify', output, '--json'], { cwd });
  expect(JSON.parse(verified.stdout)).toMatchObject({ total: 6, failed: 0, verified: 6 });
  const rescored = await callCommandLine(['rescore', output, '--json'], { cwd });
  expect(JSON.parse(rescored.stdout)).toMatchObject({ rescored: 6, changed: 0, error: 0 });

  // A record from elsewhere may name a world outside Mettle: that is never opened.
  const [line = ''] = (await inFolder('files/trajectories.jsonl')).split('\n');
  const record = JSON.parse(line);
  record.provenance.world = { type: 'files', folder: cwd };
  await writeFile(join(cwd, 'files', 'hostile.jsonl'), JSON.stringify(record));
  const hostile = await callCommandLine(['verify', 'files/hostile.jsonl', '--json'], { cwd });
  expect(hostile.code).toBe(1);
  const { by_verifier: by } = JSON.parse(hostile.stdout);
  expect(by.replay).toMatchObject({ pass: 0, not_checked: 1 });
});

it('plays the queries of the user in any world, and scores what they say how to check', async () => {
  const world = { type: 'files', files: { 'notes.txt': 'buy figs\n' } };
  await writeFile(join(cwd, 'notes.json'), JSON.stringify(world));
  const goals = [{ kind: 'contains', name: 'files/notes.txt', text: 'dates' }];
  const queries = ['What is to buy?', { query: 'Buy dates.', expected: { goals } }];
  await writeFile(join(cwd, 'own.json'), JSON.stringify(queries));
  const read = { toolCalls: [{ name: 'read_file', input: { path: 'notes.txt' } }] };
  const input = { path: 'notes.txt', old: 'figs', new: 'dates' };
  const edit = { toolCalls: [{ name: 'edit_file', input }] };
  await using server = await startModelServer([read, 'figs', edit, 'Done.', 'figs', 'I did nothing.']);
  const args = [
    '--env',
    'notes.json',
    '--queries',
    'own.json',
    '--count',
    '4',
    '--out',
    'own',
    '--concurrency',
    '1',
  ];
  const { code, stdout } = await call([...args, '--model', `openai-compatible/test@${server.url}`, '--json']);
  server.assertDone();
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ written: 4, pass_rate: 0.5 })]);
  const { trajectories } = await readTrajectoryFile(join(cwd, 'own', 'trajectories.jsonl'));
  const verdicts = trajectories.map(({ outcome }) => outcome?.verdict);
  expect(verdicts).toEqual(['not_checked', 'pass', 'not_checked', 'fail']);
  expect(new Set(trajectories.map(({ id }) => id)).size).toBe(4);
});

it('says that the offline policies play where no model is found, and asks none that it was not given', async () => {
  const { code, stderr } = await call(['--env', 'sql', '--count', '2', '--out', 'auto']);
  expect(code).toBe(0);
  expect(stderr).toContain('No model was given or found, so the offline policies play');
});

it('names the model that METTLE_MODEL chose, also with --quiet', async () => {
  await using server = await startModelServer([]);
  const environment = { METTLE_MODEL: `openai-compatible/local@${server.url}` };
  const args = ['--env', 'sql', '--count', '1', '--quiet', '--out', 'named'];
  const { stderr } = await call(args, { environment });
  expect(stderr).toBe(`Played by model openai-compatible/local@${server.url} (METTLE_MODEL).\n`);
  expect(server.requests.length).toBeGreaterThan(0);
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

it('asks a model again after a 429 or 500, and says so', async () => {
  const answer = 'I do not know.';
  for (const named of [true, false]) {
    await using server = await startModelServer([
      { fault: 'rate_limited', retryAfterSeconds: 0 },
      { fault: 'server_failed', retryAfterSeconds: 0 },
      answer,
    ]);
    const name = `openai-compatible/test@${server.url}`;
    const args = ['--env', 'sql', '--count', '1', '--out', `again-${named}`, '--json'];
    const { stdout, stderr } = named
      ? await call([...args, '--model', name])
      : await call(args, { environment: { METTLE_MODEL: name } });
    server.assertDone();
    expect(JSON.parse(stdout)).toMatchObject({ written: 1 });
    expect(stderr.match(/trying again in 0 s/g)).toHaveLength(2);
  }
});

it('ends with 1 where every run was broken off by an error, and shows the first', async () => {
  const args = ['--env', 'sql', '--count', '1', '--model', 'ollama/x', '--out', 'unreachable'];
  await using server = await startModelServer([{ fault: 'refused' }]);
  args[5] = `openai-compatible/x@${server.url}`;
  const { code, stdout } = await call(args);
  expect(code).toBe(1);
  expect(stdout).toMatch(/1 ended by an error of the policy or the machine; the first: .*model_error/);
  expect(stdout).not.toContain('None was scored');
});

it('ends with 130 at Ctrl-C, and says how to go on', async () => {
  const { code, stderr } = await call(
    ['--env', 'sql', '--count', '9', '--policy', 'oracle', '--out', 'stopped'],
    { interrupted: true },
  );
  expect(code).toBe(130);
  expect(stderr).toContain('Stopped after 0 of 9 trajectories. The same command with --resume continues.');
});

it.each([
  [[], 'Give --env'],
  [['--env', 'sql'], 'Give --count'],
  [['--env', 'sql', '--count', '0'], '--count takes a whole number of at least 1'],
  [['--env', 'sqll', '--count', '1'], 'Did you mean sql?'],
  [['--env', 'missing.json', '--count', '1'], 'Cannot read the world missing.json'],
  [['--env', 'rest.json', '--count', '1'], 'An environment of type rest: '],
  [['--env', 'bad.json', '--count', '1'], 'options.content.tables'],
  [['--env', 'list.json', '--count', '1'], 'list.json describes no world'],
  [['--env', 'tree.json', '--count', '1'], 'your own with --queries FILE'],
  [['--env', 'mcp', '--count', '1'], 'An environment of type mcp: '],
  [['--env', 'tree.json', '--count', '1', '--queries', 'none.txt'], 'none.txt holds no query'],
  [['--env', 'tree.json', '--count', '1', '--queries', 'bad-query.json'], 'bad-query.json, query 2: '],
  [
    ['--env', 'sql', '--count', '1', '--queries', 'ask.txt', '--level', '1'],
    '--level is for generated tasks',
  ],
  [
    ['--env', 'sql', '--count', '1', '--queries', 'ask.txt', '--policy', 'oracle'],
    'No offline policy can do',
  ],
  [['--env', 'sql', '--count', '1', '--policy', 'oracle', '--mode', 'code'], '--mode code needs a tool'],
  [
    ['--env', 'files', '--count', '1', '--policy', 'oracle', '--mode', 'code'],
    'the environment files has none. Choose --env python, a world of your own that has one, or another --mode.',
  ],
  [['--env', 'sql', '--count', '1', '--policy', 'wrong_filtr'], 'Did you mean wrong_filter?'],
  [['--env', 'sql', '--count', '1', '--policy', 'oracle', '--model', 'openai/x'], 'not both'],
  [['--env', 'sql', '--count', '1', '--rationales', 'openai/x', '--model', 'openai/x'], 'not both'],
  [['--env', 'sql', '--count', '1', '--rationales', 'nobody/x'], 'nobody'],
  [['--env', 'sql', '--count', '1', '--model', 'nobody/x'], 'nobody'],
  [
    ['--env', 'sql', '--count', '1', '--policy', 'oracle', '--level', '9'],
    'The level of tasks is one of 1, 2, 3',
  ],
  [['--env', 'sql', '--count', '1', '--mode', 'swarm'], '--mode is one of'],
  [['--env', 'airlin', '--count', '1'], 'Did you mean airline?'],
])('refuses %j in one line', async (args, words) => {
  await writeFile(join(cwd, 'rest.json'), '{"type":"rest"}');
  await writeFile(join(cwd, 'list.json'), '[]');
  await writeFile(join(cwd, 'tree.json'), '{"type":"files","files":{"a.txt":"x"}}');
  await writeFile(join(cwd, 'none.txt'), '\n  \n');
  await writeFile(join(cwd, 'ask.txt'), 'What is there?\n');
  await writeFile(join(cwd, 'bad-query.json'), '["a", {"query": "b", "expected": {"answer": 1}}]');
  await writeFile(join(cwd, 'bad.json'), '{"type":"sql","content":{"tables":[{"name":"a"}]}}');
  const { code, stdout, stderr } = await call([...args, '--out', 'refused']);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  const lines = stderr.split('\n').filter((line) => /^mettle(?: generate)?: /.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(words);
});

it('names on stderr what of an OpenAPI document is left out', async () => {
  const spec = { ...shopSpec, paths: { ...(shopSpec.paths as object), '/token#refresh': { post: {} } } };
  const world = { type: 'rest', spec, mock: { counts: 6 } };
  await writeFile(join(cwd, 'broken-shop.json'), JSON.stringify(world));
  const { code, stderr } = await call(['--env', 'broken-shop.json', '--count', '2', '--out', 'shop']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('Left out of the OpenAPI document: 1 (/token#refresh).'),
  ]);
});

it('plays in the database file that --database names, and replays only in the same one', async () => {
  const sql = `CREATE TABLE "Art Work" (id INTEGER PRIMARY KEY, title TEXT UNIQUE, room TEXT, price NUMERIC(10, 2));
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO "Art Work" SELECT i, 'Work ' || i, 'room ' || i % 4, i * 3 FROM n`;
  await writeSqliteFile(join(cwd, 'art.sqlite'), sql);
  const { code, stdout } = await call([
    '--env',
    'sql',
    '--database',
    'art.sqlite',
    '--count',
    '20',
    '--policy',
    'oracle',
    '--out',
    'art',
    '--json',
  ]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { written: 20, pass_rate: 1, verified_rate: 1 }]);
  const { worlds } = JSON.parse(await inFolder('art/world.json'));
  expect(worlds[0].environment).toMatchObject({ type: 'sql', database: '../art.sqlite' });
  const verify = () => callCommandLine(['verify', 'art/trajectories.jsonl', '--json'], { cwd });
  expect(await verify()).toMatchObject({ code: 0 });
  await writeSqliteFile(join(cwd, 'art.sqlite'), `${sql}; DELETE FROM "Art Work" WHERE id = 7`);
  const changed = await verify();
  expect(changed.code).toBeGreaterThan(0);
  expect(changed.stderr).toContain('SHA-256');
  const misplaced = await call([
    '--env',
    'files',
    '--database',
    'art.sqlite',
    '--count',
    '1',
    '--out',
    'none',
  ]);
  expect(misplaced).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--database is for --env sql and --env postgres'),
  });
});
