import { describe, expect, it } from 'vitest';
import { evolveText, taskLine } from './report.js';
import type { TaskResult } from './train-task.js';

const abstained: TaskResult = {
  task: 'noise',
  solved: false,
  script: null,
  train: { passed: 2, total: 2, rate: 1 },
  holdout: { passed: 1, total: 1, rate: 1 },
  isTested: false,
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
  stopReason: 'abstained',
  model: null,
};

describe('taskLine', () => {
  it('never says of a task that was given up that it was solved', () => {
    expect(taskLine(abstained)).toBe(
      'abstained: train 2/2, held out 1/1, confidence low, 12 evaluations, 0.0 s, stopped: too little supports the script that fits every example',
    );
    for (const stopReason of ['exhausted', 'evaluations', 'seconds', 'aborted', 'unsupported'] as const)
      expect(taskLine({ ...abstained, stopReason })).not.toContain('solved');
  });
});

it('tells test pairs from held-out examples', () => {
  expect(taskLine({ ...abstained, isTested: true })).toContain('train 2/2, test pairs 1/1, confidence');
});

describe('evolveText', () => {
  const of = (seedScript: string, script: string): string =>
    evolveText([{ ...abstained, abstained: false, seedScript, script }], false);

  it('shows which lines differ from the script of the task', () => {
    expect(of('a = 1\nb = 2\n', 'a = 1\nb = 3\n')).toContain('#   a = 1\n# - b = 2\n# + b = 3\n');
  });

  it('says that more lines differ than anybody reads', () => {
    const long = Array.from({ length: 3000 }, (_, line) => `a = ${line}`).join('\n');
    const text = of(long, 'b = 1\n');
    expect(text).toContain('# More than 1000 lines differ from the script of the task.\n');
    expect(text).not.toContain('# -');
  });
});
