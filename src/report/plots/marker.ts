import { type Html, html } from '../markup.js';

/** Shapes of points, filled with the series' colour or with the ground's. */
const SHAPES: readonly { readonly path: string; readonly open: boolean }[] = [
  { path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', open: false },
  { path: 'M-3.5 -3.5h7v7h-7z', open: true },
  { path: 'M0 -5l4.5 8h-9z', open: false },
  { path: 'M0 -5l5 5l-5 5l-5 -5z', open: true },
  { path: 'M-4 -4l8 8M-4 4l8 -8', open: true },
  { path: 'M0 -5v10M-5 0h10', open: true },
  { path: 'M0 5l4.5 -8h-9z', open: true },
  { path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', open: true },
];

/** The point of a series, at its place. */
export function marker(series: number, x: number, y: number): Html {
  const { path, open } = SHAPES[series % SHAPES.length] ?? { path: '', open: false };
  const fill = open ? html`class="ground"` : html`fill="currentColor"`;
  return html`<path d="${path}" transform="translate(${pixel(x)} ${pixel(y)})" ${fill} stroke="currentColor" stroke-width="1.6"/>`;
}

/** A length in pixels, as short as a picture needs. */
export function pixel(length: number): string {
  return String(Math.round(length * 100) / 100);
}
