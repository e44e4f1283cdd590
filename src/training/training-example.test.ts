import { expect, test } from 'vitest';
import { makeTrainingExample } from './training-example.js';
import { addUsage, NO_USAGE, usageSince } from './training-outcome.js';

test('the id follows the content, whatever the order of keys', () => {
  const one = makeTrainingExample({ x: [{ a: 1, b: 2 }], y: [{ c: 3 }] });
  expect(makeTrainingExample({ x: [{ b: 2, a: 1 }], y: [{ c: 3 }] }).id).toBe(one.id);
  expect(makeTrainingExample({ x: [{ a: 1, b: 2 }], y: [null] }).id).not.toBe(one.id);
});

test('a cost that is not known makes the sum not known', () => {
  const priced = { modelCalls: 1, inputTokens: 5, outputTokens: 2, cost: 0.5 };
  expect(addUsage(NO_USAGE, priced)).toEqual(priced);
  expect(addUsage(priced, { ...priced, cost: null })).toEqual({
    modelCalls: 2,
    inputTokens: 10,
    outputTokens: 4,
    cost: null,
  });
});

test('usage can be taken apart again, details with it', () => {
  const one = { modelCalls: 1, inputTokens: 5, outputTokens: 2, cost: 0.5, cachedInputTokens: 4 };
  const two = { ...NO_USAGE, modelCalls: 2, failedCalls: 1 };
  expect(usageSince(one, addUsage(one, two))).toEqual({ ...two, cachedInputTokens: 0 });
});
