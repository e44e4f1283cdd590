import { expect, it } from 'vitest';
import { oneLine } from './one-line.js';

it('puts one blank in place of line breaks and the white space around them', () => {
  expect(oneLine('a  b \r\n\n\t c\u2028d\n')).toBe('a  b c d ');
});
