import { expect, it } from 'vitest';
import { makeExamples } from './example.js';
import { judgeAnswer } from './judge-output.js';
import { allPassed, scoreOutcomes } from './outcome.js';
import { OutcomeStore } from './outcome-store.js';

const examples = makeExamples([1, 2, 3].map((input) => ({ input, output: input })));
const outcomes = examples.map((example) => judgeAnswer('hash', example, [true, 2]));

it('a score counts the outcomes with the full reward, and has no rate for none', () => {
  expect(scoreOutcomes(outcomes)).toEqual({ passed: 1, total: 3, rate: 1 / 3 });
  expect(scoreOutcomes([])).toEqual({ passed: 0, total: 0, rate: null });
});

it('all passed: every one of the set, also of an empty one', () => {
  expect(allPassed(scoreOutcomes(outcomes))).toBe(false);
  expect(allPassed(scoreOutcomes(outcomes.slice(1, 2)))).toBe(true);
  expect(allPassed(scoreOutcomes([]))).toBe(true);
});

it('a store keeps the first outcome of a script on an example', () => {
  const store = new OutcomeStore();
  const [first] = outcomes;
  if (first === undefined) throw new Error('there is no outcome');
  store.add(first);
  store.add({ ...first, reward: 1 });
  store.add({ ...first, scriptHash: 'other' });
  expect(store.get('hash', first.exampleId)).toBe(first);
  expect(store.get('hash', 'other')).toBeUndefined();
  expect(store.all()).toEqual([first, { ...first, scriptHash: 'other' }]);
});
