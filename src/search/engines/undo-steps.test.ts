import { describe, expect, it } from 'vitest';
import { hashValues } from '../language/value-hash.js';
import { leaf, notUndone, operators, STEPS } from './undo-steps.fixture.js';
import { undoSteps } from './undo-steps.js';

describe('undoSteps', () => {
  it('takes steps back and does them again, each as the first and as the last of three pairs', () => {
    expect(STEPS).toHaveLength(12);
    expect(notUndone((first, second) => (first + second) % 4 === 0)).toEqual([]);
  });

  it('takes out what was put in: a constant, or something of the list itself', () => {
    const rows = [
      [9, 4, 6],
      [2, 8, 8, 1],
      [5, 7],
    ];
    const put: readonly (readonly (readonly number[])[])[] = [
      rows.map((row) => [...row, 7]),
      rows.map((row) => [0, ...row]),
      rows.map((row) => [row.length, ...row]),
      rows.map((row) => [...row, Math.max(...row)]),
      rows.map((row) => [...row.slice(0, 2), 4, ...row.slice(2)]),
      rows.map((row) => [row.length, ...row, 7]),
    ];
    for (const outputs of put) {
      const undone = undoSteps(outputs, operators).found.get(hashValues(rows));
      expect(undone?.redo(leaf(rows)).values).toEqual(outputs);
    }
  });

  it('gives nothing for outputs that no such step makes, and for what is no list of whole numbers', () => {
    expect(undoSteps(['a', 'b'], operators).found.size).toBe(0);
    expect(undoSteps([[1.5], [2]], operators).found.size).toBe(0);
    expect(undoSteps([[], []], operators).found.size).toBe(0);
  });
});
