/**
 * Memory of a process that searches: examples without a rule, so that every search takes all of its evaluations. The peak
 * after one search, and after twenty. Run it alone, `npm run bench -- search-memory`: what another suite took would count.
 */
import { RandomStream } from 'mettle/core';
import { searchScript } from 'mettle/optimizers';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import type { InputOutput } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';

const EXAMPLES = 10;
const SEARCHES = 20;
const EVALUATIONS = 300_000;

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
