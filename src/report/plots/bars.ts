import { type Html, html } from '../markup.js';
import { fittedText, label, tooltip } from './legend.js';
import { pixel } from './marker.js';
import { PANEL, panel } from './panel.js';
import { whisker } from './points.js';
import { niceScale, tickLabel } from './scale.js';
import { seriesClass } from './style.js';

/** A bar of a series. */
interface Bar {
  readonly series: number;
  readonly value: number;
  /** Half the length of its whisker; null for none. */
  readonly deviation: number | null;
}

/** Bars that stand side by side over one name. */
export interface BarGroup {
  readonly name: string;
  readonly bars: readonly Bar[];
}

/** Pixels of the widest bar. */
const WIDEST = 46;

/** A panel of bars with their numbers above. {@link barPatterns} have to be among the picture's definitions. */
export function barPanel({
  title,
  xLabel,
  yLabel,
  groups,
  most = Math.max(1, ...groups.map(({ bars }) => bars.length)),
  whole = false,
  upTo = 0,
}: {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly groups: readonly BarGroup[];
  /** Bars that a group has space for. Default: as many as the largest has. */
  readonly most?: number;
  /** Whether the upright axis has whole numbers alone. */
  readonly whole?: boolean;
  /** The least number that the axis reaches. */
  readonly upTo?: number;
}): Html {
  const ends = groups.flatMap(({ bars }) =>
    bars.flatMap(({ value, deviation }) => [value - (deviation ?? 0), value + (deviation ?? 0)]),
  );
  // Space above the tallest bar for its number.
  const y = niceScale([0, upTo, ...ends], [PANEL.height, 14], { whole });
  const slot = PANEL.width / Math.max(1, groups.length);
  const thick = Math.min(WIDEST, (slot * 0.72) / most);
  const drawn = groups.map(({ name, bars }, index) =>
    bars.map(({ series, value, deviation }, place) => {
      const x = slot * (index + 0.5) + (place - bars.length / 2) * thick;
      const [zero, top] = [y.at(0), y.at(value)];
      const middle = x + thick / 2;
      const range =
        deviation === null ? null : { low: y.at(value - deviation), high: y.at(value + deviation) };
      const above = Math.min(top, range?.high ?? top, zero) - 5;
      const shape = html`x="${pixel(x)}" y="${pixel(Math.min(zero, top))}" width="${pixel(thick)}" height="${pixel(Math.abs(zero - top))}"`;
      return html`<g class="${seriesClass(series)}">${tooltip(`${name}: ${valueLabel(value)}`)}<rect class="ground" ${shape}/><rect ${shape} fill="url(#mettle-hatch-${series})" stroke="currentColor" stroke-width="1.4"/>${range && html`<path class="axis" fill="none" stroke-width="1.6" d="${whisker(middle, range)}"/>`}${label(valueLabel(value), { x: middle, y: above, anchor: 'middle', kind: 'soft' })}</g>`;
    }),
  );
  return panel({
    title,
    yLabel,
    y,
    xLabel,
    x: groups.map(({ name }, index) => ({ at: slot * (index + 0.5), text: fittedText(name, slot) })),
    content: html`${drawn}`,
  });
}

/** How the bars of each series are filled: lines of another angle and distance, the first one solid. */
export function barPatterns(series: number): Html {
  return html`<defs>${Array.from({ length: series }, (_, index) => pattern(index))}</defs>`;
}

function pattern(series: number): Html {
  const angle = [0, 45, 135, 90, 0, 20][series % 6] ?? 0;
  const distance = 6 + 3 * (Math.floor(series / 6) % 3);
  const lines =
    series === 0
      ? html`<rect width="${distance}" height="${distance}" fill="currentColor" opacity="0.75"/>`
      : html`<path d="M0 ${distance / 2}H${distance}" stroke="currentColor" stroke-width="2"/>`;
  return html`<pattern id="mettle-hatch-${series}" class="${seriesClass(series)}" width="${distance}" height="${distance}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${lines}</pattern>`;
}

/** Counts in full, as far as a bar has space for them; anything else with three digits. */
function valueLabel(value: number): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 1e6;
  return tickLabel(isCount ? value : Number(value.toPrecision(3)));
}
