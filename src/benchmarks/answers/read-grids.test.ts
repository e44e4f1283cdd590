import { describe, expect, it } from 'vitest';
import { readGrids } from './read-grids.js';

describe('readGrids', () => {
  const [one, two] = [[[1, 2]], [[3], [4]]];

  it.each<[string, Parameters<typeof readGrids>, ReturnType<typeof readGrids>]>([
    ['a grid', [one, 1], [[one]]],
    ['a list with one grid', [[one], 1], [[one]]],
    ['grids for two inputs', [[one, two], 2], [[one], [two]]],
    ['two attempts', [[{ attempt_2: two, attempt_1: one }], 1], [[one, two]]],
    ['a grid as text', ['[[1, 2]]', 1], [[one]]],
    ['the last grid of a text', ['First [[9]], no: see [1].\n```json\n[[1, 2]]\n```', 1], [[one]]],
    ['attempts in a text', ['Done: [{"attempt_1": [[1, 2]], "attempt_2": [[3], [4]]}]', 1], [[one, two]]],
    ['a grid for two inputs', [one, 2], null],
    ['a colour that there is not', [[[10]], 1], null],
    ['rows of two lengths', [[[1, 2], [3]], 1], null],
    ['no grid', ['It is all blue.', 1], null],
    ['an empty grid', [[[]], 1], null],
    ['nothing', [null, 1], null],
  ])('reads %s', (_what, given, grids) => {
    expect(readGrids(...given)).toEqual(grids);
  });

  it('reads a long hostile text once', () => {
    expect(readGrids(`${'['.repeat(300_000)}${']'.repeat(300_000)}`, 1)).toBeNull();
    expect(readGrids('[1]'.repeat(100_000), 1)).toBeNull();
  });
});
