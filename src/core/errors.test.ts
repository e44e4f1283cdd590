import { describe, expect, it } from 'vitest';
import { errorMessage, MettleError } from './errors.js';

describe('MettleError', () => {
  it('keeps code, cause and details', () => {
    const cause = new Error('disk');
    const error = new MettleError({
      code: 'core/invalid_json',
      message: 'It broke.',
      cause,
      details: { path: '/a' },
    });
    expect(error).toMatchObject({
      name: 'MettleError',
      code: 'core/invalid_json',
      message: 'It broke.',
      cause,
    });
    expect(error.details).toEqual({ path: '/a' });
  });

  it('tells a model the message, or better words when it has them', () => {
    expect(new MettleError({ code: 'core/invalid_json', message: 'It broke.' }).instructions()).toBe(
      'It broke.',
    );
    expect(
      new MettleError({
        code: 'core/invalid_json',
        message: 'm',
        instructions: 'Write less.',
      }).instructions(),
    ).toBe('Write less.');
  });

  it('is recognised across copies of the package, and nothing else is', () => {
    expect(MettleError.isInstance(new MettleError({ code: 'core/invalid_json', message: 'm' }))).toBe(true);
    expect(MettleError.isInstance(new Error('m'))).toBe(false);
    expect(MettleError.isInstance({ code: 'a/b' })).toBe(false);
  });
});

it('errorMessage reads whatever was thrown', () => {
  expect(errorMessage(new Error('a'))).toBe('a');
  expect(errorMessage('b')).toBe('b');
});
