import {
  type BarGroup,
  barPanel,
  barPatterns,
  labelWidth,
  legend,
  PANEL,
  picture,
} from '../../report/internal.js';
import type { Logs } from '../history.js';
import { unitOf } from '../metrics/usage-figures.js';
import { nothingToPlot } from './plot-history.js';
import { checkPlotOptions, type PlotOptions } from './plot-options.js';
import { namedRuns, spreadOf } from './runs.js';

/** Bars beside each other that can be told apart in a panel. */
const MOST_BARS = 12;

/**
 * Draws figures, such as `evaluate` gives, as bars in SVG; what is counted in different units stands in panels of its own.
 * Several runs become their mean with a whisker of one standard deviation; runs by name are compared. Bars differ in
 * hatching, not in colour alone.
 *
 * @example
 * ```ts
 * import { plotMetrics } from 'mettle/training';
 *
 * const svg = plotMetrics({ start: { reward: 0.5, cost: 0.01 }, trained: [{ reward: 0.8, cost: 0.02 }] });
 * console.log(svg.includes('reward')); // → true
 * ```
 * @throws {MettleError} `training/nothing_to_plot` where no figure was measured.
 */
export function plotMetrics(
  runs: Logs | readonly Logs[] | Readonly<Record<string, Logs | readonly Logs[]>>,
  options: PlotOptions = {},
): string {
  checkPlotOptions(options, 'plotMetrics');
  const groups = [
    ...namedRuns<Logs>(runs, isLogs, 'plotMetrics takes figures by name, as evaluate gives them'),
  ].map(([name, logs]) => ({ name, logs }));
  const all = [...new Set(groups.flatMap(({ logs }) => logs.flatMap((one) => Object.keys(one))))];
  const bars = (options.figures ?? all).flatMap((figure) => {
    const spreads = groups.map(({ logs }) =>
      spreadOf(logs.map((one) => (Object.hasOwn(one, figure) ? one[figure] : null))),
    );
    return spreads.some((spread) => spread !== null) ? [{ figure, spreads }] : [];
  });
  if (bars.length === 0) throw nothingToPlot('plotMetrics');
  const names = groups.map(({ name, logs }) =>
    logs.length > 1 ? `${name} (mean ± sd of ${logs.length} runs)`.trim() : name,
  );
  return picture({
    title: options.title ?? 'Metrics',
    description: `${bars.map(({ figure }) => figure).join(', ')}${names.join('') === '' ? '' : ` of ${names.join('; ')}`}.`,
    legend: (width) => legend(names.join('') === '' ? [] : names, width, 'bar'),
    panels: [...byUnit(bars)].map(([unit, ones]) =>
      barPanel({
        title: '',
        xLabel: '',
        yLabel: unit,
        groups: ones.map(barGroup),
        most: groups.length,
      }),
    ),
    definitions: barPatterns(groups.length),
    theme: options.theme ?? 'auto',
  });
}

type Bars = { readonly figure: string; readonly spreads: readonly ReturnType<typeof spreadOf>[] };

function isLogs(value: object): value is Logs {
  return Object.values(value).every((figure) => figure === null || typeof figure === 'number');
}

/** The bars of each unit, in parts that fit in a panel. */
function* byUnit(bars: readonly Bars[]): Generator<readonly [unit: string, bars: readonly Bars[]]> {
  const widest = Math.max(...bars.map(({ figure }) => labelWidth(figure)));
  const most = Math.max(
    1,
    Math.min(Math.floor(MOST_BARS / (bars[0]?.spreads.length ?? 1)), Math.floor(PANEL.width / (widest + 10))),
  );
  for (const unit of new Set(bars.map(({ figure }) => unitOf(figure)))) {
    const ones = bars.filter(({ figure }) => unitOf(figure) === unit);
    for (let from = 0; from < ones.length; from += most) yield [unit, ones.slice(from, from + most)];
  }
}

function barGroup({ figure, spreads }: Bars): BarGroup {
  const bars = spreads.flatMap((spread, series) =>
    spread === null ? [] : [{ series, value: spread.mean, deviation: spread.deviation }],
  );
  return { name: figure, bars };
}
