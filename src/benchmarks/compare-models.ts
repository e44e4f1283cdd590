import { defineOptions } from '../core/index.js';
import type { BenchmarkCase } from './cases/benchmark-case.js';
import type { BenchmarkSubject } from './players/subject.js';
import { type BenchmarkComparison, compareReports } from './results/compare-reports.js';
import { BENCHMARK_OPTIONS, type RunBenchmarkOptions, runBenchmark } from './run-benchmark.js';

/** How {@link compareModels} runs both. */
export type CompareModelsOptions = Omit<RunBenchmarkOptions, 'resume'>;

const { resume: _, ...KINDS } = BENCHMARK_OPTIONS;

const checkOptions = defineOptions<CompareModelsOptions>()('compareModels', KINDS);

/**
 * Runs two models, policies or functions on the same cases with the same seeds, one after the other, and compares them case by case: the change of the
 * score with its interval, and the exact paired test.
 *
 * @example
 * ```ts
 * import { compareModels } from 'mettle/benchmarks';
 *
 * const tools = [
 *   { name: 'add', description: 'a + b', parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } },
 * ];
 * const cases = Array.from({ length: 8 }, (_, n) => ({
 *   id: `sum-${n}`,
 *   query: `${n} + 1`,
 *   tools,
 *   expected: [{ tool: 'add', arguments: { a: { equals: n }, b: { equals: 1 } } }],
 * }));
 *
 * const { delta, test } = await compareModels(() => [null, {}], (query) => ['add', { a: Number.parseInt(query), b: 1 }], cases);
 * console.log(delta.mean, test.better, test.pValue < 0.01); // → 1 8 true
 * ```
 * @throws {MettleError} as `runBenchmark` and `compareReports`.
 */
export async function compareModels(
  before: BenchmarkSubject,
  after: BenchmarkSubject,
  cases: readonly BenchmarkCase[],
  options: CompareModelsOptions = {},
): Promise<BenchmarkComparison> {
  checkOptions(options);
  const first = await runBenchmark(before, cases, options);
  return compareReports(first, await runBenchmark(after, cases, options));
}
