import type { JsonObject } from '../../core/index.js';
import { defineOptions, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { JsonDataModel } from '../../data/index.js';
import { ARC_COLOURS } from './colours.js';
import { type Grid, gridProblem } from './grid.js';

/** A sample of ARC-AGI to draw. */
export interface PlotTaskOptions {
  /** The input: `examples` and `input_grid`. */
  readonly x: JsonDataModel | JsonObject;
  /** What is right: `output_grid`. */
  readonly y?: JsonDataModel | JsonObject;
  /** What was answered: `output_grid`. */
  readonly prediction?: JsonDataModel | JsonObject;
  /** Above the picture, for example the name of the task. */
  readonly title?: string;
}

const checkPlotTaskOptions = defineOptions<PlotTaskOptions>()('plotTask', {
  x: option.required(option.object),
  y: option.object,
  prediction: option.object,
  title: option.string,
});

const MARGIN = 16;
const GAP = 28;
const CAPTION = 18;
const ARROW = 30;

/**
 * A sample as an SVG picture: each example's input above its output, then what is asked with the right and the predicted
 * answer. Cells carry the number of their colour (0, black, carries none), so it can be read without colours; wrong
 * cells have a frame of dashes.
 *
 * @throws {MettleError} `core/invalid_option` without `y` and `prediction`, for options that do not exist, and for grids
 *   that are none.
 */
export function plotTask(options: PlotTaskOptions): string {
  checkPlotTaskOptions(options);
  const { x, y, prediction, title } = options;
  if (y === undefined && prediction === undefined) {
    throw coreError('invalid_option', 'plotTask needs y (the right output) or prediction (the answer).');
  }
  const { examples, input_grid: asked } = jsonOf(x);
  if (!Array.isArray(examples)) throw coreError('invalid_option', 'plotTask: x has no list of examples.');
  const right = y === undefined ? undefined : grid(jsonOf(y).output_grid, 'y');
  const answer = prediction === undefined ? undefined : grid(jsonOf(prediction).output_grid, 'prediction');
  const columns: Column[] = (examples as readonly JsonObject[]).map((example, index) => ({
    caption: `example ${index + 1}`,
    top: grid(example.input_grid, `example ${index + 1}`),
    bottom: grid(example.output_grid, `example ${index + 1}`),
  }));
  const shown = answer === undefined ? undefined : { bottom: answer, wrong: wrongCells(right, answer) };
  const query = { caption: 'asked', top: grid(asked, 'x'), isAsked: true };
  if (right !== undefined) columns.push({ ...query, caption: 'asked, right answer', bottom: right });
  if (shown !== undefined) {
    const caption = right === undefined ? 'asked, predicted' : `predicted: ${verdict(right, answer as Grid)}`;
    columns.push(right === undefined ? { ...query, ...shown, caption } : { ...shown, caption });
  }
  return draw(columns, title);
}

interface Column {
  readonly caption: string;
  readonly top?: Grid;
  readonly bottom: Grid;
  readonly wrong?: (row: number, column: number) => boolean;
  readonly isAsked?: boolean;
}

function draw(columns: readonly Column[], title: string | undefined): string {
  const sides = columns
    .flatMap(({ top, bottom }) => [top ?? [], bottom])
    .flatMap((one) => [one.length, widthOf(one)]);
  const cell = Math.max(12, Math.min(24, Math.floor(240 / Math.max(1, ...sides))));
  const heightOf = (grids: readonly Grid[]) => cell * Math.max(1, ...grids.map((one) => one.length));
  const upper = heightOf(columns.map(({ top }) => top ?? []));
  const lower = heightOf(columns.map(({ bottom }) => bottom));
  const begin = MARGIN + (title === undefined ? 0 : 26) + CAPTION;
  const parts: string[] = [];
  let left = MARGIN;
  for (const column of columns) {
    const width = Math.max(
      cell * Math.max(widthOf(column.top ?? []), widthOf(column.bottom)),
      column.caption.length * 6.6,
      40,
    );
    if (column.isAsked === true) {
      const x = left - GAP / 2;
      parts.push(
        `<path d="M${x} ${begin - CAPTION}V${begin + upper + ARROW + lower}" stroke="#767676" stroke-dasharray="4 4"/>`,
      );
    }
    parts.push(
      `<text x="${left}" y="${(column.top === undefined ? begin + upper + ARROW : begin) - 7}" font-size="12">${escaped(column.caption)}</text>`,
    );
    if (column.top !== undefined) {
      parts.push(gridSvg(column.top, left, begin, cell));
      const y = begin + upper + 6;
      parts.push(
        `<path d="M${left + 10} ${y}v14m-5 -5l5 5l5 -5" stroke="#1f1f1f" stroke-width="1.5" fill="none"/>`,
      );
    }
    parts.push(gridSvg(column.bottom, left, begin + upper + ARROW, cell, column.wrong));
    left += width + GAP;
  }
  const width = Math.ceil(left - GAP + MARGIN);
  const height = begin + upper + ARROW + lower + MARGIN;
  const heading =
    title === undefined
      ? ''
      : `<text x="${MARGIN}" y="${MARGIN + 14}" font-size="15" font-weight="bold">${escaped(title)}</text>\n`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title ?? 'A task of ARC-AGI')}" font-family="system-ui, sans-serif" fill="#1f1f1f">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${heading}${parts.join('\n')}
