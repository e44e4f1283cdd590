/**
 * Program search without a model on public sets of tasks, which others wrote: columns of spreadsheets (PROSE), texts (SyGuS),
 * lists (list functions, list routines) and cells of tables (Transform-Data-by-Example). Each set is read from where its environment variable points, see `search-tasks/public-sets.ts`;
 * without one it is left out, and says so. The search gets some pairs of each task, drawn by their hashes, and its script counts
 * as right if it is right on all the others. Tasks with fewer than two others are left out. `METTLE_SEARCH_HALF=A` or `B`
 * takes half of the tasks: whoever improves the search reads the misses of A alone, and measures on B.
 * `METTLE_SEARCH_MISSES=1` lists on stderr what was not right.
 */
import { sha256 } from 'mettle/core';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchScript } from 'mettle/search';
import { evaluateScript, makeExamples } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import { type PublicSet, type PublicTask, publicSets, shuffledPairs } from './search-tasks/public-sets.js';

const EXAMPLES = (process.env.METTLE_SEARCH_EXAMPLES ?? '3,5').split(',').map(Number);
const EVALUATIONS = Number(process.env.METTLE_SEARCH_EVALUATIONS ?? 300_000);
const HALF = process.env.METTLE_SEARCH_HALF;
const FEWEST_UNSEEN = 2;
const MOST_UNSEEN = 60;

/** Variants of one task are of one half. */
function halfOf({ name }: PublicTask): 'A' | 'B' {
  return Number.parseInt(
    sha256(`half${name.replace(/-(long|short|repeat).*| with k=.*/, '')}`).slice(0, 2),
    16,
  ) %
    2 ===
    1
    ? 'A'
    : 'B';
}

async function figuresOf(set: PublicSet, path: string, count: number, sandbox: Sandbox): Promise<Figure[]> {
  const tally = { tasks: 0, right: 0, wrong: 0, high: 0, highWrong: 0, seconds: 0 };
  for (const task of set.read(path)) {
    const pairs = shuffledPairs(task);
    if (pairs.length < count + FEWEST_UNSEEN || (HALF !== undefined && HALF !== halfOf(task))) continue;
    const started = process.cpuUsage();
    const result = await searchScript({
      examples: pairs.slice(0, count),
      budget: { maxEvaluations: EVALUATIONS },
      seed: 0,
      sandbox,
    });
    const { user, system } = process.cpuUsage(started);
    tally.seconds += (user + system) / 1e6;
    tally.tasks++;
    const examples = makeExamples(pairs.slice(count, count + MOST_UNSEEN));
    const outcomes =
      result.script === null ? [] : await evaluateScript({ script: result.script, examples, sandbox });
    const isRight = result.script !== null && outcomes.every(({ reward }) => reward === 1);
    if (isRight) tally.right++;
    else if (result.script !== null) tally.wrong++;
    if (result.confidence === 'high') tally.high++;
    if (result.confidence === 'high' && !isRight) tally.highWrong++;
    if (!isRight && process.env.METTLE_SEARCH_MISSES !== undefined) {
      process.stderr.write(
        `${set.name}-${count}: ${task.name}: ${result.confidence} (${result.reasons.join('; ')})\n`,
      );
    }
  }
  const { tasks, right, wrong, high, highWrong, seconds } = tally;
  const name = `${set.name}-${count}${HALF === undefined ? '' : `-${HALF}`}`;
  const share = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);
  return [
    { name: `${name}: right`, value: share(right, tasks), unit: `% of ${tasks} tasks` },
    { name: `${name}: kept wrong`, value: share(wrong, tasks), unit: `% of ${tasks} tasks` },
    { name: `${name}: right among kept`, value: share(right, right + wrong), unit: '%' },
    { name: `${name}: right among "high"`, value: share(high - highWrong, high), unit: `% of ${high}` },
    { name: `${name}: processor seconds per task`, value: seconds / Math.max(1, tasks), unit: 's' },
  ];
}

/** Recall and precision of program search on public tasks, where a copy is at hand. */
export const suite: BenchSuite = {
  name: 'search-public',
  figures: async () => {
    await using sandbox = await createSandbox({ engine: 'monty' });
    const figures: Figure[] = [];
    for (const set of publicSets) {
      const path = process.env[set.variable];
      if (path === undefined) {
        process.stderr.write(`  ${set.name}: left out; set ${set.variable} to ${set.source}.\n`);
        continue;
      }
      for (const count of EXAMPLES) figures.push(...(await figuresOf(set, path, count, sandbox)));
    }
    return figures;
  },
};
