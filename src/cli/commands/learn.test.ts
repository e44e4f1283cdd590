import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LearnedVerifier } from '../../evaluation/index.js';
import { labelledTrajectories } from '../../evaluation/learned/labelled.fixture.js';
import { encodeTrajectories } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const { trajectories, labels } = labelledTrajectories(120);
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-learn-'));
  const scored = trajectories.map((trajectory) => {
    const verdict = labels.get(trajectory.id) ? ('pass' as const) : ('fail' as const);
    return { ...trajectory, outcome: { verdict, reason: '', checks: [] } };
  });
  writeFileSync(join(cwd, 'runs.jsonl'), encodeTrajectories(scored));
  writeFileSync(join(cwd, 'bare.jsonl'), encodeTrajectories(trajectories));
  const judged = trajectories.map(({ id }) => ({
    trajectory_id: id,
    verdict: 'not_checked',
    overall: labels.get(id) ? 0.9 : 0.2,
  }));
  writeFileSync(join(cwd, 'judged.jsonl'), judged.map((each) => `${JSON.stringify(each)}\n`).join(''));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const learn = (...argv: string[]) => callCommandLine(['learn', ...argv], { cwd });

describe('mettle learn', () => {
  it('learns from the outcomes in the records, and writes the verifier and its curve', async () => {
    const { code, stdout } = await learn('runs.jsonl', '--plot', 'curve.svg', '--json');
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ total: 120, tasks: 40, unlabelled: 0, calibration: 'platt' });
    expect(found.train + found.test).toBe(120);
    expect(found.auroc).toBeGreaterThan(0.7);
    expect(found.agreement).toBeGreaterThan(found.baseline);
    const verifier = await LearnedVerifier.load(join(cwd, 'runs.verifier.json'));
    expect(trajectories.map((each) => verifier.probability(each)).every(Number.isFinite)).toBe(true);
    expect(readFileSync(join(cwd, 'curve.svg'), 'utf8')).toMatch(/^<svg .*predictions on unseen tasks/s);
  });

  it('learns from a file of labels, by score or by verdict, and says what it measured', async () => {
    const { code, stdout } = await learn('bare.jsonl', '--labels', 'judged.jsonl', '--threshold', '0.5');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^120 labels of 40 tasks, \d+ % pass: learnt from \d+, measured on \d+ of other tasks$/m,
    );
    expect(stdout).toMatch(/AUROC {6}0\.[6-9]/);
    expect(stdout).toContain('What it goes by most: ');
  });

  it('says so where nothing was learnt', async () => {
    const drawn = trajectories.map(({ id }, index) => ({ trajectory_id: id, label: index % 2 === 0 }));
    writeFileSync(join(cwd, 'drawn.jsonl'), drawn.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const results = await Promise.all(
      ['0', '1', '2', '3'].map((seed) => learn('bare.jsonl', '--labels', 'drawn.jsonl', '--seed', seed)),
    );
    const chance = results.filter(({ stdout }) => stdout.includes('no better than chance'));
    expect(chance.length).toBeGreaterThan(0);
    expect(chance.every(({ code }) => code === 1)).toBe(true);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['records without labels', ['bare.jsonl'], /Nothing can be learnt from 0 labels \(0 pass, 0 fail\)/],
    ['no file', ['absent.jsonl'], /absent\.jsonl/],
    ['a threshold without scores', ['runs.jsonl', '--threshold', '0.5'], /add --labels/],
    [
      'a share of more than all',
      ['runs.jsonl', '--test-share', '2'],
      /--test-share must be a number from 0\.01 to 0\.9/,
    ],
    ['its own file as output', ['runs.jsonl', '--out', 'runs.jsonl'], /--out would replace runs\.jsonl/],
    ['its own file as plot', ['runs.jsonl', '--plot', 'runs.jsonl'], /--plot would replace runs\.jsonl/],
    [
      'a plot in place of the verifier',
      ['runs.jsonl', '--plot', 'runs.verifier.json'],
      /--plot would replace .*runs\.verifier\.json/,
    ],
    [
      'labels that are none',
      ['bare.jsonl', '--labels', 'bare.jsonl'],
      /bare\.jsonl, line 1: expected \{"trajectory_id"/,
    ],
  ])('refuses %s in one line', async (_what, argv, words) => {
    const { code, stderr } = await learn(...argv, '--quiet');
    expect([code, stderr.trim()]).toEqual([2, expect.stringMatching(words)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
