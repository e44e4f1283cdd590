import { describe, expect, it } from 'vitest';
import { isNoName } from './pinned-directory.js';

describe('isNoName', () => {
  it.each(['', '.', '..', 'a/b', 'a\0b'])('is true of %j everywhere', (name) => {
    expect([isNoName(name, '/'), isNoName(name, '\\')]).toEqual([true, true]);
  });

  it.each([
    'a\\b',
    'C:x',
    'a:stream',
    'dot.',
    '.. ',
    '... ',
    'space ',
    'NUL',
    'con.txt',
    'Com1',
    'lpt²',
    'CONIN$',
  ])('is true of %j on Windows alone', (name) =>
    expect([isNoName(name, '/'), isNoName(name, '\\')]).toEqual([false, true]),
  );

  it.each(['a', '.env', 'console', 'com', 'null', 'a b', '..a'])('is false of %j', (name) => {
    expect([isNoName(name, '/'), isNoName(name, '\\')]).toEqual([false, false]);
  });
});
