import { describe, expect, it } from 'vitest';
import type { Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { byDimension } from '../evaluator/rubric.js';
import { labelledTrajectories } from '../learned/labelled.fixture.js';
import { datasetMetrics } from './dataset-metrics.js';
import { filterDataset } from './filter-dataset.js';
import { plotDataset } from './plot-dataset.js';

const { trajectories: drawn } = labelledTrajectories(6);

/** A trajectory with another verdict, verification and mode. */
function made(
  index: number,
  outcome: Verdict,
  { verification = null, generation = {} }: { verification?: Verdict | null; generation?: object } = {},
): Trajectory {
  const base = drawn[index] as Trajectory;
  return {
    ...base,
    outcome: { verdict: outcome, reason: '', checks: [] },
    verification: verification === null ? null : ({ verdict: verification } as Trajectory['verification']),
    task: { ...base.task, metadata: { generation: generation as never } },
  };
}

const judged = (index: number, overall: number | null, safety: number | null = 1): Evaluation => ({
  trajectoryId: drawn[index]?.id ?? '',
  overall,
  scores: byDimension((dimension) => (dimension === 'safety' ? safety : null)),
  verdict: 'pass',
  explanation: '',
  judge: 'a test',
});

const runs = [
  made(0, 'pass', { verification: 'pass', generation: { mode: 'single_agent', domain: 'retail' } }),
  made(1, 'pass', { verification: 'fail', generation: { mode: 'multi_agent' } }),
  made(2, 'fail', { verification: 'error' }),
  made(3, 'not_checked'),
  made(4, 'error'),
];

describe('datasetMetrics', () => {
  it('counts outcomes and verifications, and leaves what could not be told out of the rates', async () => {
    const metrics = await datasetMetrics(runs);
    expect(metrics.trajectories).toBe(5);
    expect(metrics.outcomes).toEqual({ pass: 2, fail: 1, not_checked: 1, error: 1 });
    expect(metrics.pass?.rate).toBeCloseTo(2 / 3);
    // Replayed: three; the rest never was.
    expect(metrics.verifications).toEqual({ pass: 1, fail: 1, not_checked: 2, error: 1 });
    expect(metrics.verified?.rate).toBeCloseTo(1 / 3);
    expect(metrics.modes).toEqual([
      { name: 'multi_agent', count: 1 },
      { name: 'single_agent', count: 1 },
    ]);
    expect(metrics.domains).toEqual([{ name: 'retail', count: 1 }]);
  });

  it('counts calls, tools and kinds of steps as the records hold them', async () => {
    const metrics = await datasetMetrics(drawn);
    const types = drawn.flatMap(({ steps }) => steps.map(({ type }) => type));
    const calls = types.filter((type) => type === 'tool_call').length;
    expect(metrics.toolCalls).toBe(calls);
    expect(metrics.meanCalls).toBe(calls / 6);
    expect(metrics.meanSteps).toBe(types.length / 6);
    expect(metrics.toolUsage).toEqual([{ name: 'look', count: calls }]);
    expect(metrics.toolCoverage).toBe(1);
    expect(metrics.stepTypes).toEqual(
      expect.arrayContaining([
        { name: 'tool_call', count: calls },
        { name: 'final_answer', count: 6 },
      ]),
    );
    expect(metrics.callCounts.reduce((sum, each) => sum + each.calls * each.trajectories, 0)).toBe(calls);
    expect(metrics.diversity.prompts).toBe(1);
    expect(metrics.diversity.nearDuplicates).toBe(5);
  });

  it('means over what has a score, and puts 1 into the last tenth', async () => {
    const evaluations = [judged(0, 1), judged(1, 0.05, null), judged(2, null, 0.5), judged(5, 0.9)];
    const metrics = await datasetMetrics(runs, { evaluations });
    expect(metrics.evaluated).toBe(3);
    expect(metrics.meanOverall).toBeCloseTo(0.525);
    expect(metrics.meanScores.safety).toBe(0.75);
    expect(metrics.meanScores.efficiency).toBeNull();
    expect(metrics.overallScores).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('gives null for rates and means of nothing', async () => {
    const metrics = await datasetMetrics([]);
    for (const name of [
      'pass',
      'verified',
      'meanOverall',
      'meanSteps',
      'meanCalls',
      'toolCoverage',
    ] as const) {
      expect(metrics[name], name).toBeNull();
    }
  });
});

describe('filterDataset', () => {
  it('asks the gate first, then the mode, then the score', () => {
    const evaluations = [judged(0, 0.7), judged(1, 0.4)];
    const { selected, leftOut, reasons } = filterDataset(runs, {
      outcomes: ['pass', 'fail'],
      verifications: ['pass', 'fail', 'error'],
      modes: ['single_agent', 'multi_agent'],
      minScore: 0.7,
      evaluations,
    });
    expect(selected).toEqual([runs[0]]);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'scored below 0.7',
      'played in no known mode',
      'outcome not checked',
      'ended by an error',
    ]);
    expect(Object.values(reasons)).toEqual([1, 1, 1, 1]);
  });

  it('takes only what passed and was verified, unless told otherwise', () => {
    expect(filterDataset(runs).selected).toEqual([runs[0]]);
    expect(filterDataset(runs, { minScore: 0 }).reasons['without a score']).toBe(1);
    expect(filterDataset(runs, { modes: ['multi_agent'] }).reasons['played as single_agent']).toBe(1);
  });

  it('refuses options that do not exist or can never fit', () => {
    for (const wrong of [{ minScore: 2 }, { modes: [] }, { minscore: 0.5 }, { outcomes: ['passed'] }]) {
      expect(() => filterDataset(runs, wrong as never), JSON.stringify(wrong)).toThrowError(
        expect.objectContaining({ code: 'core/invalid_option' }),
      );
    }
  });
});

describe('plotDataset', () => {
  it('draws a bar for each count, and scores only where runs were judged', async () => {
    const plain = plotDataset(await datasetMetrics(runs));
    for (const words of ['pass: 2', 'not checked: 1', 'look: ', 'Calls a run'])
      expect(plain).toContain(words);
    expect(plain).not.toContain('Mean scores');
    const scored = plotDataset(await datasetMetrics(runs, { evaluations: [judged(0, 0.84)] }), {
      title: 'My runs',
    });
    for (const words of ['My runs', 'Mean scores of 1 runs', 'safety: 1', '0.8: 1']) {
      expect(scored).toContain(words);
    }
    expect(`${plain}${scored}`).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('puts many tools and many lengths into bars that can be read, with none lost', async () => {
    const base = await datasetMetrics(runs);
    const svg = plotDataset({
      ...base,
      toolUsage: Array.from({ length: 9 }, (_, index) => ({ name: `tool ${index}`, count: 10 })),
      callCounts: [
        { calls: 0, trajectories: 2 },
        { calls: 40, trajectories: 3 },
      ],
    });
    expect(svg).toContain('4 more: 40');
    expect(svg).not.toContain('tool 5');
    expect(svg).toContain('0–3: 2');
    expect(svg).toContain('40–43: 3');
  });

  it('shows hostile names as text', async () => {
    const metrics = await datasetMetrics(runs);
    const svg = plotDataset({ ...metrics, toolUsage: [{ name: '</title><script>', count: 1 }] });
    expect(svg).not.toContain('<script>');
  });
});
