/** What siblings need of report/; no part of the package. */
export { duration, percent } from './html.js';
export { Html, html } from './markup.js';
export { label, labelWidth, legend } from './plots/legend.js';
export { marker, pixel } from './plots/marker.js';
export { PANEL, panel } from './plots/panel.js';
export { picture } from './plots/picture.js';
export { niceScale, type Scale, tickLabel } from './plots/scale.js';
export { type PlotTheme, seriesClass, seriesDash, THEMES } from './plots/style.js';
export { reportStyle } from './report-style.js';
export { scriptDiff } from './script-diff.js';
export { show } from './show.js';
export { stepsView, verdictPills } from './trajectory-view.js';
