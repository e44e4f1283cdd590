import { shortened } from '../../core/internal.js';
import { type Html, html } from '../markup.js';
import { marker, pixel } from './marker.js';
import { seriesClass, seriesDash } from './style.js';

/** Characters of a name that a plot shows; more of it is in its tooltip. */
const LONGEST = 64;
/** Characters of its tooltip. */
const MOST_SHOWN = 1000;
const ROW = 22;
const SAMPLE = 44;
/** About how wide a letter is, in pixels. */
const LETTER = 7.4;

/** A legend and the height that it takes. */
export interface Legend {
  readonly content: Html;
  readonly height: number;
}

/** The names of series in rows of a given width, each behind a piece of its line or bar. */
export function legend(names: readonly string[], width: number, sample: 'line' | 'bar'): Legend {
  if (names.length < 2 && sample === 'bar') return { content: html``, height: 0 };
  let x = 0;
  let y = 0;
  const entries = names.map((name, series) => {
    const needed = SAMPLE + labelWidth(name) + 18;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += ROW;
    }
    const entry = html`<g class="${seriesClass(series)}" transform="translate(${pixel(x)} ${y})">${
      sample === 'line' ? lineSample(series) : barSample(series)
    }${label(name, { x: SAMPLE, y: 13 })}</g>`;
    x += needed;
    return entry;
  });
  return { content: html`${entries}`, height: y + ROW };
}

/** Text at a place, cut where it is long, with the whole of it as a tooltip. */
export function label(
  text: string,
  place: {
    readonly x: number;
    readonly y: number;
    readonly anchor?: 'start' | 'middle' | 'end';
    readonly kind?: string;
  },
): Html {
  const shown = shortened(text, LONGEST);
  const whole = shown === text ? null : tooltip(text);
  return html`<text x="${pixel(place.x)}" y="${pixel(place.y)}" text-anchor="${place.anchor ?? 'start'}" class="${place.kind ?? 'plain'}">${shown}${whole}</text>`;
}

/** What is shown to who points at an element, cut where it is long. */
export function tooltip(text: string): Html {
  return html`<title>${shortened(text, MOST_SHOWN)}</title>`;
}

/** About how wide a label is, in pixels; in the reader's font it may differ. */
export function labelWidth(text: string): number {
  return [...shortened(text, LONGEST)].reduce(
    (sum, character) => sum + (character.charCodeAt(0) > 0x2e7f ? 13.5 : LETTER),
    0,
  );
}

/** As much of a text as fits into so many pixels. */
export function fittedText(text: string, width: number): string {
  return shortened(text, Math.max(2, Math.floor(width / LETTER)));
}

function lineSample(series: number): Html {
  return html`<path d="M0 9H36" stroke="currentColor" stroke-width="2" fill="none" stroke-dasharray="${seriesDash(series)}"/>${marker(series, 18, 9)}`;
}

function barSample(series: number): Html {
  return html`<rect x="10" y="2" width="26" height="14" fill="url(#mettle-hatch-${series})" stroke="currentColor" stroke-width="1.4"/>`;
}
