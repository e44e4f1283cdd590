import { expect, it } from 'vitest';
import { checkOptionNames } from './option-names.js';

it('refuses an option that does not exist, naming it and those there are', () => {
  expect(() => checkOptionNames({ task: undefined }, ['task'], { code: 'room/what' })).not.toThrow();
  expect(() => checkOptionNames({ tsak: 1 }, ['task', 'seed'], { code: 'room/what' })).toThrowError(
    expect.objectContaining({
      code: 'room/what',
      message: 'There is no option tsak; there are task, seed.',
      details: { unknown: 'tsak', known: ['task', 'seed'] },
    }),
  );
  expect(() =>
    checkOptionNames({ tsak: 1 }, ['task'], { code: 'room/what', owner: 'repairLoop', hint: 'Look again.' }),
  ).toThrowError('repairLoop has no option tsak; it has task. Look again.');
});
