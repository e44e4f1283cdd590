import { expect, it } from 'vitest';
import { notUndone } from './undo-steps.fixture.js';

it('undoSteps takes each pair of steps back and does it again', () => {
  expect(notUndone(() => true)).toEqual([]);
});
