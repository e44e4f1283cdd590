import { defineOptions } from '../../core/index.js';
import type { MeanInterval } from '../../evaluation/index.js';
import {
  fittedText,
  html,
  legend,
  niceScale,
  PANEL,
  PICTURE_OPTIONS,
  type PictureOptions,
  type PlotPoint,
  panel,
  picture,
  pointSeries,
} from '../../report/internal.js';
import type { BenchmarkReport } from './benchmark-report.js';

const checkOptions = defineOptions<PictureOptions>()('plotBenchmarks', PICTURE_OPTIONS);

/** Categories that fit. */
const MOST_CATEGORIES = 12;

/**
 * Draws scores with their 95 % intervals in SVG: over all cases and for each category, the reports side by side. Pointing at a point shows its
 * numbers. Of many categories the first 12 by name are drawn.
 *
 * @example
 * ```ts
 * import { plotBenchmarks, runBenchmark } from 'mettle/benchmarks';
 *
 * const tools = [{ name: 'ping', description: 'Pings.', parameters: { type: 'object' } }];
 * const report = await runBenchmark(() => ['ping', {}], [{ id: '1', query: 'Ping!', tools, expected: [{ tool: 'ping' }] }]);
 * console.log(plotBenchmarks([report]).startsWith('<svg')); // → true
 * ```
 * @throws {MettleError} `core/invalid_option`
 */
export function plotBenchmarks(reports: readonly BenchmarkReport[], options: PictureOptions = {}): string {
  const { title = reports[0]?.suite ?? 'No benchmark', theme = 'auto' } = checkOptions(options);
  const categories = [
    ...new Set(reports.flatMap(({ byCategory }) => byCategory.map(({ category }) => category))),
  ]
    .sort()
    .slice(0, MOST_CATEGORIES);
  const places = categories.length > 1 ? ['all', ...categories] : ['all'];
  const space = PANEL.width / places.length;
  const y = niceScale([0, 1], [PANEL.height, 0]);
  const series = reports.map((report, index) =>
    places.flatMap((name, place): PlotPoint[] => {
      const score = name === 'all' && place === 0 ? report.score : scoreOf(report, name);
      const x = space * (place + (index + 1) / (reports.length + 1));
      if (score === null) return [];
      const interval = { low: y.at(score.low), high: y.at(score.high) };
      return [{ x, y: y.at(score.mean), interval, title: `${name}: ${words(score)}` }];
    }),
  );
  return picture({
    title,
    description: reports
      .map(({ subject, score }) => `${subject.name}: ${score === null ? 'not scored' : words(score)}`)
      .join('; '),
    legend: (width) =>
      legend(
        reports.map(({ subject }) => subject.name),
        width,
        'line',
      ),
    panels: [
      panel({
        title: 'Share of cases that passed',
        yLabel: 'share',
        y,
        xLabel: 'category',
        x: places.map((name, place) => ({
          at: space * (place + 0.5),
          text: fittedText(name, space),
        })),
        content: html`${series.map((points, index) => pointSeries(points, { series: index }))}`,
      }),
    ],
    theme,
  });
}

function scoreOf({ byCategory }: BenchmarkReport, name: string): MeanInterval | null {
  return byCategory.find(({ category }) => category === name)?.score ?? null;
}

function words({ mean, low, high }: MeanInterval): string {
  return `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
