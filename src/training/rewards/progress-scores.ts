import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { editDistance } from '../../core/internal.js';
import { listProgress, numberProgress, partialProgress } from '../partial-progress.js';

/** What a value that differs gets at most: 1 is for equal values alone. */
const LESS_THAN_RIGHT = 1 - 1e-9;

/** A value of the right type that has nothing else right, and one of the wrong type. */
const RIGHT_TYPE = 0.05;
export const WRONG_TYPE = 0.02;

/** How scores are made. */
export interface ProgressSettings {
  /** The difference at which a number is worth one half. Default: the expected number's size, at least 1. */
  readonly scale?: number | undefined;
}

/** How near a value is to the expected one, by the type of the expected one; in [0, 1], 1 only when equal. */
export function progressOf(expected: Json, actual: Json, settings: ProgressSettings = {}): number {
  return canonicalJson(expected) === canonicalJson(actual)
    ? 1
    : Math.min(LESS_THAN_RIGHT, scoreOf(expected, actual, settings));
}

function scoreOf(expected: Json, actual: Json, settings: ProgressSettings): number {
  if (typeof expected === 'number' && typeof actual === 'number') {
    return numberProgress(expected, actual, settings.scale);
  }
  if (typeof expected === 'string' && typeof actual === 'string') return textScore(expected, actual);
  if (isGrid(expected) && isGrid(actual)) return gridScore(expected, actual);
  if (Array.isArray(expected) && Array.isArray(actual)) return listProgress(expected, actual);
  if (isJsonObject(expected) && isJsonObject(actual)) return recordScore(expected, actual, settings);
  return partialProgress(expected, actual);
}

/**
 * Half of it 1 − edits / length (Levenshtein), half of it the share of the longer text that is common to both at the
 * beginning and the end.
 */
function textScore(expected: string, actual: string): number {
  if (expected === actual) return 1;
  const longer = Math.max(expected.length, actual.length);
  const edits = 1 - editDistance(expected, actual) / longer;
  const score = 0.5 * edits + 0.5 * (commonAffixes(expected, actual) / longer);
  return Math.min(LESS_THAN_RIGHT, Math.max(RIGHT_TYPE, score));
}

/** A list of rows of the same length, each of them a list of values. */
export type Grid = readonly (readonly Json[])[];

/** Whether a value is a grid of at least one cell. */
export function isGrid(value: Json | undefined): value is Grid {
  return (
    Array.isArray(value) &&
    Array.isArray(value[0]) &&
    value[0].length > 0 &&
    value.every(
      (row) =>
        Array.isArray(row) &&
        row.length === value[0].length &&
        row.every((cell: Json) => typeof cell !== 'object' || cell === null),
    )
  );
}

/**
 * 0.2 for the right shape, 0.1 × Jaccard index of the colours, 0.7 × share of right cells where the shape is right. With
 * `start`, the grid that the program was given, cells count above what a plain copy of it would have: (a − b) / (1 − b).
 */
export function gridScore(expected: Grid, actual: Grid, start?: Grid): number {
  const colours = (grid: Grid): Set<Json> => new Set(grid.flat());
  const [wanted, given] = [colours(expected), colours(actual)];
  const common = [...wanted].filter((colour) => given.has(colour)).length;
  const palette = common / new Set([...wanted, ...given]).size;
  if (!sameShape(expected, actual)) return 0.1 * palette;
  const right = agreement(expected, actual);
  if (right === 1) return 1;
  const copied = start !== undefined && sameShape(expected, start) ? agreement(expected, start) : 0;
  const above = copied === 1 ? right : Math.max(0, (right - copied) / (1 - copied));
  return 0.2 + 0.1 * palette + 0.7 * above;
}

/** Whether two grids have as many rows and columns. */
export function sameShape(left: Grid, right: Grid): boolean {
  return left.length === right.length && left[0]?.length === right[0]?.length;
}

function agreement(expected: Grid, actual: Grid): number {
  const cells = expected.flatMap((row, y) => row.map((cell, x) => cell === actual[y]?.[x]));
  return cells.filter(Boolean).length / cells.length;
}

function recordScore(expected: JsonObject, actual: JsonObject, settings: ProgressSettings): number {
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  let sum = 0;
  for (const key of keys) {
    if (!Object.hasOwn(expected, key) || !Object.hasOwn(actual, key)) continue;
    sum += scoreOf(expected[key] ?? null, actual[key] ?? null, settings);
  }
  return keys.size === 0 ? 1 : sum / keys.size;
}

function commonAffixes(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let prefix = 0;
  while (prefix < shorter && left[prefix] === right[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && left.at(-1 - suffix) === right.at(-1 - suffix)) suffix++;
  return prefix + suffix;
}
