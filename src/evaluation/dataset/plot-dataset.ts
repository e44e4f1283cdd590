import { defineOptions } from '../../core/index.js';
import {
  type BarGroup,
  barPanel,
  barPatterns,
  type Html,
  legend,
  PICTURE_OPTIONS,
  type PictureOptions,
  percent,
  picture,
} from '../../report/internal.js';
import type { Verdict } from '../../requirements/index.js';
import { RUBRIC_DIMENSIONS, type RubricDimension } from '../evaluator/rubric.js';
import type { DatasetMetrics } from './dataset-tally.js';

const checkOptions = defineOptions<PictureOptions>()('plotDataset', PICTURE_OPTIONS);

/** Bars of one panel whose names can be read. */
const MOST_NAMES = 6;
/** Bars of one panel whose numbers can be read. */
const MOST_NUMBERS = 12;

const VERDICTS: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  not_checked: 'not checked',
  error: 'error',
};
const DIMENSIONS: Readonly<Record<RubricDimension, string>> = {
  task_completion: 'task',
  tool_correctness: 'tools',
  faithfulness: 'faithful',
  reasoning_coherence: 'reasoning',
  efficiency: 'efficiency',
  safety: 'safety',
};

/**
 * Draws what a set of trajectories holds in SVG: outcomes, verifications, calls a run and calls of each tool; where runs were judged also the mean of
 * each dimension and how overall scores are spread. Pointing at a bar says its whole name and number.
 *
 * @example
 * ```ts
 * import { datasetMetrics, plotDataset } from 'mettle/evaluation';
 *
 * console.log(plotDataset(await datasetMetrics([])).startsWith('<svg')); // → true
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function plotDataset(metrics: DatasetMetrics, options: PictureOptions = {}): string {
  const { title = 'Trajectories', theme = 'auto' } = checkOptions(options);
  return picture({
    title,
    description: descriptionOf(metrics),
    legend: (width) => legend([], width, 'bar'),
    panels: [
      counts('Outcomes', '', verdictBars(metrics.outcomes)),
      counts('Verifications', '', verdictBars(metrics.verifications)),
      ...(metrics.evaluated === 0 ? [] : judged(metrics)),
      counts('Calls a run', 'calls', callBars(metrics.callCounts)),
      barPanel({
        title: 'Calls of each tool',
        xLabel: '',
        yLabel: 'calls',
        groups: toolBars(metrics),
        whole: true,
      }),
    ],
    definitions: barPatterns(1),
    theme,
  });
}

function descriptionOf({ trajectories, pass, verified, meanCalls, meanOverall }: DatasetMetrics): string {
  const facts = [
    `${trajectories} trajectories`,
    ...(pass === null ? [] : [`${percent(pass.rate)} passed`]),
    ...(verified === null ? [] : [`${percent(verified.rate)} were verified`]),
    ...(meanCalls === null ? [] : [`${meanCalls.toFixed(1)} calls each`]),
    ...(meanOverall === null ? [] : [`mean score ${meanOverall.toFixed(2)}`]),
  ];
  return `${facts.join(', ')}.`;
}

function counts(title: string, xLabel: string, groups: readonly BarGroup[]): Html {
  return barPanel({ title, xLabel, yLabel: 'runs', groups, whole: true });
}

function judged({ meanScores, overallScores, evaluated }: DatasetMetrics): readonly Html[] {
  const means = RUBRIC_DIMENSIONS.flatMap((dimension) => {
    const mean = meanScores[dimension];
    return mean === null ? [] : [bar(DIMENSIONS[dimension], mean)];
  });
  const tenths = overallScores.map((count, index) => bar((index / overallScores.length).toFixed(1), count));
  return [
    barPanel({
      title: `Mean scores of ${evaluated} runs`,
      xLabel: '',
      yLabel: 'score',
      groups: means,
      upTo: 1,
    }),
    counts('Overall scores', 'from', tenths),
  ];
}

function verdictBars(verdicts: Readonly<Record<Verdict, number>>): readonly BarGroup[] {
  return (Object.keys(VERDICTS) as Verdict[]).map((verdict) => bar(VERDICTS[verdict], verdicts[verdict]));
}

/** A bar for each number of calls; where there are too many, for stretches of equal length. */
function callBars(callCounts: DatasetMetrics['callCounts']): readonly BarGroup[] {
  const most = callCounts.at(-1)?.calls ?? 0;
  const width = Math.max(1, Math.ceil((most + 1) / MOST_NUMBERS));
  const sums = Array.from({ length: Math.ceil((most + 1) / width) }, () => 0);
  for (const { calls, trajectories } of callCounts) {
    const index = Math.floor(calls / width);
    sums[index] = (sums[index] ?? 0) + trajectories;
  }
  return sums.map((sum, index) =>
    bar(width === 1 ? `${index}` : `${index * width}–${(index + 1) * width - 1}`, sum),
  );
}

function toolBars({ toolUsage }: DatasetMetrics): readonly BarGroup[] {
  if (toolUsage.length <= MOST_NAMES) return toolUsage.map(({ name, count }) => bar(name, count));
  const shown = toolUsage.slice(0, MOST_NAMES - 1);
  const rest = toolUsage.slice(MOST_NAMES - 1);
  return [
    ...shown.map(({ name, count }) => bar(name, count)),
    bar(
      `${rest.length} more`,
      rest.reduce((sum, { count }) => sum + count, 0),
    ),
  ];
}

function bar(name: string, value: number): BarGroup {
  return { name, bars: [{ series: 0, value, deviation: null }] };
}
