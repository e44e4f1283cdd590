import { Html } from '../markup.js';

/** On what a plot is shown: what the reader's system asks for, or one of both. */
export type PlotTheme = 'auto' | 'light' | 'dark';

/** Names of the themes. */
export const THEMES: readonly PlotTheme[] = ['auto', 'light', 'dark'];

/**
 * Colours that people with any colour vision tell apart (after Okabe and Ito 2008, *Color Universal Design*), each for a
 * light ground and for a dark one.
 */
const COLOURS: readonly (readonly [light: string, dark: string])[] = [
  ['#0072b2', '#56b4e9'],
  ['#c04a00', '#f08a3c'],
  ['#00795a', '#2bc79a'],
  ['#a83279', '#e29ac6'],
  ['#6b5900', '#f0e442'],
  ['#333333', '#dddddd'],
];

/** What a line is broken into. There is one more than of colours, so that both together repeat late. */
const DASHES = ['none', '8 5', '2 4', '12 4 2 4', '5 3', '16 6', '1 3'] as const;

/** The class that gives a series its colour. */
export function seriesClass(series: number): string {
  return `s${series % COLOURS.length}`;
}

/** How the line of a series is broken: it tells series apart where there is no colour. */
export function seriesDash(series: number): string {
  return DASHES[series % DASHES.length] ?? 'none';
}

/** The class of the whole picture: rules of one plot don't reach others on the same page. */
export function plotClass(theme: PlotTheme): string {
  return `mettle-plot-${theme}`;
}

/** The style sheet of a plot. It brings its own ground, so that it can be read on a page of any colour. */
export function plotStyle(theme: PlotTheme): Html {
  const scope = `.${plotClass(theme)}`;
  const light = rules(scope, 0, { ground: '#ffffff', ink: '#1a1a1a', soft: '#565656', grid: '#dcdcdc' });
  const dark = rules(scope, 1, { ground: '#16181c', ink: '#f0f0f0', soft: '#b8b8b8', grid: '#3c4048' });
  const fonts =
    `${scope} text { font: 13px system-ui, "Helvetica Neue", Arial, sans-serif; } ` +
    `${scope} .title { font-size: 17px; font-weight: 600; } ${scope} .panel { font-weight: 600; }`;
  const colours = {
    light,
    dark,
    auto: `${light} @media (prefers-color-scheme: dark) { ${dark} }`,
  }[theme];
  return new Html(`<style>${fonts} ${colours}</style>`);
}

function rules(
  scope: string,
  ground: 0 | 1,
  colours: Readonly<Record<'ground' | 'ink' | 'soft' | 'grid', string>>,
): string {
  const series = COLOURS.map((pair, index) => `${scope} .s${index} { color: ${pair[ground]}; }`).join(' ');
  return (
    `${scope} .ground { fill: ${colours.ground}; } ${scope} text { fill: ${colours.ink}; } ` +
    `${scope} .soft { fill: ${colours.soft}; } ${scope} .grid { stroke: ${colours.grid}; } ` +
    `${scope} .axis { stroke: ${colours.soft}; } ${series}`
  );
}
