import { expect, it } from 'vitest';
import { checkOptionNames } from './option-names.js';

it('refuses an option that does not exist, naming it and those there are', () => {
  expect(() =>
    checkOptionNames({ task: undefined }, ['task'], { code: 'core/invalid_option' }),
  ).not.toThrow();
  expect(() => checkOptionNames({ tsak: 1 }, ['task', 'seed'], { code: 'core/invalid_option' })).toThrowError(
    expect.objectContaining({
      code: 'core/invalid_option',
      message: 'There is no option tsak; there are task, seed.',
      details: { unknown: 'tsak', known: ['task', 'seed'] },
    }),
  );
  expect(() =>
    checkOptionNames({ tsak: 1 }, ['task'], {
      code: 'core/invalid_option',
      owner: 'repairLoop',
      hint: 'Look again.',
    }),
  ).toThrowError('repairLoop has no option tsak; it has task. Look again.');
});

it('refuses what is not an object', () => {
  for (const none of [undefined, null, 'task', 3, () => 1]) {
    const check = () =>
      checkOptionNames(none as never, ['task'], { code: 'core/invalid_option', owner: 'repairLoop' });
    expect(check).toThrowError(/^repairLoop takes an object, with task; got /);
  }
  const check = () => checkOptionNames(null as never, ['task', 'seed'], { code: 'core/invalid_option' });
  expect(check).toThrowError('Options are an object, with task, seed; got null.');
});
