import { shortened } from '../../core/internal.js';
import { type Html, html } from '../markup.js';
import { type Legend, label } from './legend.js';
import { PANEL_HEIGHT, PANEL_WIDTH } from './panel.js';
import { type PlotTheme, plotClass, plotStyle } from './style.js';

const MARGIN = 20;
const TITLE = 34;

/** The whole picture: a title, a legend, panels in up to two columns. */
export function picture(options: {
  readonly title: string;
  /** What the picture shows, for who can't see it. */
  readonly description: string;
  readonly legend: (width: number) => Legend;
  readonly panels: readonly Html[];
  readonly definitions?: Html;
  readonly theme: PlotTheme;
}): string {
  const columns = Math.min(2, options.panels.length);
  const width = columns * PANEL_WIDTH + 2 * MARGIN;
  const key = options.legend(width - 2 * MARGIN);
  const top = MARGIN + TITLE + key.height;
  const height = top + Math.ceil(options.panels.length / columns) * PANEL_HEIGHT + MARGIN / 2;
  const panels = options.panels.map((content, index) => {
    const x = MARGIN + (index % columns) * PANEL_WIDTH;
    const y = top + Math.floor(index / columns) * PANEL_HEIGHT;
    return html`<g transform="translate(${x} ${y})">${content}</g>`;
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" class="${plotClass(options.theme)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${shortened(options.title, 1000)}</title><desc>${shortened(options.description, 4000)}</desc>${plotStyle(options.theme)}${options.definitions ?? null}<rect class="ground" width="${width}" height="${height}"/>${label(options.title, { x: MARGIN, y: MARGIN + 14, kind: 'title' })}<g transform="translate(${MARGIN} ${MARGIN + TITLE - 6})">${key.content}</g>${panels}</svg>
`.text;
}
