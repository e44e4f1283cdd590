import { defineOptions, option } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { MeanInterval } from '../../evaluation/index.js';
import {
  type Html,
  html,
  legend,
  marker,
  niceScale,
  PANEL,
  type PlotTheme,
  panel,
  picture,
  pixel,
  type Scale,
  seriesClass,
  THEMES,
} from '../../report/internal.js';
import type { BenchmarkReport } from './benchmark-report.js';

/** How {@link plotBenchmarks} looks. */
export interface BenchmarkPlotOptions {
  /** Default: the suite's name. */
  readonly title?: string;
  /** Default `auto`: dark where the reader's system is. */
  readonly theme?: PlotTheme;
}

const checkOptions = defineOptions<BenchmarkPlotOptions>()('plotBenchmarks', {
  title: option.string,
  theme: option.oneOf(THEMES),
});

/** Pixels of a letter below the axis. */
const LETTER = 7.4;
/** Categories that fit. */
const MOST_CATEGORIES = 12;

/** A score at a place of the horizontal axis. */
interface Point {
  readonly name: string;
  readonly x: number;
  readonly score: MeanInterval;
}

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
export function plotBenchmarks(
  reports: readonly BenchmarkReport[],
  options: BenchmarkPlotOptions = {},
): string {
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
    places.flatMap((name, place): Point[] => {
      const score = name === 'all' && place === 0 ? report.score : scoreOf(report, name);
      const x = space * (place + (index + 1) / (reports.length + 1));
      return score === null ? [] : [{ name, x, score }];
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
          text: shortened(name, Math.max(2, Math.floor(space / LETTER))),
        })),
        content: html`${series.map((points, index) => drawSeries(points, index, y))}`,
      }),
    ],
    theme,
  });
}

function scoreOf({ byCategory }: BenchmarkReport, name: string): MeanInterval | null {
  return byCategory.find(({ category }) => category === name)?.score ?? null;
}

function drawSeries(points: readonly Point[], series: number, y: Scale): Html {
  const drawn = points.map(({ name, x, score }) => {
    const [low, high] = [y.at(score.low), y.at(score.high)];
    const bar = `M${pixel(x)} ${pixel(low)}V${pixel(high)}M${pixel(x - 4)} ${pixel(low)}h8M${pixel(x - 4)} ${pixel(high)}h8`;
    return html`<g><title>${`${name}: ${words(score)}`}</title><path fill="none" stroke="currentColor" stroke-width="1.4" d="${bar}"/>${marker(series, x, y.at(score.mean))}</g>`;
  });
  return html`<g class="${seriesClass(series)}">${drawn}</g>`;
}

function words({ mean, low, high }: MeanInterval): string {
  return `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}
