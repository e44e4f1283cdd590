import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelledTrajectories } from '../../evaluation/learned/labelled.fixture.js';
import { encodeTrajectories } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const { trajectories, labels } = labelledTrajectories(30);
const passed = trajectories.filter(({ id }) => labels.get(id)).length;
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-metrics-'));
  const scored = trajectories.map((trajectory) => {
    const verdict = labels.get(trajectory.id) ? ('pass' as const) : ('fail' as const);
    return { ...trajectory, outcome: { verdict, reason: '', checks: [] } };
  });
  writeFileSync(join(cwd, 'runs.jsonl'), encodeTrajectories(scored));
  writeFileSync(join(cwd, 'mixed.jsonl'), `${encodeTrajectories(scored)}{"id": 1}\n`);
  const judged = trajectories.map(({ id }, index) => ({
    trajectory_id: id,
    overall: index === 0 ? 7 : 0.5,
    scores: { safety: 1, efficiency: null },
  }));
  writeFileSync(join(cwd, 'judged.jsonl'), judged.map((each) => `${JSON.stringify(each)}\n`).join(''));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const metrics = (...argv: string[]) => callCommandLine(['metrics', ...argv], { cwd });

describe('mettle metrics', () => {
  it('prints what a file holds, and draws it', async () => {
    const { code, stdout } = await metrics(
      'runs.jsonl',
      '--judged',
      'judged.jsonl',
      '--plot',
      'runs.svg',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 30,
      pass_rate: passed / 30,
      verified_rate: null,
      evaluated: 30,
      // 7 is no score.
      mean_overall: 0.5,
      mean_scores: { safety: 1, efficiency: null },
      environments: [{ name: 'wall', count: 30 }],
      plot: join(cwd, 'runs.svg'),
    });
    expect(readFileSync(join(cwd, 'runs.svg'), 'utf8')).toMatch(/^<svg .*Mean scores of 30 runs/s);
  });

  it('says it in words', async () => {
    const { stdout } = await metrics('runs.jsonl');
    expect(stdout).toMatch(/^ {2}passed +\d+ % \(\d+ to \d+\)$/m);
    expect(stdout).toMatch(/^ {2}verified +none could be checked; 30 not checked$/m);
    expect(stdout).toMatch(/^ {2}repeats +29 prompts nearly repeat an earlier one$/m);
    expect(stdout).not.toContain('domains');
  });

  it('names lines that hold no record, and ends with 1', async () => {
    const { code, stdout } = await metrics('mixed.jsonl');
    expect(code).toBe(1);
    expect(stdout).toContain('Line 31 is not a trajectory');
  });

  it('refuses to draw over what it reads, and writes nothing where the scores are unreadable', async () => {
    const over = await metrics('runs.jsonl', '--plot', 'runs.jsonl');
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('--plot would replace runs.jsonl')]);
    const wrong = await metrics('runs.jsonl', '--judged', 'runs.jsonl', '--plot', 'new.svg');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('runs.jsonl, line 1: expected')]);
    expect(readdirSync(cwd)).not.toContain('new.svg');
  });
});
