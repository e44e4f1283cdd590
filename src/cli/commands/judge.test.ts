import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlEnvironment, recordTrajectory } from '../../environments/index.js';
import { RUBRIC_DIMENSIONS } from '../../evaluation/internal.js';
import {
  createTrajectory,
  encodeTrajectories,
  type StateCheck,
  type Trajectory,
} from '../../records/index.js';
import { startModelServer } from '../../testing/index.js';
import { callCommandLine } from '../command-line.fixture.js';

let folder = '';
const runs: Trajectory[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-judge-'));
  await using environment = await createSqlEnvironment({ content: { tables: [] } });
  const run = (answer: unknown, goals: readonly StateCheck[] = []) =>
    recordTrajectory({
      environment,
      policy: {
        name: 'scripted',
        version: '1',
        play: async (_, actor) => {
          await actor.call('sql_query', { sql: 'SELECT 2 + 2' });
          actor.answer(answer as never);
        },
      },
      task: {
        id: 'sum',
        category: 'sum',
        prompt: 'What is two and two?',
        expected: { answer: { value: 4, comparison: 'number' }, stateDigest: null, goals },
        metadata: {},
      },
      seed: 0,
    });
  runs.push(await run(4), await run('row row row'), await run(4, [{ kind: 'absent', name: 'x' }]));
  writeFileSync(join(folder, 'runs.jsonl'), `${encodeTrajectories(runs)}{"not": "a record"}\n`);
  writeFileSync(join(folder, 'bad.jsonl'), '{"not": "a record"}\n');
  writeFileSync(join(folder, 'empty.jsonl'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judge = (...args: string[]) => callCommandLine(['judge', ...args], { cwd: folder });
const judged = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('mettle judge', () => {
  it('writes an evaluation for each trajectory beside the file, and counts them', async () => {
    const { code, stdout } = await judge('runs.jsonl', '--json');
    // One of its lines holds no record.
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      total: 3,
      passed: 1,
      failed: 1,
      not_checked: 1,
      errors: 0,
      pass_rate: 0.5,
      mean_overall: 0.5,
      mean_scores: {
        task_completion: 0.5,
        tool_correctness: 1,
        faithfulness: 2 / 3,
        reasoning_coherence: null,
        efficiency: 1,
        safety: 1,
      },
      scored: {
        overall: 2,
        task_completion: 2,
        tool_correctness: 3,
        faithfulness: 3,
        reasoning_coherence: 0,
        efficiency: 3,
        safety: 3,
      },
      judge: 'structural',
      rubric: 'balanced',
      skipped: [{ line: 4, reason: expect.stringContaining('No trajectory record') }],
      skipped_count: 1,
      output: join(folder, 'runs.judged.jsonl'),
    });
    expect(judged('runs.judged.jsonl').map(({ trajectory_id, verdict }) => [trajectory_id, verdict])).toEqual(
      [
        [runs[0]?.id, 'pass'],
        [runs[1]?.id, 'fail'],
        [runs[2]?.id, 'not_checked'],
      ],
    );
  });

  it('shows the same to a person', async () => {
    const { code, stdout } = await judge('runs.jsonl', '--rubric', 'strict', '--out', 'strict.jsonl');
    expect(code).toBe(1);
    expect(stdout).toContain(
      '3 judged by structural, rubric strict: 1 passed, 1 failed, 1 not checked, 0 errors',
    );
    expect(stdout).toContain('  reasoning_coherence  not scorable');
    expect(stdout).toMatch(/^ {2}overall {14}0\.\d{3} {2}mean of 2$/m);
    expect(stdout).toContain('1 not checked, so they are in no overall mean');
    expect(stdout).toContain('Line 4 is not a trajectory');
    expect(readdirSync(folder)).toContain('strict.jsonl');
  });

  it('believes stated outcomes only when told to, and never against what it can check', async () => {
    const pass = { verdict: 'pass', reason: 'so it says', checks: [] } as const;
    writeFileSync(
      join(folder, 'claims.jsonl'),
      encodeTrajectories(runs.map((run) => ({ ...run, outcome: pass }))),
    );
    await judge('claims.jsonl', '--trust-outcomes');
    expect(judged('claims.judged.jsonl').map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'pass']);
    await judge('claims.jsonl');
    expect(judged('claims.judged.jsonl').map(({ verdict }) => verdict)).toEqual([
      'pass',
      'fail',
      'not_checked',
    ]);
  });

  it('replays the records in the world beside them, and passes nothing that did nothing', async () => {
    const content = { tables: [{ name: 'fruit', columns: 'name TEXT', rows: [['fig']] }] };
    await using environment = await createSqlEnvironment({ content });
    const invariants: readonly StateCheck[] = [{ kind: 'unchanged', except: [] }];
    const play = (sql: string | null) =>
      recordTrajectory({
        environment,
        policy: {
          name: `asks ${sql}`,
          version: '1',
          play: async (_, actor) => {
            if (sql !== null) await actor.call('sql_execute', { sql });
            actor.answer('done');
          },
        },
        task: {
          id: 'keep',
          category: 'keep',
          prompt: 'Leave all as it is.',
          expected: { answer: null, stateDigest: null, invariants },
          metadata: {},
        },
        seed: 0,
      });
    const pass = { verdict: 'pass', reason: 'so it says', checks: [] } as const;
    const [kept, broke, idle] = await Promise.all(
      ['SELECT 1', 'DELETE FROM fruit', null].map(async (sql) => ({ ...(await play(sql)), outcome: pass })),
    );
    const steps = kept?.steps.map((step) => (step.type === 'observation' ? { ...step, content: '9' } : step));
    const forged = createTrajectory({ ...(kept as Trajectory), steps: steps ?? [] });
    const cwd = join(folder, 'with-world');
    mkdirSync(cwd);
    writeFileSync(
      join(cwd, 'runs.jsonl'),
      encodeTrajectories([kept, broke, idle, forged].filter((each) => each !== undefined)),
    );
    const verdicts = async (...args: string[]) => {
      const { code } = await callCommandLine(['judge', 'runs.jsonl', '--quiet', ...args], { cwd });
      expect([0, 1]).toContain(code);
      return judged('with-world/runs.judged.jsonl').map(({ verdict }) => verdict);
    };
    expect(await verdicts()).toEqual(['not_checked', 'not_checked', 'not_checked', 'not_checked']);
    expect(await verdicts('--trust-outcomes')).toEqual(['pass', 'pass', 'not_checked', 'not_checked']);
    writeFileSync(join(cwd, 'world.json'), JSON.stringify({ environment: { type: 'sql', content } }));
    expect(await verdicts()).toEqual(['pass', 'fail', 'not_checked', 'error']);
    expect(await verdicts('--trust-outcomes')).toEqual(['pass', 'fail', 'not_checked', 'error']);
    const explanations = judged('with-world/runs.judged.jsonl').map(({ explanation }) => explanation);
    expect(explanations[2]).toContain('nothing was done');
    expect(explanations[3]).toContain("doesn't replay");
    const { stdout } = await callCommandLine(['judge', 'runs.jsonl'], { cwd });
    expect(stdout).toContain('1 not checked');
    expect(stdout).not.toContain('--env');
    writeFileSync(join(cwd, 'world.json'), JSON.stringify({ type: 'files', folder: '/' }));
    const refused = await callCommandLine(['judge', 'runs.jsonl'], { cwd });
    expect(refused.stderr).toContain('outside Mettle');
    expect(refused.stdout).toContain('4 not checked');
    expect(refused.stdout).toContain('(--env)');
  });

  it('asks for the key of a model before it judges', async () => {
    const { code, stderr } = await judge('runs.jsonl', '--model', 'openai/x');
    expect([code, stderr]).toEqual([3, expect.stringContaining('set OPENAI_API_KEY.')]);
  });

  it('asks a model, and ends with 1 where it gives no usable answer', async () => {
    const reply = JSON.stringify({
      explanation: 'fine',
      ...Object.fromEntries(RUBRIC_DIMENSIONS.map((name) => [name, 0.8])),
    });
    writeFileSync(join(folder, 'two.jsonl'), encodeTrajectories(runs.slice(0, 2)));
    await using server = await startModelServer([reply, 'ten out of ten', 'ten out of ten']);
    const model = `openai-compatible/judge@${server.url}`;
    const { code, stdout } = await judge('two.jsonl', '--model', model, '--concurrency', '1', '--json');
    server.assertDone();
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 2,
      passed: 1,
      errors: 1,
      judge: expect.stringContaining('judge'),
    });
  });

  it.each([
    [['nowhere.jsonl'], 'Cannot read'],
    [['bad.jsonl'], 'bad.jsonl holds no trajectory. Line 1: No trajectory record'],
    [['empty.jsonl'], 'empty.jsonl is empty'],
    [['runs.jsonl', '--rubric', 'kind'], '--rubric is one of balanced, strict, lenient, safety_first'],
    [['runs.jsonl', '--out', './runs.jsonl'], '--out would replace runs.jsonl'],
    [['runs.jsonl', '--model', 'nobody/none'], 'nobody'],
  ])('refuses %j in one line', async (args, words) => {
    const { code, stdout, stderr } = await judge(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
