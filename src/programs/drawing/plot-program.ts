import { defineOptions, option } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import { Html, html } from '../../report/internal.js';
import { layOut } from './layered-layout.js';
import { PLOT_OPTIONS, type PlotProgramOptions, plotSettings } from './plot-options.js';
import { type DrawnProgram, type PictureNode, programPicture } from './program-picture.js';

/** How {@link plotProgram} draws. */
export interface SvgProgramOptions extends PlotProgramOptions {
  /** Default `auto`: dark where the reader's system is. */
  readonly theme?: 'auto' | 'light' | 'dark';
}

const checkSvgOptions = defineOptions<SvgProgramOptions>()('plotProgram', {
  ...PLOT_OPTIONS,
  theme: option.oneOf(['auto', 'light', 'dark']),
});

const MARGIN = 20;
const TITLE = 36;
const PADDING = 14;
const GAPS = { across: 28, along: 46 };
const LINE = 18;
const LONGEST = 48;

interface Box {
  readonly node: PictureNode;
  readonly lines: readonly { readonly text: string; readonly kind: 'name' | 'class' | 'detail' }[];
  readonly width: number;
  readonly height: number;
}

/**
 * A picture of a program as SVG: inputs and outputs are rounded, modules square, programs inside it have a double frame, optional
 * inputs a broken one. It brings its own ground, so that it can be read on a page of any colour, and in black and white.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function plotProgram(program: DrawnProgram, options: SvgProgramOptions = {}): string {
  checkSvgOptions(options);
  const settings = plotSettings(program, options);
  const { theme = 'auto' } = options;
  const { nodes, edges } = programPicture(program, settings);
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node, settings)]));
  const isDown = settings.direction === 'TB';
  const layout = layOut(
    [...boxes].map(([id, { width, height }]) => ({
      id,
      across: isDown ? width : height,
      along: isDown ? height : width,
    })),
    edges,
    GAPS,
  );
  const title = shortened(settings.title, 100);
  const [inner, below] = isDown ? [layout.across, layout.along] : [layout.along, layout.across];
  const width = Math.ceil(Math.max(inner, widthOf(title) * 1.4) + 2 * MARGIN);
  const height = Math.ceil(below + 2 * MARGIN + TITLE);
  const shift = (width - inner) / 2;
  const point = (across: number, along: number) =>
    isDown
      ? { x: shift + across, y: MARGIN + TITLE + along }
      : { x: shift + along, y: MARGIN + TITLE + across };
  const lines = edges.map(({ from, to }, index) => {
    const [start, end] = [layout.places.get(from), layout.places.get(to)];
    const box = boxes.get(from);
    if (start === undefined || end === undefined || box === undefined) return null;
    const stops = [
      { across: start.across, from: start.along + (isDown ? box.height : box.width), to: start.rowEnd },
      ...(layout.bends[index] ?? []),
      { across: end.across, from: end.along, to: 0 },
    ];
    return drawEdge(stops, point, isDown);
  });
  const drawn = [...boxes].map(([id, box]) => {
    const place = layout.places.get(id) ?? { across: 0, along: 0, rowEnd: 0 };
    const { x, y } = point(place.across, place.along);
    return drawBox(box, isDown ? { x, y } : { x: x + box.width / 2, y: y - box.height / 2 });
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" role="img" class="mettle-program-${theme}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${title}</title><desc>${shortened(describe(nodes, edges), 4000)}</desc>${style(theme)}<rect class="ground" width="${width}" height="${height}"/><text class="title" x="${MARGIN}" y="${MARGIN + 16}">${title}</text>${lines}${drawn}</svg>
`.text;
}

function boxOf(node: PictureNode, settings: Required<PlotProgramOptions>): Box {
  const { title, className, optional, fields, trained, fixed } = node;
  const lines = [
    { text: shortened(`${title}${optional ? ' (optional)' : ''}`, LONGEST), kind: 'name' as const },
    ...(settings.showClasses && className !== ''
      ? [{ text: shortened(className, LONGEST), kind: 'class' as const }]
      : []),
    ...(settings.showVariables
      ? [
          ...trained.map((key) => ({ text: shortened(`trains ${key}`, LONGEST), kind: 'detail' as const })),
          ...fixed.map((key) => ({ text: shortened(`keeps ${key}`, LONGEST), kind: 'detail' as const })),
        ]
      : []),
    ...(settings.showSchemas
      ? fields.map((field) => ({ text: shortened(field, LONGEST), kind: 'detail' as const }))
      : []),
  ];
  return {
    node,
    lines,
    width:
      Math.max(70, ...lines.map(({ text, kind }) => widthOf(text) * (kind === 'name' ? 1.1 : 1))) +
      2 * PADDING,
    height: lines.length * LINE + 16,
  };
}

function drawBox(
  { node, lines, width, height }: Box,
  { x, y }: { readonly x: number; readonly y: number },
): Html {
  const [left, isTerminal] = [x - width / 2, node.kind === 'input' || node.kind === 'output'];
  const radius = isTerminal ? Math.min(height / 2, 20) : 3;
  const classes = `box ${node.kind}${node.optional ? ' optional' : ''}`;
  const frame = html`<rect class="${classes}" x="${round(left)}" y="${round(y)}" width="${round(width)}" height="${height}" rx="${radius}"/>`;
  const second =
    node.kind === 'program'
      ? html`<rect class="inner" x="${round(left + 4)}" y="${round(y + 4)}" width="${round(width - 8)}" height="${height - 8}" rx="2"/>`
      : null;
  const texts = lines.map(
    ({ text, kind }, index) =>
      html`<text class="${kind}" x="${round(x)}" y="${round(y + 8 + LINE * (index + 0.72))}">${text}</text>`,
  );
  return html`<g>${frame}${second}${texts}</g>`;
}

function drawEdge(
  stops: readonly { readonly across: number; readonly from: number; readonly to: number }[],
  point: (across: number, along: number) => { readonly x: number; readonly y: number },
  isDown: boolean,
): Html {
  const at = (across: number, along: number) => {
    const { x, y } = point(across, along);
    return `${round(x)} ${round(y)}`;
  };
  const first = stops[0] as (typeof stops)[number];
  let path = `M${at(first.across, first.from)}L${at(first.across, first.to)}`;
  for (const [index, stop] of stops.slice(1).entries()) {
    const last = stops[index] as (typeof stops)[number];
    const isEnd = index === stops.length - 2;
    const end = stop.from - (isEnd ? 7 : 0);
    const bend = (end - last.to) / 2;
    path += `C${at(last.across, last.to + bend)} ${at(stop.across, end - bend)} ${at(stop.across, end)}`;
    if (!isEnd) path += `L${at(stop.across, stop.to)}`;
  }
  const { across, from } = stops.at(-1) as (typeof stops)[number];
  const tip = point(across, from);
  const head = isDown
    ? `${round(tip.x)} ${round(tip.y)} ${round(tip.x - 5)} ${round(tip.y - 9)} ${round(tip.x + 5)} ${round(tip.y - 9)}`
    : `${round(tip.x)} ${round(tip.y)} ${round(tip.x - 9)} ${round(tip.y - 5)} ${round(tip.x - 9)} ${round(tip.y + 5)}`;
  return html`<path class="edge" d="${path}"/><polygon class="head" points="${head}"/>`;
}

function describe(
  nodes: readonly PictureNode[],
  edges: readonly { readonly from: string; readonly to: string }[],
): string {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return edges.map(({ from, to }) => `${titles.get(from)} → ${titles.get(to)}`).join('; ');
}

function style(theme: 'auto' | 'light' | 'dark'): Html {
  const scope = `.mettle-program-${theme}`;
  const colours = (ground: string, box: string, ink: string, soft: string, line: string) =>
    `${scope} .ground { fill: ${ground}; } ${scope} .box { fill: ${box}; stroke: ${ink}; } ` +
    `${scope} .inner { fill: none; stroke: ${ink}; } ${scope} text { fill: ${ink}; } ` +
    `${scope} .class, ${scope} .detail { fill: ${soft}; } ${scope} .edge { stroke: ${line}; } ${scope} .head { fill: ${line}; }`;
  const light = colours('#ffffff', '#f4f5f7', '#1a1a1a', '#4a4a4a', '#5c5c5c');
  const dark = colours('#16181c', '#23262c', '#f0f0f0', '#c0c4ca', '#a8adb5');
  const shared =
    `${scope} text { font: 13px system-ui, "Helvetica Neue", Arial, sans-serif; text-anchor: middle; } ` +
    `${scope} .title { font-size: 17px; font-weight: 600; text-anchor: start; } ${scope} .name { font-weight: 600; } ` +
    `${scope} .class { font-style: italic; } ${scope} .edge { fill: none; stroke-width: 1.4; } ` +
    `${scope} .input, ${scope} .output { stroke-width: 2; } ${scope} .optional, ${scope} .constant { stroke-dasharray: 5 4; }`;
  const themed = { light, dark, auto: `${light} @media (prefers-color-scheme: dark) { ${dark} }` }[theme];
  return new Html(`<style>${shared} ${themed}</style>`);
}

/** About how wide a text is at 13 pixels. */
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u1100-\uffff]/u.test(character) ? 13.5 : 7), 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
