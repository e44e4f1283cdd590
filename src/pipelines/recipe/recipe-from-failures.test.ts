import { describe, expect, it } from 'vitest';
import { type CallCase, runBenchmark } from '../../benchmarks/index.js';
import type { Failure, FailureReport } from '../../evaluation/index.js';
import { recipeFromFailures } from './recipe-from-failures.js';

const failure = (category: string, played = true): Failure => ({
  trajectoryId: played ? 'a'.repeat(64) : null,
  taskId: category,
  query: `What is asked in ${category}?`,
  category,
  policy: 'p',
  kind: 'wrong_number',
  detail: '',
});
const reportOf = (...failures: readonly Failure[]): FailureReport => ({
  scored: 10,
  failures,
  byKind: [],
  weakDimensions: [],
  summary: '',
});
const QUERIES = [
  'Move the booking of Mia Sand in room twelve to the third of May, and tell me the new price.',
  'Which of our suppliers has been late twice this year, and by how many days in all?',
];

describe('recipeFromFailures', () => {
  it('practises in the worlds of the failures, more often where there were more, and only on the train part', () => {
    const failures = [
      ...Array.from({ length: 4 }, () => failure('hotel')),
      failure('airline'),
      failure('airline'),
    ];
    expect(recipeFromFailures(reportOf(...failures), { seed: 3 })).toEqual({
      name: 'from failures',
      verify: true,
      dedup: 'task',
      environment: ['hotel', 'hotel', 'airline'],
      tasks: { split: 'train' },
      numTrajectories: 20,
      seed: 3,
    });
  });

  it('keeps the level that all failures share, and takes other fields and worlds', () => {
    const report = reportOf(failure('sql, level 2'), failure('sql, level 2'), failure('odd, level 2'));
    const recipe = recipeFromFailures(report, {
      environmentOf: (category) => (category.startsWith('sql') ? { type: 'sql' } : null),
      count: 5,
      overrides: { policy: 'oracle', exportFormat: 'openai', verify: false },
    });
    expect(recipe).toMatchObject({
      environment: { type: 'sql' },
      tasks: { split: 'train', level: 2 },
      numTrajectories: 5,
      policy: 'oracle',
      verify: false,
    });
    expect(recipeFromFailures(reportOf(failure('sql, level 1'), failure('sql, level 2'))).tasks).toEqual({
      split: 'train',
    });
  });

  it("never takes the benchmark's own items, whether they failed or passed", async () => {
    const cases = QUERIES.map(
      (query, index): CallCase => ({ id: `${index}`, query, tools: [], expected: [] }),
    );
    const tools = [{ name: 'look', description: '', parameters: { type: 'object' } }];
    const report = await runBenchmark(
      (query) => (query === QUERIES[0] ? ['look', {}] : [null, {}]),
      cases.map((each) => ({ ...each, tools })),
    );
    expect(report).toMatchObject({ scored: 2, score: { mean: 0.5 } });
    const fresh = 'How many of the rooms on the second floor are free on the first of June?';
    const asked = [fresh, { query: `Please: ${QUERIES[0]} Thank you.` }, QUERIES[1] ?? ''];
    expect(recipeFromFailures(report, { queries: asked })).toMatchObject({ queries: [fresh] });
    expect(() => recipeFromFailures(report, { queries: QUERIES })).toThrow(
      'All of the 2 queries stand in the benchmark',
    );
    expect(() => recipeFromFailures(report)).toThrow('give queries of your own');
  });

  it.each<[string, () => unknown, string]>([
    ['no failures', () => recipeFromFailures(reportOf()), 'no failures'],
    ['no queries', () => recipeFromFailures(reportOf(failure('sql')), { queries: [] }), 'no queries'],
  ])('refuses %s', (_what, make, words) => {
    expect(make).toThrow(
      expect.objectContaining({
        code: 'pipelines/nothing_to_train_on',
        message: expect.stringContaining(words),
      }),
    );
  });

  it('refuses overrides that make no recipe', () => {
    const overrides = { polisy: 'oracle' } as never;
    expect(() => recipeFromFailures(reportOf(failure('sql')), { overrides })).toThrow(
      expect.objectContaining({
        code: 'pipelines/invalid_recipe',
        message: expect.stringContaining('polisy'),
      }),
    );
  });
});
