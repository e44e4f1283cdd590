/** What siblings need of report/; no part of the package. */
export { duration, percent } from './html.js';
export { Html, html } from './markup.js';
export { type BarGroup, barPanel, barPatterns } from './plots/bars.js';
export { fittedText, labelWidth, legend } from './plots/legend.js';
export { marker, pixel } from './plots/marker.js';
export { PANEL, panel } from './plots/panel.js';
export { picture } from './plots/picture.js';
export { PICTURE_OPTIONS, type PictureOptions } from './plots/picture-options.js';
export { type PlotPoint, pointSeries } from './plots/points.js';
export { niceScale, type Scale, tickLabel } from './plots/scale.js';
export { type PlotTheme, seriesClass, seriesDash } from './plots/style.js';
export { reportStyle } from './report-style.js';
export { scriptDiff } from './script-diff.js';
export { show } from './show.js';
export { stepsView, verdictPills } from './trajectory-view.js';
