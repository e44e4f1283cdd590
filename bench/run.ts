/**
 * `node dist-bench/run.js [SUITE …] [--json]`: runs the named suites, or all, and prints a table.
 * Built and started by `npm run bench`.
 */
import { readdirSync } from 'node:fs';
import { type BenchSuite, type ComparisonResult, compare, type Figure } from './harness.js';

interface SuiteResult {
  readonly suite: string;
  readonly comparisons: readonly ComparisonResult[];
  readonly figures: readonly Figure[];
}

const json = process.argv.includes('--json');
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const results: SuiteResult[] = [];
for (const file of readdirSync(new URL('.', import.meta.url)).sort()) {
  const name = file.replace(/\.js$/, '');
  if (!file.endsWith('.js') || ['harness', 'run'].includes(name)) continue;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const module = (await import(new URL(file, import.meta.url).href)) as { readonly suite?: BenchSuite };
  if (module.suite !== undefined) results.push(await runSuite(module.suite));
}
if (wanted.length > 0 && results.length === 0) {
  process.stderr.write(`bench: no suite named ${wanted.join(', ')}\n`);
  process.exitCode = 2;
}
if (json) process.stdout.write(`${JSON.stringify({ node: process.version, suites: results }, null, 2)}\n`);

async function runSuite(suite: BenchSuite): Promise<SuiteResult> {
  const close = async (): Promise<void> => suite.close?.();
  if (!json) process.stdout.write(`\n${suite.name}\n`);
  let result: SuiteResult;
  try {
    result = await measure(suite);
  } catch (error) {
    // What it has not opened can't be closed, which says nothing of why.
    await close().catch(() => undefined);
    throw error;
  }
  await close();
  return result;
}

async function measure(suite: BenchSuite): Promise<SuiteResult> {
  const comparisons: ComparisonResult[] = [];
  for (const comparison of (await suite.comparisons?.()) ?? []) {
    const result = await compare(comparison);
    comparisons.push(result);
    if (!json) process.stdout.write(`${renderComparison(result)}\n`);
  }
  const figures = (await suite.figures?.()) ?? [];
  if (!json) for (const figure of figures) process.stdout.write(`${renderFigure(figure)}\n`);
  return { suite: suite.name, comparisons, figures };
}

function renderComparison(result: ComparisonResult): string {
  const claim = [
    result.claim?.medianSeconds === undefined ? '' : `claim ≤ ${renderSeconds(result.claim.medianSeconds)}`,
    result.claim?.ratio === undefined ? '' : `claim ≥ ${result.claim.ratio}×`,
  ].filter((part) => part !== '');
  return [
    `  ${result.name}`,
    `    ${result.subject}: median ${renderSeconds(result.subjectMedian)}, p95 ${renderSeconds(result.subjectP95)}`,
    `    ${result.baseline}: median ${renderSeconds(result.baselineMedian)}`,
    `    ratio ${result.ratio.toPrecision(3)}×${claim.length > 0 ? `  (${claim.join(', ')})` : ''}`,
  ].join('\n');
}

function renderFigure(figure: Figure): string {
  return `  ${figure.name}: ${figure.value.toPrecision(4)} ${figure.unit}${figure.claim === undefined ? '' : `  (claim ${figure.claim})`}`;
}

function renderSeconds(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`;
  if (seconds >= 1e-3) return `${(seconds * 1e3).toFixed(2)} ms`;
  return `${(seconds * 1e6).toFixed(1)} µs`;
}
