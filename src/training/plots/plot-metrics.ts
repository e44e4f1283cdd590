import {
  type Html,
  html,
  label,
  labelWidth,
  legend,
  niceScale,
  PANEL,
  panel,
  picture,
  pixel,
  seriesClass,
  tickLabel,
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
    panels: [...byUnit(bars)].map(([unit, ones]) => metricsPanel(unit, ones, groups.length)),
    definitions: html`<defs>${groups.map((_, series) => hatch(series))}</defs>`,
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

function metricsPanel(unit: string, bars: readonly Bars[], groups: number): Html {
  const spreads = bars.flatMap((bar) => bar.spreads).flatMap((spread) => spread ?? []);
  const ends = spreads.flatMap(({ mean, deviation }) => [mean - (deviation ?? 0), mean + (deviation ?? 0)]);
  // Space above the tallest bar for its number.
  const y = niceScale([0, ...ends], [PANEL.height, 14]);
  const slot = PANEL.width / bars.length;
  const thick = Math.min(46, (slot * 0.72) / groups);
  const drawn = bars.map(({ spreads: ones }, index) => {
    const measured = ones.flatMap((spread, series) => (spread === null ? [] : [{ spread, series }]));
    return measured.map(({ spread, series }, place) => {
      const x = slot * (index + 0.5) + (place - measured.length / 2) * thick;
      const [zero, top] = [y.at(0), y.at(spread.mean)];
      const middle = x + thick / 2;
      const whisker =
        spread.deviation === null
          ? null
          : html`<path class="axis" fill="none" stroke-width="1.6" d="M${pixel(middle)} ${pixel(y.at(spread.mean - spread.deviation))}V${pixel(y.at(spread.mean + spread.deviation))}m-5 0h10M${pixel(middle - 5)} ${pixel(y.at(spread.mean - spread.deviation))}h10"/>`;
      const above = Math.min(top, y.at(spread.mean + (spread.deviation ?? 0)), zero) - 5;
      return html`<g class="${seriesClass(series)}"><rect class="ground" x="${pixel(x)}" y="${pixel(Math.min(zero, top))}" width="${pixel(thick)}" height="${pixel(Math.abs(zero - top))}"/><rect x="${pixel(x)}" y="${pixel(Math.min(zero, top))}" width="${pixel(thick)}" height="${pixel(Math.abs(zero - top))}" fill="url(#mettle-hatch-${series})" stroke="currentColor" stroke-width="1.4"/>${whisker}${label(valueLabel(spread.mean), { x: middle, y: above, anchor: 'middle', kind: 'soft' })}</g>`;
    });
  });
  return panel({
    title: '',
    yLabel: unit,
    y,
    xLabel: '',
    x: bars.map(({ figure }, index) => ({ at: slot * (index + 0.5), text: figure })),
    content: html`${drawn}`,
  });
}

/** Counts in full, as far as a bar has space for them; anything else with three digits. */
function valueLabel(value: number): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 1e6;
  return tickLabel(isCount ? value : Number(value.toPrecision(3)));
}

/** How a bar is filled: lines of another angle and distance for each series, the first one solid. */
function hatch(series: number): Html {
  const angle = [0, 45, 135, 90, 0, 20][series % 6] ?? 0;
  const distance = 6 + 3 * (Math.floor(series / 6) % 3);
  const lines =
    series === 0
      ? html`<rect width="${distance}" height="${distance}" fill="currentColor" opacity="0.75"/>`
      : html`<path d="M0 ${distance / 2}H${distance}" stroke="currentColor" stroke-width="2"/>`;
  return html`<pattern id="mettle-hatch-${series}" class="${seriesClass(series)}" width="${distance}" height="${distance}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${lines}</pattern>`;
}
