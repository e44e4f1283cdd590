import { expect, it } from 'vitest';
import { checkOptionNames } from './option-names.js';

it('refuses an option that does not exist, naming it', () => {
  expect(() => checkOptionNames({ limits: {} }, ['limits'])).not.toThrow();
  expect(() => checkOptionNames({ timeoutSeconds: 1 }, ['limits', 'file'])).toThrowError(
    expect.objectContaining({
      code: 'sandbox/invalid_argument',
      message: 'There is no option timeoutSeconds; there are limits, file. Limits go into limits: {…}.',
    }),
  );
});
