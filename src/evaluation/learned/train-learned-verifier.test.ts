import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrajectory, type Trajectory } from '../../records/index.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { verifyTrajectory } from '../verify-trajectory.js';
import { labelledTrajectories } from './labelled.fixture.js';
import { LearnedVerifier, routeByConfidence } from './learned-verifier.js';
import { trainLearnedVerifier } from './train-learned-verifier.js';
import { FEATURES, trajectoryFeatures } from './trajectory-features.js';

const { trajectories, labels } = labelledTrajectories(300);
const [verifier, report] = trainLearnedVerifier(trajectories, labels);

function evaluation(
  trajectoryId: string,
  verdict: Evaluation['verdict'],
  overall: number | null,
): Evaluation {
  const nothing = null;
  const scores = {
    task_completion: nothing,
    tool_correctness: nothing,
    faithfulness: nothing,
    reasoning_coherence: nothing,
    efficiency: nothing,
    safety: nothing,
  };
  return { trajectoryId, verdict, overall, scores, explanation: '', judge: 'test' };
}

describe('trainLearnedVerifier', () => {
  it('tells on unseen tasks what passes, nearly as well as the noise allows', () => {
    expect(report).toMatchObject({ n: 300, tasks: 100, unlabelled: 0, calibration: 'platt' });
    expect(report.trainN + report.testN).toBe(300);
    expect(report.testN).toBeGreaterThan(60);
    // One label in ten is wrong.
    expect(report.agreement).toBeGreaterThan(0.8);
    expect(report.agreement).toBeGreaterThan(report.baseline + 0.2);
    expect(report.auroc).toBeGreaterThan(0.8);
    expect(report.brier).toBeLessThan(0.16);
    expect(report.ece).toBeLessThan(0.15);
    expect(report.weights[0]?.feature).toMatch(/answer|error|valid/);
  });

  it('keeps the runs of one task together', () => {
    // Each task has its own word, by which a run of it in the other part would be known.
    const secret = trajectories.map((each, index) =>
      createTrajectory({ ...each, finalAnswer: `word${Math.floor(index / 3)}`, stopReason: 'answered' }),
    );
    const drawn = new Map(secret.map(({ id }, index) => [id, Math.floor(index / 3) % 2 === 0]));
    const bare = secret.map((each) => createTrajectory({ ...each, steps: [] }));
    const known = new Map(bare.map(({ id }, index) => [id, drawn.get(secret[index]?.id ?? '') ?? false]));
    const [, blind] = trainLearnedVerifier(bare, known, { textBuckets: 64 });
    expect(blind.auroc).toBeLessThan(0.75);
  });

  it('gives the same for the same seed, and another split for another', () => {
    expect(trainLearnedVerifier(trajectories, labels)[1]).toEqual(report);
    expect(trainLearnedVerifier(trajectories, labels, { seed: 1 })[1]).not.toEqual(report);
  });

  it('learns from evaluations by verdict or by score, and leaves out what was not judged', () => {
    const judged = trajectories.map(({ id }, index) =>
      index < 20
        ? evaluation(id, 'not_checked', null)
        : evaluation(id, labels.get(id) ? 'pass' : 'fail', labels.get(id) ? 0.8 : 0.4),
    );
    expect(trainLearnedVerifier(trajectories, judged)[1]).toMatchObject({ n: 280, unlabelled: 20 });
    expect(trainLearnedVerifier(trajectories, judged, { threshold: 0.5 })[1].n).toBe(280);
    expect(() => trainLearnedVerifier(trajectories, judged, { threshold: 0.9 })).toThrow(
      'All labels are the same: take other runs, or another threshold or rubric.',
    );
  });

  it('says what is missing where nothing can be learnt', () => {
    expect(() => trainLearnedVerifier([], labels)).toThrow(
      expect.objectContaining({ code: 'evaluation/too_few_labels' }),
    );
    const same = new Map([...labels.keys()].map((id) => [id, true]));
    expect(() => trainLearnedVerifier(trajectories, same)).toThrow('(300 pass, 0 fail)');
    expect(() => trainLearnedVerifier(trajectories, labels, { testShare: 2 })).toThrow('testShare');
  });

  it.each(['none', 'platt', 'isotonic'] as const)('calibrates by %s', (calibration) => {
    const [, each] = trainLearnedVerifier(trajectories, labels, { calibration });
    expect(each.calibration).toBe(calibration);
    expect(each.auroc).toBeGreaterThan(0.8);
  });
});