</svg>
`;
}

function gridSvg(
  cells: Grid,
  left: number,
  top: number,
  cell: number,
  wrong?: (row: number, column: number) => boolean,
): string {
  if (widthOf(cells) === 0) return `<text x="${left}" y="${top + 12}" font-size="12">(empty)</text>`;
  const width = cell * widthOf(cells);
  const height = cell * cells.length;
  const parts: string[] = [];
  const marks: string[] = [];
  for (const [row, colours] of cells.entries()) {
    const y = top + row * cell;
    for (const [column, colour] of colours.entries()) {
      const x = left + column * cell;
      const { hex } = ARC_COLOURS[colour] ?? { hex: '#ffffff' };
      parts.push(`<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${hex}"/>`);
      if (colour !== 0) {
        parts.push(
          `<text x="${x + cell / 2}" y="${y + cell * 0.74}" font-size="${Math.round(cell * 0.66)}" text-anchor="middle" fill="${isDark(hex) ? '#ffffff' : '#000000'}">${colour}</text>`,
        );
      }
      if (wrong?.(row, column) === true) {
        marks.push(
          `<rect x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${cell - 2}" fill="none" stroke="#ffffff" stroke-width="2"/><rect x="${x + 2.5}" y="${y + 2.5}" width="${cell - 5}" height="${cell - 5}" fill="none" stroke="#000000" stroke-width="1.5" stroke-dasharray="3 2"/>`,
        );
      }
    }
  }
  const lines = [
    ...cells.map((_, row) => `M${left} ${top + row * cell}h${width}`),
    ...(cells[0] ?? []).map((_, column) => `M${left + column * cell} ${top}v${height}`),
  ];
  parts.push(`<path d="${lines.join('')}" stroke="#767676" stroke-width="0.5"/>`);
  parts.push(
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#1f1f1f"/>`,
  );
  return [...parts, ...marks].join('');
}

function wrongCells(right: Grid | undefined, answer: Grid): (row: number, column: number) => boolean {
  if (right === undefined || right.length !== answer.length || widthOf(right) !== widthOf(answer))
    return () => false;
  return (row, column) => right[row]?.[column] !== answer[row]?.[column];
}

function verdict(right: Grid, answer: Grid): string {
  const size = (one: Grid) => `${one.length}×${widthOf(one)}`;
  if (size(right) !== size(answer)) return `${size(answer)}, not ${size(right)}`;
  const isWrong = wrongCells(right, answer);
  const wrong = answer.flatMap((row, index) => row.filter((_, column) => isWrong(index, column))).length;
  return wrong === 0 ? 'right' : `${wrong} of ${answer.length * widthOf(answer)} wrong`;
}

function grid(value: unknown, what: string): Grid {
  const problem = gridProblem(value);
  if (problem === undefined) return value as Grid;
  throw coreError('invalid_option', `plotTask: the grid of ${what} ${problem}.`);
}

function jsonOf(value: JsonDataModel | JsonObject): JsonObject {
  return value instanceof JsonDataModel ? value.json : value;
}

function widthOf(cells: Grid): number {
  return cells[0]?.length ?? 0;
}

/** Whether white can be read better on a colour than black: its luminance by Rec. 709. */
function isDark(hex: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 118;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
