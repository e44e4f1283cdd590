export type { PlotTheme } from '../../report/internal.js';
export { type PlottedHistory, plotHistory } from './plot-history.js';
export { plotMetrics } from './plot-metrics.js';
export type { PlotOptions } from './plot-options.js';
