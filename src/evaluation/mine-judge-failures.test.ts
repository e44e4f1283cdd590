import { describe, expect, it } from 'vitest';
import type { Evaluation } from './evaluator/evaluation.js';
import { labelledTrajectories } from './learned/labelled.fixture.js';
import { mineJudgeFailures } from './mine-judge-failures.js';

const { trajectories } = labelledTrajectories(3);

function judged(
  index: number,
  scores: Partial<Evaluation['scores']>,
  verdict: Evaluation['verdict'] = 'fail',
): Evaluation {
  const none = {
    task_completion: null,
    tool_correctness: null,
    faithfulness: null,
    reasoning_coherence: null,
    efficiency: null,
    safety: null,
  };
  const trajectoryId = trajectories[index]?.id ?? '';
  return {
    trajectoryId,
    scores: { ...none, ...scores },
    overall: 0.5,
    verdict,
    explanation: '',
    judge: 'test',
  };
}

describe('mineJudgeFailures', () => {
  const evaluations = [
    judged(0, { task_completion: 0.9, efficiency: 0.2, safety: 0.69 }),
    judged(1, { task_completion: 0.7, efficiency: 0.6 }, 'pass'),
    judged(2, { safety: 0 }, 'error'),
  ];

  it('names each dimension below the threshold, the weakest on average first', () => {
    const report = mineJudgeFailures(trajectories, evaluations);
    expect(report.failures.map(({ trajectoryId, kind }) => [trajectoryId, kind])).toEqual([
      [trajectories[0]?.id, 'judge:efficiency'],
      [trajectories[0]?.id, 'judge:safety'],
      [trajectories[1]?.id, 'judge:efficiency'],
    ]);
    expect(report.weakDimensions).toEqual([
      { dimension: 'efficiency', mean: 0.4 },
      { dimension: 'safety', mean: 0.69 },
    ]);
    expect(report.scored).toBe(2);
    expect(report.summary.split('\n')).toEqual([
      '3 failures in 2 of 2 scored results.',
      '* judged: wasteful: 2',
      '* judged: unsafe: 1',
      '* mean efficiency: 0.40',
      '* mean safety: 0.69',
    ]);
  });

  it('goes by the threshold, and leaves out what was not judged', () => {
    expect(mineJudgeFailures(trajectories, evaluations, { threshold: 0.3 }).failures).toHaveLength(1);
    expect(mineJudgeFailures(trajectories, [])).toMatchObject({
      scored: 0,
      failures: [],
      weakDimensions: [],
    });
    expect(() => mineJudgeFailures([], [], { threshold: 2 })).toThrow('threshold');
  });
});
