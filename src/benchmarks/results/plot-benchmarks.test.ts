import { expect, it } from 'vitest';
import type { CallCase } from '../cases/benchmark-case.js';
import { runBenchmark } from '../run-benchmark.js';
import { plotBenchmarks } from './plot-benchmarks.js';

const tools = [{ name: 'ping', description: '', parameters: { type: 'object' } }];
const cases = ['<b>north</b>', 'south & east'].map(
  (category, index): CallCase => ({
    id: `${index}`,
    category,
    query: category,
    tools,
    expected: [{ tool: 'ping' }],
  }),
);

it('draws each report over all cases and by category, with what was not scored left out', async () => {
  const all = await runBenchmark(() => ['ping', {}], cases, { suite: 'Ping <1>' });
  const none = await runBenchmark(() => [null, {}], cases);
  const svg = plotBenchmarks([all, none], { theme: 'light' });
  expect(svg.match(/<title>[^<]*<\/title>/g)).toEqual(
    expect.arrayContaining([
      '<title>Ping &#60;1&#62;</title>',
      '<title>all: 1.00 (0.34 to 1.00)</title>',
      '<title>&#60;b&#62;north&#60;/b&#62;: 0.00 (0.00 to 0.79)</title>',
    ]),
  );
  expect(svg).not.toContain('<b>');
  expect(svg.match(/stroke-width="1.4" d="M/g)).toHaveLength(6);
  expect(svg).not.toMatch(/NaN|undefined/);
});

it('draws an empty picture of nothing', () => {
  expect(plotBenchmarks([])).toContain('No benchmark');
  expect(() => plotBenchmarks([], { theme: 'blue' as never })).toThrow('theme');
});
