import { expect } from 'vitest';
import { needs } from '../../testing/needs.fixture.js';
import { evaluateScript, type InputOutput, makeExamples } from '../../training/index.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

/** What the search finds for rows of input and output, and what it gives for unseen ones. */
async function train(rows: readonly InputOutput[], unseen: readonly InputOutput[] = []) {
  await using sandbox = await openSearchSandbox();
  const result = await searchScript({
    examples: rows,
    budget: { maxEvaluations: 20_000 },
    seed: 0,
    sandbox,
  });
  const outcomes = await evaluateScript({
    script: result.script ?? result.guess?.script ?? '',
    examples: makeExamples(unseen),
    sandbox,
  });
  return { ...result, passed: outcomes.filter(({ reward }) => reward === 1).length };
}

describe('a number between marks', () => {
  it.each([
    ['percent', '%', '', [62, 95, 52, 70, 13, 98], [7, 100]],
    ['pounds', '', '£', [12, 55, 40, 31, 87, 99], [5, 1200]],
  ] as const)('is read whatever its width: %s', async (_name, after, before, seen, unseen) => {
    const row = (n: number) => ({ input: `${before}${n}${after}`, output: n / 100 });
    const { script, passed } = await train(seen.map(row), unseen.map(row));
    expect(script).toContain(after === '' ? "removeprefix('£')" : "removesuffix('%')");
    expect(passed).toBe(2);
  });

  it('is read with its fraction', async () => {
    const row = (n: number) => ({ input: `${n} kg`, output: n * 1000 });
    const { script, passed } = await train([1.5, 2.5, 0.5, 7, 12.25, 3.75].map(row), [8, 120.5].map(row));
    expect(script).toContain("float(text.removesuffix(' kg'))");
    expect(passed).toBe(2);
  });
});

describe('a column of yes and no', () => {
  const rows = (answers: readonly string[]) =>
    answers.map((answer, id) => ({ input: { answer, id }, output: /^[yo]n?$/i.test(answer) }));

  it.each([[['y', 'n', 'Y', 'N', 'n', 'y']], [['ON', 'off', 'on', 'OFF', 'Off', 'On']]])(
    'is read from six examples: %j',
    async (answers) => {
      const { script } = await train(rows(answers));
      expect(script).toContain("record['answer'].lower() in ('yes', 'y', 'true', 't', 'on', '1')");
    },
  );

  it('is not trusted from five, nor where one answer is rare', async () => {
    expect((await train(rows(['y', 'n', 'Y', 'N', 'n']))).script).toBeNull();
    expect((await train(rows(['y', 'y', 'Y', 'N', 'Y', 'y']))).script).toBeNull();
  });
});
