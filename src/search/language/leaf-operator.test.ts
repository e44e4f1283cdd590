import { expect, it } from 'vitest';
import { leafOperator } from './operator.js';

const read = (): undefined => undefined;

it('brings what the leaves that it is made of import and call', () => {
  const month = leafOperator({
    python: 'month(value)',
    result: 'integer',
    cost: 1,
    read,
    imports: ['re'],
    helpers: ['def month(text): ...'],
  });
  const next = leafOperator({
    python: 'next_month(month(value))',
    result: 'integer',
    cost: 2,
    read,
    of: [month],
    imports: ['datetime'],
    helpers: ['def next_month(number): ...'],
  });
  expect(next.imports).toEqual(['datetime', 're']);
  expect(next.helpers).toEqual(['def month(text): ...', 'def next_month(number): ...']);
  expect(next.render([]).text).toBe('next_month(month(value))');
});
