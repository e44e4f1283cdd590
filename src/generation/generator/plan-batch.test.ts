import { expect, it } from 'vitest';
import { planBatch } from './plan-batch.js';

const plan = (...call: Parameters<typeof planBatch<string>>) =>
  planBatch(...call).map(({ work, index, mode, domain }) => [work, index, mode, domain]);

it('makes variations of one query', () => {
  expect(plan('q', {})).toEqual([['q', 0, 'single_agent', null]]);
  expect(plan('q', { numTrajectories: 3 }).map(([, index]) => index)).toEqual([0, 1, 2]);
});

it('takes a list once, begins it again, or cuts it short', () => {
  const works = (count?: number) =>
    plan(['a', 'b'], { numTrajectories: count }).map(([work, index]) => [work, index]);
  expect(works()).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(works(5)).toEqual([
    ['a', 0],
    ['b', 0],
    ['a', 1],
    ['b', 1],
    ['a', 2],
  ]);
  expect(works(1)).toEqual([['a', 0]]);
  const fifteen = Array.from({ length: 15 }, (_, index) => `q${index}`);
  expect(plan(fifteen, {})).toHaveLength(15);
});

it('gives domains by position and lets the modes take turns', () => {
  expect(
    plan(['a', 'b', 'c', 'd', 'e'], { varyModes: true, domains: ['x', null, 'y'], mode: 'multi_agent' }).map(
      ([, , mode, domain]) => [mode, domain],
    ),
  ).toEqual([
    ['single_agent', 'x'],
    ['multi_agent', null],
    ['code_execution', 'y'],
    ['single_agent', null],
    ['multi_agent', null],
  ]);
});
