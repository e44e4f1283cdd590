import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { policyOf } from '../environments/episodes/shop.fixture.js';
import { mineFailures } from '../evaluation/index.js';
import { dearerThan, openFruitWorld } from '../generation/generator/generator.fixture.js';
import { agentPolicy, createSqlTaskGenerator, type TaskInWorld } from '../generation/index.js';
import { createBudget } from '../models/index.js';
import { scriptedModel } from '../testing/index.js';
import {
  type BenchmarkReport,
  benchmarkTable,
  type CallCase,
  type CallFunction,
  compareModels,
  compareReports,
  comparisonTable,
  readBenchmarkReport,
  runBenchmark,
  taskCases,
  writeBenchmarkReport,
} from './index.js';

const tools = [
  {
    name: 'weather.now',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];
const CITIES = ['Oslo', 'Rome', 'Lima', 'Bonn'];
const cases: readonly CallCase[] = CITIES.map((city, index) => ({
  id: city,
  category: index < 2 ? 'north' : 'south',
  query: `How is the weather in ${city}?`,
  tools,
  expected: [{ tool: 'weather.now', arguments: { city: { equals: city } } }],
}));
const knows =
  (...known: readonly string[]): CallFunction =>
  (query) => {
    const city = CITIES.find((each) => query.includes(each)) ?? '';
    return known.includes(city) ? ['weather.now', { city }] : ['weather.now', { city: 'Oslo' }];
  };
const scriptOf = (city: string) => ({ toolCalls: [{ name: 'weather_now', input: { city } }] });

describe('runBenchmark of a function', () => {
  it('scores, groups and names what was missed', async () => {
    const report = await runBenchmark(knows('Oslo', 'Rome', 'Lima'), cases, { suite: 'weather' });
    expect(report).toMatchObject({
      suite: 'weather',
      scored: 4,
      errors: 0,
      score: { mean: 0.75 },
      credit: 0.875,
      toolAccuracy: 1,
      argumentAccuracy: 0.75,
      byCategory: [
        { category: 'north', cases: 2, score: { mean: 1 } },
        { category: 'south', cases: 2, score: { mean: 0.5 } },
      ],
      flaky: [],
      stopReason: 'complete',
    });
    expect(report.score?.low).toBeCloseTo(0.3006, 3);
    const mined = mineFailures(report);
    expect(mined).toMatchObject({ scored: 4, byKind: [{ kind: 'wrong_arguments', count: 1 }] });
    expect(mined.failures[0]).toMatchObject({
      taskId: 'Bonn',
      query: 'How is the weather in Bonn?',
      trajectoryId: null,
    });
    expect(mined.summary).toContain('* wrong arguments: 1');
    expect(benchmarkTable(report)).toContain('| Score | 75.0 % | 30.1 % to 95.4 % |');
  });

  it.each<[string, CallFunction]>([
    ['that throws', () => Promise.reject(new Error('out of memory'))],
    ['that answers something else', () => 'weather' as never],
    ['that answers no arguments', () => ['weather.now', null] as never],
    ['that calls nothing', () => [null, {}]],
  ])('counts a function %s as a miss', async (_what, ask) => {
    const report = await runBenchmark(ask, cases.slice(0, 1));
    expect(report).toMatchObject({ scored: 1, errors: 0, score: { mean: 0 }, credit: 0 });
    expect(report.misses[0]?.kind).toBe('no_call');
  });

  it('gives every trial a seed of its own, the same in every order of work', async () => {
    const run = async (concurrency: number) => {
      const seeds: number[] = [];
      const report = await runBenchmark(
        (_query, _tools, { seed }) => {
          seeds.push(seed);
          return seed % 2 === 0 ? ['weather.now', { city: 'Oslo' }] : [null, {}];
        },
        cases.slice(0, 1),
        { trials: 8, concurrency, seed: 3 },
      );
      return { report, seeds };
    };
    const [one, four] = [await run(1), await run(4)];
    expect(new Set(one.seeds).size).toBe(8);
    expect(four.report).toEqual(one.report);
    const [only] = one.report.cases;
    expect(only).toMatchObject({ scored: 8, flaky: true });
    const passed = only?.passed ?? 0;
    expect(passed).toBeGreaterThan(0);
    expect(one.report.passHatK).toHaveLength(8);
    expect(one.report.passHatK[0]?.mean).toBeCloseTo(passed / 8, 12);
    expect(one.report.passHatK[1]?.mean).toBeCloseTo((passed * (passed - 1)) / (8 * 7), 12);
    expect(one.report.passHatK[7]?.mean).toBe(0);
  });

  it('refuses what it cannot run, before anything is asked', async () => {
    const asked = knows();
    const task = dearerThan(await openFruitWorld(), 40);
    await expect(runBenchmark(asked, [])).rejects.toMatchObject({ code: 'benchmarks/no_cases' });
    await expect(runBenchmark(asked, [{ id: 't', task }])).rejects.toMatchObject({
      code: 'benchmarks/invalid_subject',
    });
    await expect(runBenchmark(5 as never, cases)).rejects.toMatchObject({
      code: 'benchmarks/invalid_subject',
    });
    const wrong = [
      [...cases, { ...cases[0], id: 'Oslo' }],
      [{ ...cases[0], id: '' }],
      [{ ...cases[0], expected: [{ tool: 'absent' }] }],
      [{ ...cases[0], expected: [{ tool: 'weather.now', arguments: { city: 'Oslo' } }] }],
      [{ ...cases[0], expected: [{ tool: 'weather.now', arguments: { city: { equals: 1, oneOf: [1] } } }] }],
      [{ ...cases[0], tools: [...tools, ...tools] }],
    ];
    for (const each of wrong) {
      await expect(runBenchmark(asked, each as never)).rejects.toMatchObject({
        code: 'benchmarks/invalid_case',
      });
    }
  });
});

describe('runBenchmark of a model', () => {
  it('offers names that providers take, gives each trial its seed, and counts what was used', async () => {
    const model = scriptedModel(
      ['Oslo', 'Rome', 'Oslo', 'Rome'].map((city) => ({
        ...scriptOf(city),
        usage: { inputTokens: 10, outputTokens: 2 },
      })),
    );
    const report = await runBenchmark(model, cases.slice(0, 2), {
      trials: 2,
      concurrency: 1,
      temperature: 1,
    });
    expect(report).toMatchObject({ score: { mean: 1 }, usage: { modelCalls: 4, inputTokens: 40 } });
    const requests = model.calls;
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(4);
    expect(requests[0]).toMatchObject({ temperature: 1, tools: [{ name: 'weather_now' }] });
  });

  it('counts a provider that fails as an error, not as a miss, and asks again when resumed', async () => {
    const failing = scriptedModel([{ fault: 'server_failed' }, scriptOf('Oslo')]);
    const two = cases.slice(0, 2);
    const first = await runBenchmark(failing, two, { concurrency: 1 });
    expect(first).toMatchObject({ errors: 1, scored: 1, score: { mean: 0 } });
    const again = await runBenchmark(scriptedModel([scriptOf('Oslo')]), two, {
      concurrency: 1,
      resume: first,
    });
    expect(again).toMatchObject({ errors: 0, scored: 2, score: { mean: 0.5 } });
    await expect(runBenchmark(scriptedModel([]), cases, { resume: first })).rejects.toMatchObject({
      code: 'benchmarks/different_cases',
    });
  });

  it('ends where the budget does, with what was done', async () => {
    const model = scriptedModel([scriptOf('Oslo'), scriptOf('Rome')]);
    const report = await runBenchmark(model, cases, { concurrency: 1, budget: createBudget({ calls: 2 }) });
    expect(report).toMatchObject({ stopReason: 'budget', scored: 2, errors: 0, score: { mean: 1 } });
  });

  it('ends at once when it is stopped', async () => {
    const stop = new AbortController();
    const model = scriptedModel([scriptOf('Oslo')]);
    const report = await runBenchmark(model, cases, {
      concurrency: 1,
      stop: stop.signal,
      onTrial: () => stop.abort(),
    });
    expect(report).toMatchObject({ stopReason: 'aborted', scored: 1 });
  });
});

describe('runBenchmark of a policy', () => {
  it('takes the first calls of a policy, and no answer for them', async () => {
    const policy = policyOf(async (actor) => {
      await actor.callAll([{ tool: 'weather.now', arguments: { city: 'Rome' } }]);
      throw new Error('never reached');
    }, 'caller');
    const silent = policyOf(async (actor) => actor.answer('sunny'), 'silent');
    expect(await runBenchmark(policy, cases.slice(1, 2))).toMatchObject({
      score: { mean: 1 },
      subject: { name: 'caller' },
    });
    expect((await runBenchmark(silent, cases.slice(1, 2))).misses[0]?.kind).toBe('no_call');
  });

  it('takes an agent, which calls in its own way', async () => {
    const model = scriptedModel([scriptOf('Oslo')]);
    const report = await runBenchmark(agentPolicy({ model }), cases.slice(0, 1));
    expect(report).toMatchObject({ score: { mean: 1 }, usage: { modelCalls: 1 } });
  });

  it('plays tasks in their worlds, and never counts a broken machine as a failure', async () => {
    const environment = await openFruitWorld();
    const task = dearerThan(environment, 40);
    const oracle = task.oracle as NonNullable<TaskInWorld['oracle']>;
    const trajectories: string[] = [];
    const good = await runBenchmark(oracle, [{ id: 't', task }], {
      onTrial: (_result, trajectory) => void trajectories.push(trajectory?.outcome?.verdict ?? 'none'),
    });
    expect(good).toMatchObject({ score: { mean: 1 }, toolAccuracy: null });
    expect(trajectories).toEqual(['pass']);
    const broken = policyOf(async () => Promise.reject(new Error('no network')), 'broken');
    expect(await runBenchmark(broken, [{ id: 't', task }])).toMatchObject({
      errors: 1,
      scored: 0,
      score: null,
    });
    const wrong = policyOf(async (actor) => {
      await actor.call('sql_query', { sql: 'SELECT 1' });
      actor.answer(17);
    }, 'wrong');
    const report = await runBenchmark(wrong, [{ id: 't', task }]);
    expect(mineFailures(report).byKind).toEqual([{ kind: 'wrong_number', count: 1 }]);
  });

  it('draws another instance of a generated task for each trial', async () => {
    const content = {
      tables: [
        {
          name: 'fruit',
          columns: 'name TEXT PRIMARY KEY, cents INTEGER NOT NULL',
          rows: Array.from({ length: 30 }, (_, n) => [`fruit ${n}`, 10 + 7 * n]),
        },
      ],
    };
    const generator = await createSqlTaskGenerator({ content });
    const prompts = new Set<string>();
    const looks = policyOf(async (actor) => actor.answer(0), 'looks');
    const report = await runBenchmark(looks, taskCases(generator, { count: 3, split: 'train' }), {
      trials: 2,
      onTrial: (_result, trajectory) => void prompts.add(trajectory?.task.prompt ?? ''),
    });
    expect(report.cases.map(({ trials }) => trials.length)).toEqual([2, 2, 2]);
    expect(prompts.size).toBe(6);
    expect(report.misses.every(({ query }) => prompts.has(query))).toBe(true);
  });
});

describe('comparing', () => {
  it('tests pairs of cases, and names what got worse', async () => {
    const comparison = await compareModels(knows('Oslo', 'Rome'), knows('Rome', 'Lima', 'Bonn'), cases);
    expect(comparison).toMatchObject({
      cases: 4,
      unpaired: [],
      delta: { mean: 0.5, low: 0, high: 1 },
      test: { better: 2, worse: 0, same: 2, pValue: 0.5 },
      deltaToolAccuracy: 0,
    });
    expect(comparison.improvements.map(({ id }) => id)).toEqual(['Lima', 'Bonn']);
    const table = comparisonTable(comparison);
    for (const words of [
      '| Metric | Before | After | Δ |',
      '| Tool accuracy | 100.0 % | 100.0 % | +0.0 |',
      '2 better, 0 worse',
    ]) {
      expect(table).toContain(words);
    }
  });

  it('leaves out what only one of them scored, and refuses other cases', async () => {
    const full = await runBenchmark(knows('Oslo'), cases);
    const failing = scriptedModel([
      { fault: 'server_failed' },
      ...CITIES.slice(1).map((city) => scriptOf(city)),
    ]);
    const partial = await runBenchmark(failing, cases, { concurrency: 1 });
    expect(compareReports(full, partial)).toMatchObject({
      cases: 3,
      unpaired: ['Oslo'],
      test: { better: 3, pValue: expect.closeTo(0.25, 9) },
    });
    const other = await runBenchmark(knows(), cases.slice(1));
    expect(() => compareReports(full, other)).toThrow('different cases');
  });
});

describe('a result file', () => {
  const inFolder = async (work: (path: string, report: BenchmarkReport) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-benchmark-'));
    const path = join(folder, 'result.json');
    try {
      const model = scriptedModel([
        scriptOf('Oslo'),
        'It is raining.',
        { fault: 'server_failed' },
        scriptOf('Bonn'),
      ]);
      const report = await runBenchmark(model, cases, { concurrency: 1 });
      await writeBenchmarkReport(path, report);
      await work(path, report);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('gives the same report again', async () => {
    await inFolder(async (path, report) => expect(await readBenchmarkReport(path)).toEqual(report));
  });

  it.each<[string, (text: string) => string, string]>([
    ['changed', (text) => text.replace('"verdict": "fail"', '"verdict": "pass"'), 'was changed'],
    ['of another version', (text) => text.replace('"version": 2', '"version": 9'), 'has version 9'],
    ['of another shape', (text) => text.replace('"trials":', '"tries":'), 'is no benchmark result'],
    ['cut short', (text) => text.slice(0, 200), 'holds no JSON object'],
  ])('is refused if it is %s', async (_what, change, words) => {
    await inFolder(async (path) => {
      const text = readFileSync(path, 'utf8');
      expect(change(text)).not.toBe(text);
      writeFileSync(path, change(text));
      await expect(readBenchmarkReport(path)).rejects.toMatchObject({
        code: 'benchmarks/invalid_report',
        message: expect.stringContaining(words),
      });
    });
  });
});
