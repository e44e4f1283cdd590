import type { MettleError } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import {
  type Html,
  html,
  legend,
  marker,
  niceScale,
  PANEL,
  panel,
  picture,
  pixel,
  type Scale,
  seriesClass,
  seriesDash,
} from '../../report/internal.js';
import { trainingError } from '../error-codes.js';
import type { History } from '../history.js';
import { unitOf } from '../metrics/usage-figures.js';
import { checkPlotOptions, type PlotOptions } from './plot-options.js';
import { type NamedRuns, namedRuns, type Spread, spreadOf } from './runs.js';

/** What a plot of a training needs: the result of `fit`, or as much of it. */
export type PlottedHistory = Pick<History, 'epoch' | 'history'>;

/** Characters of a name that the legend shows before what is said of the series. */
const LONGEST_GROUP = 26;

/** Points of a line that get a marker. */
const MOST_MARKERS = 24;

/** Runs that are drawn as one line in each panel. */
interface Series {
  readonly name: string;
  readonly histories: readonly PlottedHistory[];
  readonly prefix: '' | 'val_';
}

/** What a series came to in one epoch. */
interface Point {
  readonly epoch: number;
  readonly spread: Spread;
}

/**
 * Draws the curves of a training as SVG: a panel for each figure, the selection set (`val_…`) beside the examples that
 * were learned from. Several runs become their mean with a band of one standard deviation; runs by name are compared.
 * Lines differ in dashes and points, not in colour alone.
 *
 * @example
 * ```ts
 * import { plotHistory } from 'mettle/training';
 *
 * const run = (reward) => ({ epoch: [0, 1, 2], history: { reward, val_reward: reward } });
 * const svg = plotHistory({
 *   greedy: [run([0.1, 0.4, 0.5]), run([0.2, 0.4, 0.7])],
 *   'few shot': run([0.1, 0.2, 0.6]),
 * });
 * console.log(svg.startsWith('<svg')); // → true
 * ```
 * @throws {MettleError} `training/nothing_to_plot` where no figure was measured.
 */
export function plotHistory(
  runs:
    | PlottedHistory
    | readonly PlottedHistory[]
    | Readonly<Record<string, PlottedHistory | readonly PlottedHistory[]>>,
  options: PlotOptions = {},
): string {
  checkPlotOptions(options, 'plotHistory');
  const groups = namedRuns<PlottedHistory>(
    runs,
    isHistory,
    'plotHistory takes what fit gives, with epoch and history',
  );
  const figures = options.figures ?? measured(groups);
  const series = seriesOf(groups).filter((one) => figures.some((figure) => pointsOf(one, figure).length > 0));
  const panels = figures.flatMap((figure) => {
    const lines = series.map((one) => pointsOf(one, figure));
    return lines.some((points) => points.length > 0) ? [historyPanel(figure, lines)] : [];
  });
  if (panels.length === 0) throw nothingToPlot('plotHistory');
  const names = series.map(({ name }) => name);
  return picture({
    title: options.title ?? 'Training',
    description: `Curves of ${figures.join(', ')} over epochs: ${names.join('; ')}.`,
    legend: (width) => legend(names, width, 'line'),
    panels,
    theme: options.theme ?? 'auto',
  });
}

/** The error where nothing was measured. */
export function nothingToPlot(owner: string): MettleError {
  return trainingError(
    'nothing_to_plot',
    `${owner}: none of these runs has a figure to show. Train for at least one epoch, or name other figures.`,
  );
}

function isHistory(value: object): value is PlottedHistory {
  if (!('history' in value && 'epoch' in value)) return false;
  return Array.isArray(value.epoch) && typeof value.history === 'object' && value.history !== null;
}

function measured(groups: NamedRuns<PlottedHistory>): readonly string[] {
  const names = [...groups.values()].flat().flatMap(({ history }) => Object.keys(history));
  return [...new Set(names.map((name) => name.replace(/^val_/, '')))];
}

function seriesOf(groups: NamedRuns<PlottedHistory>): readonly Series[] {
  return [...groups].flatMap(([group, histories]) =>
    (['', 'val_'] as const).map((prefix) => {
      const set = prefix === '' ? 'training' : 'validation';
      const count = histories.length > 1 ? ` (mean ± sd of ${histories.length} runs)` : '';
      return {
        name: `${group === '' ? set : `${shortened(group, LONGEST_GROUP)}, ${set}`}${count}`,
        histories,
        prefix,
      };
    }),
  );
}

function pointsOf({ histories, prefix }: Series, figure: string): readonly Point[] {
  const values = new Map<number, (number | null)[]>();
  for (const { epoch, history } of histories) {
    const name = `${prefix}${figure}`;
    const figures = Object.hasOwn(history, name) ? (history[name] ?? []) : [];
    for (const [index, number] of epoch.entries()) {
      const others = values.get(number);
      if (others === undefined) values.set(number, [figures[index] ?? null]);
      else others.push(figures[index] ?? null);
    }
  }
  return [...values]
    .sort(([left], [right]) => left - right)
    .flatMap(([epoch, all]) => {
      const spread = spreadOf(all);
      return spread === null ? [] : [{ epoch, spread }];
    });
}

function historyPanel(figure: string, lines: readonly (readonly Point[])[]): Html {
  const points = lines.flat();
  const epochs = points.map(({ epoch }) => epoch);
  const x = niceScale(epochs, [10, PANEL.width - 10], { wanted: 8, whole: true });
  const y = niceScale(
    points.flatMap(({ spread: { mean, deviation } }) => [mean - (deviation ?? 0), mean + (deviation ?? 0)]),
    [PANEL.height, 0],
  );
  const first = epochs.reduce((least, epoch) => Math.min(least, epoch), Number.POSITIVE_INFINITY);
  return panel({
    title: figure,
    yLabel: unitOf(figure),
    y,
    xLabel: 'epoch',
    x: x.ticks.filter((tick) => tick >= first).map((tick) => ({ at: x.at(tick), text: String(tick) })),
    content: html`${lines.map((line, series) => lineOf(line, series, x, y))}`,
  });
}

function lineOf(points: readonly Point[], series: number, x: Scale, y: Scale): Html | null {
  if (points.length === 0) return null;
  const at = (epoch: number, value: number): string => `${pixel(x.at(epoch))} ${pixel(y.at(value))}`;
  const upper = points.map(({ epoch, spread }) => at(epoch, spread.mean + (spread.deviation ?? 0)));
  const lower = points.map(({ epoch, spread }) => at(epoch, spread.mean - (spread.deviation ?? 0)));
  const hasBand = points.some(({ spread }) => (spread.deviation ?? 0) > 0);
  const band = `M${[...upper, ...lower.toReversed()].join('L')}Z`;
  const line = `M${points.map(({ epoch, spread }) => at(epoch, spread.mean)).join('L')}`;
  // Many points would hide the line.
  const every = Math.ceil(points.length / MOST_MARKERS);
  const markers = points
    .filter((_, index) => index % every === 0 || index === points.length - 1)
    .map(({ epoch, spread }) => marker(series, x.at(epoch), y.at(spread.mean)));
  return html`<g class="${seriesClass(series)}">${hasBand && html`<path d="${band}" fill="currentColor" opacity="0.15"/>`}<path d="${line}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="${seriesDash(series)}"/>${markers}</g>`;
}
