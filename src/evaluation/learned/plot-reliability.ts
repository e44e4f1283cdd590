import { defineOptions } from '../../core/index.js';
import {
  html,
  legend,
  niceScale,
  PANEL,
  PICTURE_OPTIONS,
  type PictureOptions,
  panel,
  picture,
  pixel,
  pointSeries,
  tickLabel,
} from '../../report/internal.js';
import type { ClassifierMetrics } from './classifier-metrics.js';

const checkOptions = defineOptions<PictureOptions>()('plotReliability', PICTURE_OPTIONS);

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
  options: PictureOptions = {},
): string {
  const { title = 'Reliability', theme = 'auto' } = checkOptions(options);
  const y = niceScale([0, 1], [PANEL.height, 0]);
  const x = niceScale([0, 1], [0, PANEL.width]);
  const filled = report.reliability.flatMap(({ predicted, observed, count }) =>
    predicted === null || observed === null ? [] : [{ predicted, observed, count }],
  );
  const points = filled.map(({ predicted, observed, count }) => ({
    x: x.at(predicted),
    y: y.at(observed),
    title: `${count} at about ${predicted.toFixed(2)}: ${observed.toFixed(2)} true`,
  }));
  const total = filled.reduce((sum, { count }) => sum + count, 0);
  const content = html`<path class="grid" fill="none" stroke-dasharray="4 4" d="M${pixel(x.at(0))} ${pixel(y.at(0))}L${pixel(x.at(1))} ${pixel(y.at(1))}"/>${pointSeries(points, { series: 0, isJoined: true })}`;
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
