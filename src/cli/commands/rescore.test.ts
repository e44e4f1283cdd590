import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEnvironment, type Policy, playEpisode } from '../../environments/index.js';
import { scoreOutcome } from '../../evaluation/index.js';
import { createTrajectory, type Task, type Trajectory, writeTrajectoryFile } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const world = {
  type: 'sql',
  name: 'shop',
  content: {
    tables: [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows: [['fig'], ['kiwi']] }],
  },
};

let folder = '';
let records: Trajectory[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-rescore-'));
  await using environment = await openEnvironment(world);
  const seller = (sql: string): Policy => ({
    name: 'seller',
    version: sql,
    play: async (_, actor) => {
      await actor.call('sql_execute', { sql });
      actor.answer('sold');
    },
  });
  records = [];
  for (const [index, sql] of ["DELETE FROM fruit WHERE name = 'fig'", 'DELETE FROM fruit'].entries()) {
    const task: Task = {
      id: `sell-${index}`,
      category: 'write',
      prompt: 'Sell the fig.',
      expected: { answer: { value: 'sold', comparison: 'exact' }, stateDigest: null },
      metadata: {},
    };
    const { trajectory, ...states } = await playEpisode({ environment, policy: seller(sql), task, seed: 0 });
    records.push({ ...trajectory, outcome: scoreOutcome(trajectory, states) });
  }
  await writeTrajectoryFile(join(folder, 'runs.jsonl'), records);
  writeFileSync(join(folder, 'world.json'), JSON.stringify({ version: 1, environment: world }));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rescore = (...args: string[]) => callCommandLine(['rescore', ...args], { cwd: folder });

function scores(name = 'scores.jsonl') {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('mettle rescore', () => {
  it('says where checks are for tasks that no record is of', async () => {
    const checks = (...ids: string[]) =>
      JSON.stringify({ tasks: Object.fromEntries(ids.map((id) => [id, { answer: null }])) });
    writeFileSync(join(folder, 'none.json'), checks('sell_0', 'sell_1'));
    const none = await rescore('runs.jsonl', '--checks', 'none.json');
    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 tasks without a record, such as sell_0'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('scores'))).toEqual([]);
    writeFileSync(join(folder, 'some.json'), checks('sell-0', 'sell_1'));
    const some = await rescore('runs.jsonl', '--checks', 'some.json');
    expect(some).toMatchObject({ code: 0, stderr: expect.stringContaining('such as sell_1') });
  });

  it('scores records by the checks of their tasks', async () => {
    const { code, stdout } = await rescore('runs.jsonl', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      total: 2,
      rescored: 2,
      pass: 2,
      fail: 0,
      not_checked: 0,
      error: 0,
      pass_rate: 1,
      changed: 0,
      skipped: [],
      skipped_count: 0,
      output: join(folder, 'scores.jsonl'),
    });
    expect(scores()[0]).toEqual({
      trajectory_id: records[0]?.id,
      task_id: 'sell-0',
      verdict: 'pass',
      before: 'pass',
      reward: 1,
      reason: 'every expectation holds',
      checks: [{ name: 'answer', verdict: 'pass', detail: '' }],
    });
  });

  it('scores them by new checks, of all tasks or of some', async () => {
    const invariants = [{ kind: 'unchanged', except: ['fruit/fig'] }];
    writeFileSync(join(folder, 'checks.json'), JSON.stringify({ invariants }));
    const all = await rescore('runs.jsonl', '--checks', 'checks.json', '--out', 'new.jsonl');
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 2 pass; 1 changed\n') });
    expect(scores('new.jsonl').map(({ verdict, reward }) => [verdict, reward])).toEqual([
      ['pass', 1],
      ['fail', 0],
    ]);
    const answer = { value: 'done', comparison: 'exact' };
    writeFileSync(join(folder, 'checks.json'), JSON.stringify({ tasks: { 'sell-0': { answer } } }));
    await rescore('runs.jsonl', '--checks', 'checks.json');
    expect(scores().map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
  });

  it('gives a record that does not replay no score, and says so', async () => {
    const [first, second] = records as [Trajectory, Trajectory];
    const steps = second.steps.map((step) =>
      step.type === 'observation' ? { ...step, content: '1 row changed' } : step,
    );
    const forged = createTrajectory({ ...second, steps });
    await writeTrajectoryFile(join(folder, 'runs.jsonl'), [first, forged]);
    const { code, stdout } = await rescore('runs.jsonl');
    expect(code).toBe(1);
    expect(stdout).toContain('1 of 1 pass; 0 changed\n1 could not be scored: see their reasons\n');
    expect(scores()[1]).toMatchObject({
      verdict: 'error',
      reward: null,
      reason: expect.stringContaining("doesn't replay"),
    });
  });

  it('says in one line what is wrong with the call', async () => {
    writeFileSync(join(folder, 'bad.json'), '{"goals": [{"kind": "wish"}]}');
    writeFileSync(join(folder, 'empty.jsonl'), '');
    const answer = '{"value": 1, "comparison": "number", "tolerance": 1e400}';
    writeFileSync(join(folder, 'endless.json'), `{"answer": ${answer}}`);
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [['missing.jsonl'], 'missing.jsonl'],
      [['empty.jsonl'], 'empty.jsonl is empty'],
      [['runs.jsonl', '--checks', 'endless.json'], 'endless.json: These are no checks: '],
      [['runs.jsonl', '--checks', 'bad.json'], 'bad.json: These are no checks: checks.goals[0]'],
      [['runs.jsonl', '--env', 'bad.json'], 'bad.json describes no world'],
      [['runs.jsonl', '--out', 'runs.jsonl'], '--out would replace runs.jsonl'],
    ];
    for (const [args, words] of wrong) {
      const { code, stderr } = await rescore(...args);
      expect(code, stderr).toBe(2);
      expect(stderr).toContain(words);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    rmSync(join(folder, 'world.json'));
    expect((await rescore('runs.jsonl')).stderr).toContain(
      'There is no world.json: name the file that describes the world of these records with --env.',
    );
  });

  it('leaves older scores as they are when it is stopped', async () => {
    writeFileSync(join(folder, 'scores.jsonl'), 'older');
    const stopped = await callCommandLine(['rescore', 'runs.jsonl'], { cwd: folder, interrupted: true });
    expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining('nothing was written')]);
    expect(readFileSync(join(folder, 'scores.jsonl'), 'utf8')).toBe('older');
  });
});
