/** What siblings need of report/; no part of the package. */
export { duration, percent } from './html.js';
export { Html, html } from './markup.js';
export { type Legend, label, labelWidth, legend } from './plots/legend.js';
export { marker, pixel } from './plots/marker.js';
export { PANEL, PANEL_HEIGHT, PANEL_WIDTH, panel } from './plots/panel.js';
export { picture } from './plots/picture.js';
export { niceScale, type Scale, tickLabel } from './plots/scale.js';
export { type PlotTheme, plotClass, plotStyle, seriesClass, seriesDash, THEMES } from './plots/style.js';
export { reportStyle } from './report-style.js';
export { scriptDiff } from './script-diff.js';
export { show } from './show.js';
export { stepsView, verdictPills } from './trajectory-view.js';
