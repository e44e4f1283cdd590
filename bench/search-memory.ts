/**
 * Memory of a process that searches: examples without a rule, so that every search takes all of its evaluations. The peak
 * after one search, after twenty, and of `mettle evolve` on texts of two kinds and on folders. Run it alone,
 * `npm run bench -- search-memory`: what another suite took would count.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RandomStream } from 'mettle/core';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import type { InputOutput } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';

const EXAMPLES = 10;
const SEARCHES = 20;
const EVALUATIONS = 300_000;
/** Evaluations of each task of `mettle evolve`: its default, and more for one task. */
const [DEFAULT_EVALUATIONS, MANY_EVALUATIONS] = [1_000_000, 2_000_000];
const FOLDER = 6;
const WORDS = [
  'red',
  'green',
  'blue',
  'amber',
  'cyan',
  'lime',
  'teal',
  'navy',
  'rose',
  'gold',
  'mint',
  'plum',
];
/** Prints the peak, in KiB, as the process ends. */
const TELL_PEAK = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';

let sandbox: Sandbox;

function numbers(random: RandomStream): number[] {
  return Array.from({ length: random.integer(4, 9) }, () => random.integer(-20, 40));
}

/** Lists from lists, or numbers from lists, by turns; nothing computes them. */
function withoutRule(search: number): readonly InputOutput[] {
  const random = new RandomStream(search, 'search-memory');
  return Array.from({ length: EXAMPLES }, () => ({
    input: numbers(random),
    output: search % 2 === 0 ? numbers(random) : random.integer(-500, 500),
  }));
}

/** Texts of two kinds, which no single expression could read; nothing computes the outputs. */
function ofTwoKinds(search: number): readonly InputOutput[] {
  const random = new RandomStream(search, 'search-memory');
  const word = (): string => WORDS[random.integer(0, WORDS.length - 1)] ?? '';
  return Array.from({ length: EXAMPLES }, (_, index) => ({
    input: index % 2 === 0 ? `${word()} ${word()}-${random.integer(1, 99)}` : `${word()}, ${word()}`,
    output: `${word()} ${word()}`,
  }));
}

/** MiB; the peak of `mettle evolve` on a folder of these tasks. */
function evolvePeak(
  tasks: readonly (readonly InputOutput[])[],
  { jobs, evaluations }: { readonly jobs: number; readonly evaluations: number },
): number {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-bench-memory-'));
  try {
    for (const [index, examples] of tasks.entries())
      writeFileSync(join(folder, `${index}.json`), JSON.stringify({ examples }));
    const main = fileURLToPath(new URL('cli/main.js', import.meta.resolve('mettle')));
    const limits = ['--max-evaluations', `${evaluations}`, '--budget-seconds', '3600', '--jobs', `${jobs}`];
    const argv = ['--import', TELL_PEAK, main, 'evolve', folder, ...limits, '--quiet'];
    const { stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    return Number(stderr.trim().split('\n').at(-1)) / 1024;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tasks without a rule, of all kinds in turn. */
const folder = Array.from({ length: FOLDER }, (_, index) =>
  index % 3 === 2 ? ofTwoKinds(index) : withoutRule(index),
);

/** MiB; of this process with all that ran in it, the sandbox's own processes not counted. */
function peak(): number {
  return process.resourceUsage().maxRSS / 1024;
}

async function figures(): Promise<Figure[]> {
  sandbox = await createSandbox({ engine: 'monty' });
  const peaks: number[] = [peak()];
  let computed = 0;
  const started = process.cpuUsage();
  for (let search = 0; search < SEARCHES; search++) {
    const budget = { maxEvaluations: EVALUATIONS };
    const result = await searchScript({ examples: withoutRule(search), budget, seed: 0, sandbox });
    computed += result.evaluations * EXAMPLES;
    peaks.push(peak());
  }
  const { user, system } = process.cpuUsage(started);
  const claim = '≤ 300';
  return [
    { name: 'peak memory before any search', value: peaks[0] ?? 0, unit: 'MiB' },
    { name: `peak memory after one search of ${EVALUATIONS}`, value: peaks[1] ?? 0, unit: 'MiB', claim },
    { name: `peak memory after ${SEARCHES} of them`, value: peaks.at(-1) ?? 0, unit: 'MiB', claim },
    {
      name: `peak memory after one search of ${MANY_EVALUATIONS} on texts of two kinds`,
      value: evolvePeak([ofTwoKinds(0)], { jobs: 1, evaluations: MANY_EVALUATIONS }),
      unit: 'MiB',
      claim,
    },
    ...[1, 2, 4].map((jobs) => ({
      name: `peak memory of mettle evolve on ${FOLDER} tasks, --jobs ${jobs}`,
      value: evolvePeak(folder, { jobs, evaluations: DEFAULT_EVALUATIONS }),
      unit: 'MiB',
      claim,
    })),
    {
      name: 'candidate × example evaluations',
      value: computed / ((user + system) / 1e6),
      unit: '1/s',
      claim: '≥ 600,000',
    },
  ];
}

/** Peak memory of program search. */
export const suite: BenchSuite = {
  name: 'search-memory',
  figures,
  close: () => sandbox.close(),
};
