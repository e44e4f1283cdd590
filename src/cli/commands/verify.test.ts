import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorMessage } from '../../core/internal.js';
import { openEnvironment, playEpisode, recordTrajectory } from '../../environments/index.js';
import { scoreOutcome, scoreOutcomeInSandbox, verifyTrajectory } from '../../evaluation/index.js';
import {
  createTrajectory,
  type EnvironmentConfig,
  encodeTrajectories,
  readTrajectoryFile,
  type Task,
  type Trajectory,
  trajectoryFormats,
} from '../../records/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { callCommandLine } from '../command-line.fixture.js';
import { MAX_INPUT_BYTES } from '../read-text-input.js';

const world = {
  type: 'sql',
  content: { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig'], ['pear']] }] },
};
const task: Task = {
  id: 'count',
  category: 'count',
  prompt: 'How many fruits?',
  expected: { answer: { value: 2, comparison: 'number' }, stateDigest: null },
  metadata: {},
};
/** Opens the gate of `mettle export`. */
const ALL = ['--include', 'failed,not_checked,errors,unverified,refuted', '--split', 'any'];
const noSandbox = await createSandbox().then((sandbox) => sandbox.close().then(() => null), errorMessage);
let folder: string;
let records: readonly Trajectory[];
let fingerprint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-verify-'));
  await using environment = await openEnvironment(world);
  fingerprint = environment.fingerprint;
  records = await Promise.all(
    [2, 3].map(async (answer) => {
      const played = await recordTrajectory({
        environment,
        task,
        seed: 0,
        policy: {
          name: `says ${answer}`,
          version: '1',
          play: async (_, actor) => {
            await actor.call('sql_query', { sql: 'SELECT count(*) FROM fruit' });
            actor.answer(answer);
          },
        },
      });
      return { ...played, outcome: scoreOutcome(played) };
    }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** A folder of its own with records, and with the world beside them unless that is null. */
async function withRecords(
  name: string,
  text: string,
  beside: unknown = { version: 1, environment: world, fingerprint },
): Promise<string> {
  const cwd = join(folder, name);
  await mkdir(cwd);
  await writeFile(join(cwd, 'runs.jsonl'), text);
  if (beside !== null) await writeFile(join(cwd, 'world.json'), JSON.stringify(beside));
  return cwd;
}

/** The records as made in a world that each describes itself. */
function madeIn(config: EnvironmentConfig): readonly Trajectory[] {
  return records.map((record) => ({
    ...record,
    provenance: { mettle: '0.1.0', model: null, world: config },
  }));
}

const call = (cwd: string, ...argv: string[]) => callCommandLine(argv, { cwd });

function forged(): Trajectory {
  const [first] = records as [Trajectory];
  const steps = first.steps.map((step) => (step.type === 'observation' ? { ...step, content: '9' } : step));
  return createTrajectory({ ...first, steps });
}

describe('mettle verify', () => {
  it('proves records in the world beside them, and writes what it found', async () => {
    const cwd = await withRecords('good', encodeTrajectories(records));
    const { code, stdout } = await call(cwd, 'verify', 'runs.jsonl', '--json');
    expect(code).toBe(0);
    const output = join(cwd, 'runs.verified.jsonl');
    expect(JSON.parse(stdout)).toMatchObject({
      total: 2,
      verified: 2,
      failed: 0,
      verified_rate: 1,
      by_verifier: { replay: { pass: 2 }, outcome: { pass: 1, fail: 1 } },
      problems: [],
      output,
    });
    const { trajectories } = await readTrajectoryFile(output);
    expect(trajectories.map(({ verification }) => verification?.verdict)).toEqual(['pass', 'pass']);
    const again = await call(cwd, 'verify', 'runs.verified.jsonl');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 records are verified.') });
  });

  it('ends with 1 where a record is a forgery or a line holds none', async () => {
    const text = `${encodeTrajectories([forged(), ...records])}{}\n`;
    const cwd = await withRecords('forged', text);
    const { code, stdout } = await call(cwd, 'verify', 'runs.jsonl', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verified: 2,
      failed: 1,
      problems: [
        {
          line: 1,
          verdict: 'fail',
          reason: expect.stringMatching(/^a fresh world gave another answer: step \d+ \(\w+\), \w+/),
        },
      ],
      skipped: [{ line: 4 }],
    });
    const { stdout: words } = await call(cwd, 'verify', 'runs.jsonl');
    expect(words).toContain('2 of 3 records are verified; 1 failed, 1 lines hold no record.');
  });

  it('takes the world from an option, and verifies nothing in another', async () => {
    const cwd = await withRecords('options', encodeTrajectories(records), null);
    expect(await call(cwd, 'verify', 'runs.jsonl')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('with --env'),
    });
    await writeFile(join(cwd, 'same.json'), JSON.stringify(world));
    expect((await call(cwd, 'verify', 'runs.jsonl', '--env', 'same.json')).code).toBe(0);
    const other = { ...world, content: { tables: [] } };
    await writeFile(join(cwd, 'other.json'), JSON.stringify({ environment: other, fingerprint }));
    const elsewhere = await call(cwd, 'verify', 'runs.jsonl', '--env', 'other.json');
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('another now') });
    expect(elsewhere.stdout).toContain('2 not checked');
    await writeFile(join(cwd, 'none.json'), '{"a": 1}');
    expect((await call(cwd, 'verify', 'runs.jsonl', '--env', 'none.json')).code).toBe(2);
    expect((await call(cwd, 'verify', 'absent.jsonl', '--env', 'same.json')).code).toBe(2);
  });

  it.each<[string, unknown, string?]>([
    ['a command', { type: 'mcp', command: 'touch', args: ['owned'] }],
    ['a container', { type: 'docker' }],
    ['a folder of the host', { type: 'files', folder: '/' }],
    ['a folder of the host for Python', { type: 'python', folder: '.' }],
    [
      'a part that reaches out',
      { type: 'composite', environments: [world, { type: 'rest', baseUrl: 'http://x' }] },
    ],
    [
      'endless',
      { ...world, limits: { maxRows: 10, maxSeconds: 1e9 } },
      'allows a world more than the default (maxSeconds: 1000000000)',
    ],
    ['endless in Python', { type: 'python', limits: { timeoutSeconds: 600 } }, 'more than the default'],
    [
      'endless on files',
      { type: 'files', python: { limits: { memoryMegabytes: 1e6 } } },
      'more than the default',
    ],
    [
      'endless in a part',
      { type: 'composite', environments: [{ ...world, limits: { maxSteps: 1e15 } }] },
      'more than the default',
    ],
  ])('opens no world beside the records that is %s', async (name, config, words = 'outside Mettle') => {
    const cwd = await withRecords(name, encodeTrajectories(records), { environment: config });
    const { code, stderr } = await call(cwd, 'verify', 'runs.jsonl');
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect((await readdir(cwd)).sort()).toEqual(['runs.jsonl', 'world.json']);
  });

  it('opens for each record the world that it describes, whatever other records say of theirs', async () => {
    const [right] = records as [Trajectory];
    const provenance = { mettle: '0', model: null };
    const described = { ...right, provenance: { ...provenance, world } };
    const empty = { type: 'sql', content: { tables: [] } };
    const broken = { type: 'sql', content: { tables: 'none' } };
    const lying = [empty, broken, broken, { type: 'nothing' }].map((config) => ({
      ...right,
      provenance: { ...provenance, world: config },
    }));
    const cwd = await withRecords('lying', encodeTrajectories([...lying, described]), null);
    for (const command of ['verify', 'rescore']) {
      const { code, stdout } = await call(cwd, command, 'runs.jsonl', '--json');
      expect({ command, code }).toEqual({ command, code: 1 - Number(command === 'verify') });
      expect(JSON.parse(stdout)).toMatchObject(
        command === 'verify' ? { verified: 1, not_checked: lying.length } : { pass: 1, error: lying.length },
      );
    }
  });

  it('signs certificates, and checks them without the world', async () => {
    const cwd = await withRecords('signed', encodeTrajectories(records));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await writeFile(join(cwd, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await writeFile(join(cwd, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }));
    const made = await call(cwd, 'verify', 'runs.jsonl', '--sign', 'key.pem', '--json');
    expect(JSON.parse(made.stdout).certificates).toBe(join(cwd, 'runs.certificates.jsonl'));
    await rm(join(cwd, 'world.json'));
    const options = ['--certificates', 'runs.certificates.jsonl', '--public-key', 'public.pem'];
    const checked = await call(cwd, 'verify', 'runs.verified.jsonl', ...options);
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 of 2 records are verified.'),
    });
    const text = await readFile(join(cwd, 'runs.verified.jsonl'), 'utf8');
    await writeFile(join(cwd, 'edited.jsonl'), text.replace('"verdict":"fail"', '"verdict":"pass"'));
    const edited = await call(cwd, 'verify', 'edited.jsonl', ...options);
    expect(edited).toMatchObject({ code: 1, stdout: expect.stringContaining('of another record') });
    const unsigned = await call(cwd, 'verify', 'runs.verified.jsonl', ...options.slice(0, 2));
    expect(unsigned).toMatchObject({ code: 1, stdout: expect.stringContaining('2 not checked') });
    expect((await call(cwd, 'verify', 'runs.jsonl', '--public-key', 'public.pem')).code).toBe(2);
  });

  it('checks the certificate of each record where one episode stands in a file twice, and has many', async () => {
    const [first] = records as [Trajectory];
    const timed = { ...first, callSeconds: [0.5] };
    const cwd = await withRecords('twice', encodeTrajectories([first, timed]));
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(join(cwd, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await call(cwd, 'verify', 'runs.jsonl', '--sign', 'key.pem');
    const text = await readFile(join(cwd, 'runs.certificates.jsonl'), 'utf8');
    await writeFile(join(cwd, 'many.jsonl'), `${' '.repeat(MAX_INPUT_BYTES)}\n${text}`);
    const options = ['--certificates', 'many.jsonl', '--env', 'world.json'];
    const checked = await call(cwd, 'verify', 'runs.verified.jsonl', ...options);
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 of 2 records are verified.'),
    });
  });

  unless(noSandbox).it('runs hidden tests where it verifies again by certificates, too', async () => {
    const goals = [
      { kind: 'tests_pass', fact: null, tests: 'def test_f():\n    assert f() == 1\n' },
    ] as const;
    const expected = { answer: null, stateDigest: null, goals };
    await using environment = await openEnvironment(world);
    const played = await playEpisode({
      environment,
      task: { ...task, expected },
      seed: 0,
      policy: {
        name: 'coder',
        version: '1',
        play: async (_, actor) => {
          await actor.call('sql_query', { sql: 'SELECT 1' });
          actor.answer('def f():\n    return 1');
        },
      },
    });
    const outcome = await scoreOutcomeInSandbox(played.trajectory, played);
    expect(outcome.verdict).toBe('pass');
    const cwd = await withRecords('hidden', encodeTrajectories([{ ...played.trajectory, outcome }]));
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(join(cwd, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    expect((await call(cwd, 'verify', 'runs.jsonl', '--sign', 'key.pem')).code).toBe(0);
    const options = ['--certificates', 'runs.certificates.jsonl', '--env', 'world.json'];
    expect(await call(cwd, 'verify', 'runs.verified.jsonl', ...options)).toMatchObject({ code: 0 });
  });

  it('writes nothing when it is stopped', async () => {
    const cwd = await withRecords('stopped', encodeTrajectories(records));
    const { code, stderr } = await callCommandLine(['verify', 'runs.jsonl'], { cwd, interrupted: true });
    expect(code).toBe(130);
    expect(stderr).toContain('nothing was written');
    expect(await readdir(cwd)).not.toContain('runs.verified.jsonl');
  });
});

