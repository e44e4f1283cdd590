import { isJsonObject, type Json } from '../../core/index.js';
import { shortened } from '../../core/internal.js';

/** Differences that are listed at most: the first ones say what is wrong, the rest is length. */
const MOST = 8;
/** Rows and columns of a grid that is drawn whole; larger grids are compared cell by cell alone. */
const GRID = 40;

/**
 * Where a value differs from what was expected, a line each: the path, what is there, and what should be. Lists of rows
 * of one length are drawn as a grid, with `got>expected` in the cells that differ. Empty when nothing differs.
 */
export function differences(expected: Json, actual: Json, path = 'output'): readonly string[] {
  const lines: string[] = [];
  compare(expected, actual, path, lines);
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, MOST), `and ${lines.length - MOST} more differences`];
}

function compare(expected: Json, actual: Json, path: string, lines: string[]): void {
  if (isGrid(expected) && isGrid(actual)) {
    compareGrids(expected, actual, path, lines);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      lines.push(`${path}: ${actual.length} items, expected ${expected.length}`);
    }
    const shared = Math.min(expected.length, actual.length);
    for (let index = 0; index < shared; index++) {
      compare(expected[index] as Json, actual[index] as Json, `${path}[${index}]`, lines);
    }
  } else if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const there = Object.hasOwn(actual, key) ? actual[key] : undefined;
      if (there === undefined) lines.push(`${path}.${key}: missing, expected ${shortJson(value)}`);
      else compare(value, there, `${path}.${key}`, lines);
    }
    for (const key of Object.keys(actual)) {
      if (!Object.hasOwn(expected, key)) lines.push(`${path}.${key}: not expected`);
    }
  } else if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    lines.push(`${path}: ${shortJson(actual)}, expected ${shortJson(expected)}`);
  }
}

type Grid = readonly (readonly (string | number | boolean | null)[])[];

function isGrid(value: Json): value is Grid & Json {
  if (!Array.isArray(value) || value.length === 0 || value.length > GRID) return false;
  const [first] = value;
  if (!Array.isArray(first) || first.length === 0 || first.length > GRID) return false;
  return value.every(
    (row) =>
      Array.isArray(row) &&
      row.length === first.length &&
      row.every((cell) => typeof cell !== 'object' || cell === null),
  );
}

function compareGrids(expected: Grid, actual: Grid, path: string, lines: string[]): void {
  const shape = (grid: Grid): string => `${grid.length}x${grid[0]?.length ?? 0}`;
  if (shape(expected) !== shape(actual)) {
    lines.push(`${path}: a grid of ${shape(actual)}, expected ${shape(expected)}`);
    return;
  }
  let wrong = 0;
  const rows = expected.map((row, y) =>
    row
      .map((cell, x) => {
        const there = actual[y]?.[x] ?? null;
        if (there === cell) return String(cell);
        wrong += 1;
        return `${String(there)}>${String(cell)}`;
      })
      .join(' '),
  );
  if (wrong === 0) return;
  lines.push(`${path}: ${wrong} cells differ, drawn as got>expected:\n${rows.join('\n')}`);
}

/** A value as JSON of at most `most` characters. */
export function shortJson(value: unknown, most = 200): string {
  return shorten(JSON.stringify(value) ?? 'null', most);
}

/** A text of at most `most` characters, its middle left out. */
export function shorten(text: string, most: number): string {
  return shortened(text, most, { keepEnd: true, mark: (left) => ` … ${left} more … ` });
}
