import { type Html, html } from '../markup.js';
import { tooltip } from './legend.js';
import { marker, pixel } from './marker.js';
import { seriesClass } from './style.js';

/** A point of a series, in pixels of the drawing area. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  /** Shown to who points at it. */
  readonly title: string;
  /** Where its interval begins and ends. Default: it has none. */
  readonly interval?: { readonly low: number; readonly high: number };
}

/** The points of a series with their intervals, joined by a line if asked. */
export function pointSeries(
  points: readonly PlotPoint[],
  { series, isJoined = false }: { readonly series: number; readonly isJoined?: boolean },
): Html {
  const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${pixel(x)} ${pixel(y)}`).join('');
  const drawn = points.map(({ x, y, title, interval }) => {
    const bar =
      interval === undefined
        ? null
        : html`<path fill="none" stroke="currentColor" stroke-width="1.4" d="${whisker(x, interval)}"/>`;
    return html`<g>${tooltip(title)}${bar}${marker(series, x, y)}</g>`;
  });
  return html`<g class="${seriesClass(series)}">${isJoined && html`<path fill="none" stroke="currentColor" stroke-width="1.6" d="${line}"/>`}${drawn}</g>`;
}

/** The path of an interval: an upright line with a short one across each end. */
export function whisker(x: number, { low, high }: { readonly low: number; readonly high: number }): string {
  return `M${pixel(x)} ${pixel(low)}V${pixel(high)}m-5 0h10M${pixel(x - 5)} ${pixel(low)}h10`;
}
