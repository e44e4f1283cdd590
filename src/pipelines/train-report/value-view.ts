import type { Json } from '../../core/index.js';
import { Html, html } from '../../report/internal.js';
import { cutText } from './cut-text.js';

/** The colours that ARC's own pages use for 0 to 9. */
const COLOURS = [
  '#000000',
  '#0074d9',
  '#ff4136',
  '#2ecc40',
  '#ffdc00',
  '#aaaaaa',
  '#f012be',
  '#ff851b',
  '#7fdbff',
  '#870c25',
] as const;
const CELL = 12;
/** Longest side of a grid that is drawn. */
const MOST_CELLS = 40;
/** Most characters of a value that are shown. */
const MOST_CHARACTERS = 400;

/** A value as a reader sees it: a grid of colours as a picture, everything else as JSON. */
export function valueView(value: Json): Html {
  const grid = gridOf(value);
  if (grid !== null) return gridPicture(grid);
  return html`<code>${cutText(JSON.stringify(value), MOST_CHARACTERS)}</code>`;
}

/** The value as a rectangle of colours from 0 to 9; null for what is none. */
function gridOf(value: Json): readonly (readonly number[])[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CELLS) return null;
  const width = Array.isArray(value[0]) ? value[0].length : 0;
  const isGrid = (value as readonly Json[]).every(
    (row) =>
      Array.isArray(row) &&
      row.length === width &&
      row.every((cell) => typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell <= 9),
  );
  return isGrid && width > 0 && width <= MOST_CELLS ? (value as readonly (readonly number[])[]) : null;
}

function gridPicture(grid: readonly (readonly number[])[]): Html {
  const height = grid.length;
  const width = grid[0]?.length ?? 0;
  const colours = [...new Set(grid.flat())].map((colour) => {
    const cells = grid.flatMap((row, y) =>
      row.flatMap((cell, x) => (cell === colour ? `M${x} ${y}h1v1h-1z` : [])),
    );
    return html`<path d="${cells.join('')}" fill="${COLOURS[colour] ?? '#000000'}"/>`;
  });
  const label = `grid of ${height} by ${width}: ${grid.map((row) => row.join(' ')).join('; ')}`;
  return html`<svg class="grid" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" style="--width:${width * CELL}px" stroke="#55555588" stroke-width="0.08">${colours}</svg>`;
}

/** Styles of {@link valueView}. */
export const valueStyle: Html = new Html(
  '.grid{width:var(--width);max-width:100%;height:auto;border:1px solid var(--line);display:block}',
);
