import { afterAll, beforeAll, expect } from 'vitest';
import type { Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { evaluateScript, makeExamples, scoreOutcomes } from '../training/index.js';
import { openSearchSandbox } from './python-runner.fixture.js';
import { searchScript } from './search-script.js';
import { generate, transformations } from './transformations.fixture.js';

const { it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

it.each(transformations)('finds $name, right on unseen instances', async ({ name, make }) => {
  const isThreshold = name === 'of age';
  const examples = generate(make, isThreshold ? 60 : 10, 1);
  const result = await searchScript({ examples, budget: { maxEvaluations: 400_000 }, seed: 0, sandbox });
  expect(result).toMatchObject({ abstained: false, solved: true });
  const known = new Set(examples.map(({ input }) => JSON.stringify(input)));
  const unseen = generate(make, 40, 2).filter(({ input }) => !known.has(JSON.stringify(input)));
  const outcomes = await evaluateScript({
    script: result.script ?? '',
    examples: makeExamples(unseen),
    sandbox,
  });
  const score = scoreOutcomes(outcomes);
  expect(`${result.script}\n${score.passed}/${score.total}`).toContain(`\n${score.total}/${score.total}`);
});
