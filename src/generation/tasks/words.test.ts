import { expect, it } from 'vitest';
import { spaced } from './words.js';

it.each([
  ['unit_price', 'unit price'],
  ['unitPrice', 'unit price'],
  ['_Name_', 'name'],
  ['line2Total', 'line2 total'],
])('writes the column %s as %s', (name, words) => expect(spaced(name)).toBe(words));
