import { expect, it } from 'vitest';
import { originalNames } from './original-names.js';

it('gives rewritten methods the names that their author gave', () => {
  expect(originalNames('_mettle_static_two() takes 1 positional argument')).toBe(
    'two() takes 1 positional argument',
  );
  expect(originalNames('_mettle_get_size')).toBe('size');
  expect(originalNames('settle_get_size, _mettle_read')).toBe('settle_get_size, _mettle_read');
});