describe('the features', () => {
  it('are numbers, the same each time, with one mode', () => {
    const [first] = trajectories as [Trajectory];
    const row = trajectoryFeatures(first, 8);
    expect(row).toHaveLength(Object.keys(FEATURES).length + 8);
    expect(row.every(Number.isFinite)).toBe(true);
    expect(trajectoryFeatures(first, 8)).toEqual(row);
    const names = Object.keys(FEATURES);
    const modes = ['mode_single', 'mode_multi', 'mode_code'].map((name) => row[names.indexOf(name)]);
    expect(modes).toEqual([1, 0, 0]);
  });

  it('see nothing of what the task expects or how it was scored', () => {
    const [first] = trajectories as [Trajectory];
    const other: Trajectory = {
      ...first,
      task: { ...first.task, expected: { answer: null, stateDigest: 'f' } },
      outcome: { verdict: 'fail', reason: '', checks: [{ name: 'answer', verdict: 'fail', detail: '' }] },
    };
    expect(trajectoryFeatures(other, 8)).toEqual(trajectoryFeatures(first, 8));
  });
});

describe('LearnedVerifier', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-learned-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('advises, and refuses no record', async () => {
    const [first] = trajectories as [Trajectory];
    const { checks } = await verifyTrajectory(first, null, { verifiers: [verifier] });
    const check = checks.find(({ name }) => name === 'learned_judge');
    expect(check).toMatchObject({
      required: false,
      detail: expect.stringMatching(/^p\(pass\)=[01]\.\d{3}$/),
    });
  });

  it('is the same after it was saved and loaded', async () => {
    const path = join(folder, 'screen.json');
    await verifier.save(path);
    const again = await LearnedVerifier.load(path);
    expect(trajectories.map((each) => again.probability(each))).toEqual(
      trajectories.map((each) => verifier.probability(each)),
    );
  });

  it.each<[string, (json: Record<string, never>) => unknown]>([
    ['another format', (json) => ({ ...json, format: 'x' })],
    ['another version', (json) => ({ ...json, version: 2 })],
    ['other features', (json) => ({ ...json, features: ['a'] })],
    ['too few numbers', (json) => ({ ...json, means: [0] })],
    ['a number that is none', (json) => ({ ...json, threshold: null })],
    ['a scale of zero', (json) => ({ ...json, scales: verifier.learned.scales.map(() => 0) })],
    [
      'no calibration',
      (json) => ({ ...json, calibration: { kind: 'isotonic', odds: [], probabilities: [] } }),
    ],
    ['no object', () => 'x'],
  ])('refuses %s in one line', async (_what, change) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, JSON.stringify(change(verifier.toJson() as Record<string, never>)));
    await expect(LearnedVerifier.load(path)).rejects.toMatchObject({
      code: 'evaluation/invalid_verifier',
      message: expect.stringMatching(/^This is no learned verifier: [^\n]+\.$/),
    });
  });

  it('names a file that is missing or no JSON', async () => {
    await expect(LearnedVerifier.load(join(folder, 'absent.json'))).rejects.toThrow(
      /^Cannot read the verifier /,
    );
    writeFileSync(join(folder, 'torn.json'), '{');
    await expect(LearnedVerifier.load(join(folder, 'torn.json'))).rejects.toThrow(
      /^Cannot read the verifier /,
    );
  });
});

describe('routeByConfidence', () => {
  it('sends each one way, by how sure the verifier is', () => {
    const { autoFail, needsJudge, autoPass } = routeByConfidence(verifier, trajectories);
    expect(new Set([...autoFail, ...needsJudge, ...autoPass]).size).toBe(300);
    expect(autoPass.every((each) => verifier.probability(each) >= 0.7)).toBe(true);
    expect(autoFail.every((each) => verifier.probability(each) < 0.3)).toBe(true);
    expect(routeByConfidence(verifier, trajectories, { low: 0, high: 0 }).autoPass).toHaveLength(300);
    expect(() => routeByConfidence(verifier, trajectories, { low: 0.8, high: 0.2 })).toThrow('above high');
  });
});
