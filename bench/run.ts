/**
 * `node dist-bench/run.js [SUITE …] [--json]`: runs the named suites, or all, and prints a table.
 * Built and started by `npm run bench`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BenchSuite, type ComparisonResult, compare, type Figure } from './harness.js';

interface SuiteResult {
  readonly suite: string;
  readonly comparisons: readonly ComparisonResult[];
  readonly figures: readonly Figure[];
}

const USAGE = 'npm run bench -- [SUITE …] [--json]';

const names = suiteNames();
const { wanted, json } = readCommandLine();
const results: SuiteResult[] = [];
for (const name of wanted) {
  const module = (await import(new URL(`${name}.js`, import.meta.url).href)) as {
    readonly suite: BenchSuite;
  };
  results.push(await runSuite(module.suite));
}
if (json) process.stdout.write(`${JSON.stringify({ node: process.version, suites: results }, null, 2)}\n`);

function suiteNames(): readonly string[] {
  const isSuite = (file: string): boolean =>
    file.endsWith('.js') &&
    /^export const suite\b/m.test(readFileSync(new URL(file, import.meta.url), 'utf8'));
  return readdirSync(new URL('.', import.meta.url))
    .filter(isSuite)
    .map((file) => file.replace(/\.js$/, ''))
    .sort();
}

/** The suites to run, in order, and how to print; ends the process where the command line asks for something else. */
function readCommandLine(): { readonly wanted: readonly string[]; readonly json: boolean } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    return refuse((error as Error).message.replace(/\. .*/s, ''));
  }
  if (parsed.values.help) {
    process.stdout.write(
      `${USAGE}\n\nRuns these suites, or all of them:\n${names.map((name) => `  ${name}\n`).join('')}`,
    );
    process.exit(0);
  }
  const unknown = parsed.positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    refuse(`no suite is named ${unknown.join(', ')}; the suites are ${names.join(', ')}`);
  return { wanted: parsed.positionals.length > 0 ? parsed.positionals : names, json: parsed.values.json };
}

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

function refuse(reason: string): never {
  process.stderr.write(`bench: ${reason}\nUsage: ${USAGE}\n`);
  process.exit(2);
}

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
