import { describe, expect, it } from 'vitest';
import type { Verdict } from '../requirements/index.js';
import { createTrajectory, type Trajectory } from './index.js';
import { selectForTraining } from './select-for-training.js';
import { finished } from './testing/sample-trajectories.js';
import { trajectoryLabels } from './trajectory-labels.js';

interface Labels {
  readonly outcome: Verdict | null;
  readonly verification: Verdict | null;
  readonly split?: string;
  readonly policy?: string;
}

function labelled({ outcome, verification, split, policy = 'oracle' }: Labels): Trajectory {
  const metadata = split === undefined ? {} : { split };
  const made = createTrajectory({
    ...finished,
    task: { ...finished.task, metadata },
    policy: { name: policy, version: '1' },
  });
  return {
    ...made,
    outcome: outcome === null ? null : { verdict: outcome, reason: '', checks: [] },
    verification:
      verification === null
        ? null
        : { verdict: verification, reason: '', replayedCalls: 0, mismatches: [], checks: [] },
  };
}

const good = labelled({ outcome: 'pass', verification: 'pass', split: 'train' });
/** Of a task that is nobody's test. */
const unsplit = labelled({ outcome: 'pass', verification: 'pass' });
const others: readonly (readonly [string, Trajectory])[] = [
  ['failed', labelled({ outcome: 'fail', verification: 'pass', split: 'train' })],
  ['outcome not checked', labelled({ outcome: 'not_checked', verification: 'pass', split: 'train' })],
  ['outcome not checked', labelled({ outcome: null, verification: 'pass', split: 'train' })],
  ['ended by an error', labelled({ outcome: 'error', verification: 'pass', split: 'train' })],
  ['refuted by its verification', labelled({ outcome: 'pass', verification: 'fail', split: 'train' })],
  ['not verified', labelled({ outcome: 'pass', verification: null, split: 'train' })],
  ['verification ended by an error', labelled({ outcome: 'pass', verification: 'error', split: 'train' })],
  [
    'in the part held_out of the split',
    labelled({ outcome: 'pass', verification: 'pass', split: 'held_out' }),
  ],
];

describe('selectForTraining', () => {
  it('takes what passed, was verified and is kept for no test, and counts the rest by reason', () => {
    const { selected, leftOut, reasons } = selectForTraining([
      good,
      unsplit,
      ...others.map(([, each]) => each),
    ]);
    expect(selected).toEqual([good, unsplit]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(others.map(([reason]) => reason));
    expect(reasons['outcome not checked']).toBe(2);
    expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(others.length);
  });

  it('takes by name what it leaves out by default, and nothing else', () => {
    const all = [good, ...others.map(([, each]) => each)];
    const reasonsOf = (gate: Parameters<typeof selectForTraining>[1]) =>
      selectForTraining(all, gate).selected.map(
        (each) => others.find(([, other]) => other === each)?.[0] ?? 'good',
      );
    expect(reasonsOf({ outcomes: ['fail'] })).toEqual(['failed']);
    expect(reasonsOf({ outcomes: ['pass', 'fail'] })).toEqual(['good', 'failed']);
    expect(reasonsOf({ verifications: ['pass', 'not_checked'] })).toEqual(['good', 'not verified']);
    expect(reasonsOf({ splits: ['held_out'] })).toEqual(['in the part held_out of the split']);
    expect(reasonsOf({ splits: 'any' })).toHaveLength(2);
    expect(
      selectForTraining([good, unsplit], { splits: ['train'] }).leftOut.map(({ reason }) => reason),
    ).toEqual(['in no part of a split']);
  });

  it('refuses a verdict that there is not, and an empty choice', () => {
    expect(() => selectForTraining([], { outcomes: ['passed' as Verdict] })).toThrow('outcomes');
    expect(() => selectForTraining([], { splits: [] })).toThrow('splits');
  });
});

describe('the label of a planted fault', () => {
  it.each([
    ['oracle', null],
    ['oracle+wrong_filter', 'wrong_filter'],
    ['oracle+skip_step+over_call', 'skip_step+over_call'],
    ['team(oracle+gives_up, oracle)', 'gives_up'],
    ['C++ agent', null],
  ])('of the policy %s is %s', (policy, fault) => {
    const record = labelled({ outcome: 'pass', verification: 'pass', split: 'train', policy });
    expect(trajectoryLabels(record)).toEqual({
      outcome: 'pass',
      verification: 'pass',
      split: 'train',
      fault,
    });
    expect(selectForTraining([record]).selected).toEqual([record]);
  });
});
