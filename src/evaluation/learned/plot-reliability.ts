import { defineOptions, option } from '../../core/index.js';
import {
  html,
  legend,
  marker,
  niceScale,
  PANEL,
  type PlotTheme,
  panel,
  picture,
  pixel,
  seriesClass,
  THEMES,
  tickLabel,
} from '../../report/internal.js';
import type { ClassifierMetrics } from './classifier-metrics.js';

/** How {@link plotReliability} looks. */
export interface ReliabilityPlotOptions {
  /** Default `Reliability`. */
  readonly title?: string;
  /** Default `auto`: dark where the reader's system is. */
  readonly theme?: PlotTheme;
}

const checkOptions = defineOptions<ReliabilityPlotOptions>()('plotReliability', {
  title: option.string,
  theme: option.oneOf(THEMES),
});

/**
 * Draws a reliability curve in SVG: for each bin of predicted probability the share that was true; pointing at a
 * point says how many there were. The line from corner to corner is where a probability means what it says.
 *
 * @example
 * ```ts
 * import { plotReliability } from 'mettle/evaluation';
 *
 * const bin = { low: 0.9, high: 1, count: 20, predicted: 0.94, observed: 0.9 };
 * console.log(plotReliability({ reliability: [bin] }).startsWith('<svg')); // → true
 * ```
 */
export function plotReliability(
  report: Pick<ClassifierMetrics, 'reliability'>,
  options: ReliabilityPlotOptions = {},
): string {
  const { title = 'Reliability', theme = 'auto' } = checkOptions(options);
  const y = niceScale([0, 1], [PANEL.height, 0]);
  const x = niceScale([0, 1], [0, PANEL.width]);
  const filled = report.reliability.flatMap(({ predicted, observed, count }) =>
    predicted === null || observed === null ? [] : [{ predicted, observed, count }],
  );
  const line = filled
    .map(
      ({ predicted, observed }, index) =>
        `${index === 0 ? 'M' : 'L'}${pixel(x.at(predicted))} ${pixel(y.at(observed))}`,
    )
    .join('');
  const points = filled.map(
    ({ predicted, observed, count }) =>
      html`<g><title>${`${count} at about ${predicted.toFixed(2)}: ${observed.toFixed(2)} true`}</title>${marker(0, x.at(predicted), y.at(observed))}</g>`,
  );
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  const content = html`<path class="grid" fill="none" stroke-dasharray="4 4" d="M${pixel(x.at(0))} ${pixel(y.at(0))}L${pixel(x.at(1))} ${pixel(y.at(1))}"/><g class="${seriesClass(0)}"><path fill="none" stroke="currentColor" stroke-width="1.6" d="${line}"/>${points}</g>`;
  return picture({
    title,
    description: `Of ${total} predictions, by probability: ${filled.map(({ predicted, observed, count }) => `${count} at ${predicted.toFixed(2)}, of which ${observed.toFixed(2)} were true`).join('; ')}.`,
    legend: (width) => legend([], width, 'line'),
    panels: [
      panel({
        title: `${total} predictions on unseen tasks`,
        yLabel: 'share that was true',
        y,
        xLabel: 'predicted probability',
        x: x.ticks.map((tick) => ({ at: x.at(tick), text: tickLabel(tick) })),
        content,
      }),
    ],
    theme,
  });
}
