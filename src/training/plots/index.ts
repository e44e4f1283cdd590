export type { PlotTheme } from '../../report/internal.js';
export type { PlotOptions } from './picture.js';
export { type PlottedHistory, plotHistory } from './plot-history.js';
export { plotMetrics } from './plot-metrics.js';
