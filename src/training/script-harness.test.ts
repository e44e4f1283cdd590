import { expect, it } from 'vitest';
import { batchSize } from './script-harness.js';

it('as many examples go in one run as the functions of the script leave room for', () => {
  const script = (functions: number): string => 'def f():\n    pass\n'.repeat(functions);
  expect(batchSize(script(1))).toBe(1_000);
  expect(batchSize(script(59))).toBe(1_000);
  expect(batchSize(script(60))).toBe(983);
  expect(batchSize(script(29_999))).toBe(2);
  expect(batchSize(script(70_000))).toBe(1);
  expect(batchSize('f = lambda: [lambda: 1]\nclass A: pass\nundefined = 1\n'.repeat(1_000))).toBe(19);
});
