import { describe, expect, it } from 'vitest';
import { taskLine } from './report.js';
import type { TaskResult } from './train-task.js';

const abstained: TaskResult = {
  task: 'noise',
  solved: false,
  script: null,
  train: { passed: 2, total: 2, rate: 1 },
  holdout: { passed: 1, total: 1, rate: 1 },
  confidence: 'low',
  reasons: ['too few examples'],
  advice: [],
  foundBy: 'enumeration',
  abstained: true,
  guess: 'def transform(value):\n    return value',
  seedScript: null,
  question: null,
  rivals: [],
  candidates: [],
  suspects: [],
  evaluations: 12,
  seconds: 0.04,
  stopReason: 'solved',
  model: null,
};

describe('taskLine', () => {
  it('never says of a task that was given up that it was solved', () => {
    expect(taskLine(abstained)).toBe(
      'abstained: train 2/2, held out 1/1, confidence low, 12 evaluations, 0.0 s, stopped: a script that fits every example was found',
    );
    for (const stopReason of ['exhausted', 'evaluations', 'seconds', 'aborted', 'unsupported'] as const)
      expect(taskLine({ ...abstained, stopReason })).not.toContain('solved');
  });
});
