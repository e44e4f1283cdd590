import { type Html, html } from '../markup.js';
import { label } from './legend.js';
import { pixel } from './marker.js';
import { type Scale, tickLabel } from './scale.js';

/** Size of the drawing area of a panel and the space for what is written around it, in pixels. */
export const PANEL = { width: 460, height: 220, left: 78, right: 24, top: 34, bottom: 52 } as const;

/** Width of a panel with what is written around it. */
export const PANEL_WIDTH: number = PANEL.left + PANEL.width + PANEL.right;
/** Height of a panel with what is written around it. */
export const PANEL_HEIGHT: number = PANEL.top + PANEL.height + PANEL.bottom;

/** Axes with their numbers and names around a drawing, whose origin is the upper left corner of the drawing area. */
export function panel(options: {
  readonly title: string;
  readonly yLabel: string;
  readonly y: Scale;
  readonly xLabel: string;
  /** Ticks of the horizontal axis. */
  readonly x: readonly { readonly at: number; readonly text: string }[];
  readonly content: Html;
}): Html {
  const { width, height, left, top } = PANEL;
  const rows = options.y.ticks.map((tick) => {
    const y = options.y.at(tick);
    return html`<line class="grid" x1="0" x2="${width}" y1="${pixel(y)}" y2="${pixel(y)}"/>${label(tickLabel(tick), { x: -8, y: y + 4, anchor: 'end', kind: 'soft' })}`;
  });
  const columns = options.x.map(
    ({ at, text }) =>
      html`<line class="axis" x1="${pixel(at)}" x2="${pixel(at)}" y1="${height}" y2="${height + 5}"/>${label(text, { x: at, y: height + 20, anchor: 'middle', kind: 'soft' })}`,
  );
  return html`<g transform="translate(${left} ${top})">${label(options.title, { x: 0, y: -14, kind: 'panel' })}${rows}${columns}<path class="axis" fill="none" d="M0 0V${height}H${width}"/>${label(options.xLabel, { x: width / 2, y: height + 42, anchor: 'middle' })}<g transform="translate(${-left + 18} ${height / 2}) rotate(-90)">${label(options.yLabel, { x: 0, y: 0, anchor: 'middle' })}</g>${options.content}</g>`;
}
