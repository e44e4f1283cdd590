import { expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { answerData } from './answer-data.js';

it.each<[string, Json]>([
  ['42', 42],
  [' -1.5\n', -1.5],
  ['["a", 2]', ['a', 2]],
  ['{"a": null}', { a: null }],
  ['```json\n[1]\n```', [1]],
  ['```\n7\n```', 7],
  ['1,234', '1,234'],
  ['42 fruits', '42 fruits'],
  ['2025-09-21', '2025-09-21'],
  ['007', '007'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e999', '1e999'],
  ['true', 'true'],
  ['"a"', '"a"'],
  ['[1', '[1'],
  [' fig ', ' fig '],
  ['', ''],
])('takes %j for %j', (text, data) => {
  expect(answerData(text)).toEqual(data);
});