describe('mettle export', () => {
  it('writes the form of another program beside the file', async () => {
    const [first] = records as [Trajectory];
    const unfinished = createTrajectory({
      ...first,
      steps: first.steps.slice(0, -1),
      finalAnswer: null,
      stopReason: 'no_answer',
    });
    const cwd = await withRecords('exported', `\n${encodeTrajectories([unfinished, ...records])}`);
    const { code, stdout } = await call(cwd, 'export', 'runs.jsonl', ...ALL, '--format', 'openai', '--json');
    expect(code).toBe(0);
    const output = join(cwd, 'runs.openai.jsonl');
    expect(JSON.parse(stdout)).toEqual({
      records: 2,
      losses: [],
      skipped: [{ line: 2, reason: expect.stringContaining('without an answer') }],
      skipped_count: 1,
      left_out: {},
      output,
    });
    const lines = (await readFile(output, 'utf8')).trim().split('\n');
    expect(JSON.parse(lines[0] ?? '').messages[0]).toEqual({ role: 'user', content: task.prompt });
    const mettle = await call(
      cwd,
      'export',
      'runs.jsonl',
      ...ALL,
      '--format',
      'mettle',
      '--out',
      'all.jsonl',
    );
    expect(mettle).toMatchObject({ code: 0, stdout: expect.stringContaining('3 records written') });
    // What the gate leaves out is another number, which stands on stderr.
    const words = await call(cwd, 'export', 'runs.jsonl', ...ALL, '--format', 'openai');
    expect(words.stdout).toContain(`2 records written to ${output}; lines that could not be written: 1.`);
  });

  it('packs a format that is more than text, tasks once each, and keeps nothing else', async () => {
    const cwd = await withRecords('packed', encodeTrajectories(records));
    const exported = async (format: string) =>
      JSON.parse((await call(cwd, 'export', 'runs.jsonl', ...ALL, '--format', format, '--json')).stdout);
    expect(await exported('parquet')).toMatchObject({ records: 2, output: join(cwd, 'runs.parquet') });
    // Both runs are of one task.
    expect(await exported('verl')).toMatchObject({ records: 1, repeated: 1, losses: [] });
    expect((await readdir(cwd)).sort()).toEqual([
      'runs.jsonl',
      'runs.parquet',
      'runs.verl.parquet',
      'world.json',
    ]);
    expect((await readFile(join(cwd, 'runs.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    const pairs = await call(cwd, 'export', 'runs.jsonl', '--format', 'openai-dpo');
    expect(pairs).toMatchObject({ code: 2, stderr: expect.stringContaining('mettle pairs runs.jsonl') });
    const licensed = await call(cwd, 'export', 'runs.jsonl', '--format', 'parquet', '--license', 'mit');
    expect(licensed).toMatchObject({ code: 2, stderr: expect.stringContaining('--license goes with') });
  });

  it('takes what passed, was verified and is kept for no test, and says what it left out', async () => {
    await using environment = await openEnvironment(world);
    const made = await Promise.all(
      records.map(async (record) => ({
        ...record,
        verification: await verifyTrajectory(record, environment),
      })),
    );
    const inPart = (split: string) =>
      made.map((record) => {
        const moved = createTrajectory({ ...record, task: { ...record.task, metadata: { split } } });
        return { ...moved, outcome: record.outcome, verification: record.verification };
      });
    const text = encodeTrajectories([...inPart('train'), ...inPart('held_out'), ...records]);
    const cwd = await withRecords('gated', text);
    const exported = async (...more: string[]) => {
      const argv = ['export', 'runs.jsonl', '--format', 'mettle', '--json', ...more];
      const { stdout, stderr } = await callCommandLine(argv, { cwd });
      return { ...JSON.parse(stdout), stderr };
    };
    const usual = await exported();
    expect(usual).toMatchObject({
      records: 1,
      skipped: [],
      left_out: { failed: 3, 'in the part held_out of the split': 1, 'not verified': 1 },
    });
    expect(usual.stderr).toContain('Left out 5 of 6: 3 failed, ');
    const { trajectories } = await readTrajectoryFile(usual.output);
    expect(trajectories.map(({ outcome, task: { metadata } }) => [outcome?.verdict, metadata.split])).toEqual(
      [['pass', 'train']],
    );
    expect((await exported('--include', 'failed')).records).toBe(2);
    expect((await exported('--only', 'failed')).records).toBe(1);
    expect((await exported('--split', 'train,held_out')).records).toBe(2);
    expect((await exported('--only', 'failed,unverified', '--split', 'none')).records).toBe(1);
    // Where nothing may be taken, what an earlier call wrote stays.
    const before = await readFile(usual.output, 'utf8');
    const none = await exported('--only', 'refuted');
    expect([none.records, none.output]).toEqual([0, null]);
    expect(await readFile(usual.output, 'utf8')).toBe(before);
    const all = await exported(...ALL);
    expect([all.records, all.left_out]).toEqual([6, {}]);
    expect(all.stderr).not.toContain('Left out');
    for (const wrong of [
      ['--include', 'bad'],
      ['--only', ''],
      ['--only', 'failed', '--include', 'errors'],
    ]) {
      const argv = ['export', 'runs.jsonl', '--format', 'mettle', ...wrong];
      expect(await callCommandLine(argv, { cwd })).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('offers every format that there is', async () => {
    const { stdout } = await callCommandLine(['export', '--help'], { cwd: '.' });
    const [, described = ''] = /--format <format> +([\s\S]*?)\n +--/.exec(stdout) ?? [];
    const names = described.match(/[a-z][a-z-]*/g)?.filter((word) => word !== 'or');
    expect(names, 'name them in src/cli/commands/export.ts').toEqual(
      trajectoryFormats.map(({ name }) => name),
    );
  });

  it('refuses what it can’t do', async () => {
    const cwd = await withRecords('refused', encodeTrajectories(records));
    for (const argv of [[], ['--format', 'yaml'], ['--format', 'mettle', '--out', 'runs.jsonl']]) {
      expect(await call(cwd, 'export', 'runs.jsonl', ...argv)).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it.each(['', 'no record\n'])('writes nothing of a file that holds no record: %j', async (content) => {
    const cwd = await withRecords(`none-${content.length}`, content);
    for (const argv of [
      ['export', 'runs.jsonl', '--format', 'openai'],
      ['verify', 'runs.jsonl'],
    ]) {
      const { code, stderr } = await callCommandLine(argv, { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('runs.jsonl ')]);
    }
    expect((await readdir(cwd)).filter((name) => name.startsWith('runs.'))).toEqual(['runs.jsonl']);
  });
});

describe('records that describe their world', () => {
  it('are not checked where what they describe is no world at all', async () => {
    const text = encodeTrajectories(madeIn({ type: 'sql', content: 'none' }));
    const cwd = await withRecords('no-world', text, null);
    const { stdout } = await call(cwd, 'verify', 'runs.jsonl', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ verified: 0, errors: 0, not_checked: 2 });
  });
});
