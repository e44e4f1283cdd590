import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelledTrajectories } from '../../evaluation/learned/labelled.fixture.js';
import { createTrajectory, encodeTrajectories, type Trajectory } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const VERIFIED = { verdict: 'pass', reason: '', replayedCalls: 0, mismatches: [], checks: [] } as const;
const drawn = labelledTrajectories(4).trajectories;
/** Runs of two tasks: one passed and one failed, and two that passed. */
const runs = drawn.map((each, index): Trajectory => {
  const task = { ...each.task, id: `task ${Math.floor(index / 2)}` };
  const verdict = index === 1 ? ('fail' as const) : ('pass' as const);
  // Each looks elsewhere.
  const steps = each.steps.map((step) =>
    step.type === 'tool_call' ? { ...step, arguments: { at: index } } : step,
  );
  return {
    ...createTrajectory({ ...each, task, steps }),
    outcome: { verdict, reason: '', checks: [] },
    verification: VERIFIED,
  };
});
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-pairs-'));
  writeFileSync(join(cwd, 'runs.jsonl'), encodeTrajectories(runs));
  writeFileSync(join(cwd, 'one.jsonl'), encodeTrajectories(runs.slice(0, 1)));
  const scores = runs.map(({ id }, index) => ({ trajectory_id: id, overall: index / 4 }));
  writeFileSync(join(cwd, 'judged.jsonl'), scores.map((each) => `${JSON.stringify(each)}\n`).join(''));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const pairs = (...argv: string[]) => callCommandLine(['pairs', ...argv], { cwd });

describe('mettle pairs', () => {
  it('pairs by outcome, and says which tasks gave no pair and why', async () => {
    const { code, stdout } = await pairs('runs.jsonl', '--json', '--completion', 'rest');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 4,
      pairs: 1,
      by_outcome: 1,
      unpaired: [{ task_id: 'task 1', reason: 'its outcomes are alike, and there are no scores' }],
      output: join(cwd, 'runs.pairs.jsonl'),
    });
    const record = JSON.parse(readFileSync(join(cwd, 'runs.pairs.jsonl'), 'utf8'));
    expect(Object.keys(record)).toEqual(['prompt', 'chosen', 'rejected', 'tools']);
  });

  it('takes scores where outcomes are alike, in the format of choice', async () => {
    const args = [
      '--judged',
      'judged.jsonl',
      '--format',
      'openai-dpo',
      '--completion',
      'rest',
      '--out',
      'dpo.jsonl',
    ];
    const { code, stdout } = await pairs('runs.jsonl', ...args);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('2 pairs from 4 runs: 1 by outcome, 1 by score'),
    ]);
    const lines = readFileSync(join(cwd, 'dpo.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual(
      Array(2).fill(['input', 'preferred_output', 'non_preferred_output']),
    );
  });

  it('leaves out what no training may use, says why, and takes it by name', async () => {
    const [passed, failed, ...others] = runs as [Trajectory, Trajectory, Trajectory, Trajectory];
    const heldOut = (each: Trajectory): Trajectory => {
      const made = createTrajectory({ ...each, task: { ...each.task, metadata: { split: 'held_out' } } });
      return { ...made, outcome: each.outcome, verification: each.verification };
    };
    const broken = { verdict: 'error', reason: 'the model hung up', checks: [] } as const;
    const gated = [
      heldOut(passed),
      heldOut(failed),
      { ...others[0], verification: null },
      { ...others[1], outcome: broken },
    ];
    writeFileSync(join(cwd, 'gated.jsonl'), encodeTrajectories(gated));
    const closed = await pairs('gated.jsonl', '--completion', 'rest');
    expect(closed.code).toBe(1);
    expect(closed.stderr).toContain(
      'Left out 4 of 4: 2 in the part held_out of the split, 1 not verified, 1 ended by an error. --unverified and --split take more.',
    );
    const open = await pairs(
      'gated.jsonl',
      '--completion',
      'rest',
      '--split',
      'any',
      '--unverified',
      '--json',
    );
    expect(open.code).toBe(0);
    expect(JSON.parse(open.stdout)).toMatchObject({
      total: 4,
      pairs: 1,
      by_outcome: 1,
      left_out: { 'ended by an error': 1 },
    });
  });

  it('writes nothing after Ctrl-C', async () => {
    const before = readdirSync(cwd);
    const { code } = await callCommandLine(['pairs', 'runs.jsonl', '--out', 'stopped.jsonl'], {
      cwd,
      interrupted: true,
    });
    expect(code).toBe(130);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('writes nothing where there is no pair, and says what to do', async () => {
    const { code, stdout } = await pairs('one.jsonl');
    expect([code, stdout]).toEqual([1, expect.stringContaining('A pair needs two runs of one task')]);
    expect(existsSync(join(cwd, 'one.pairs.jsonl'))).toBe(false);
  });

  it.each<[string, readonly string[], string]>([
    ['a service of another format', ['runs.jsonl', '--service', 'fireworks'], 'add --format openai-dpo'],
    ['a margin without scores', ['runs.jsonl', '--min-margin', '0.2'], 'add --judged'],
    [
      'scores that are none',
      ['runs.jsonl', '--judged', 'runs.jsonl'],
      'runs.jsonl, line 1: expected {"trajectory_id"',
    ],
    ['another format', ['runs.jsonl', '--format', 'csv'], '--format'],
    ['its own file as output', ['runs.jsonl', '--out', 'runs.jsonl'], '--out would replace runs.jsonl'],
    [
      'its scores as output',
      ['runs.jsonl', '--judged', 'judged.jsonl', '--out', 'judged.jsonl'],
      '--out would replace judged.jsonl',
    ],
    ['no part of a split', ['runs.jsonl', '--split', ','], '--split takes'],
  ])('refuses %s in one line', async (_what, argv, words) => {
    const { code, stderr } = await pairs(...argv, '--quiet');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
