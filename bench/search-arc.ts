/**
 * Program search on the ARC-AGI-1 training tasks, where a copy is at hand: first how fast it goes through candidates on
 * every tenth task, in one thread and in two, then how many of all tasks it solves in at most 10 s each. `METTLE_ARC_PART=speed`
 * leaves the second part out, `METTLE_ARC_PART=solved` the first.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { evaluateScript, makeExamples } from 'mettle/training';
import type { BenchSuite, Figure } from './harness.js';
import { type ArcSearch, arcFiles, readArc, searchArc } from './search-arc-tasks.js';
import type { ArcAnswer } from './search-arc-worker.js';

const SECONDS = 10;
const EVERY = 10;

interface Run {
  readonly scripts: ReadonlyMap<string, string>;
  readonly evaluations: number;
  readonly computed: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** All the files in so many threads; the clock runs from when all are ready. */
async function runThreads(files: readonly string[], threads: number): Promise<Run> {
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('search-arc-worker.js', import.meta.url)),
  );
  await Promise.all(workers.map(answerOf));
  const [started, used] = [performance.now(), process.cpuUsage()];
  const found: ArcSearch[] = [];
  let next = 0;
  const work = async (worker: Worker): Promise<void> => {
    while (next < files.length) {
      worker.postMessage(files[next++]);
      const answer = await answerOf(worker);
      if (answer !== null) found.push(answer);
    }
  };
  await Promise.all(workers.map(work));
  const [seconds, { user, system }] = [(performance.now() - started) / 1000, process.cpuUsage(used)];
  for (const worker of workers) worker.postMessage(null);
  return {
    scripts: new Map(found.map(({ file, attempts }) => [file, JSON.stringify(attempts)])),
    evaluations: found.reduce((sum, { evaluations }) => sum + evaluations, 0),
    computed: found.reduce((sum, { computed }) => sum + computed, 0),
    seconds,
    processorSeconds: (user + system) / 1e6,
  };
}

async function answerOf(worker: Worker): Promise<ArcAnswer> {
  const [answer] = (await once(worker, 'message')) as [ArcAnswer];
  return answer;
}

async function speedFigures(all: readonly string[]): Promise<Figure[]> {
  const files = all.filter((_file, index) => index % EVERY === 0);
  const one = await runThreads(files, 1);
  const two = await runThreads(files, 2);
  const same = files.filter((file) => one.scripts.get(file) === two.scripts.get(file)).length;
  const unit = 'candidate × example evaluations/s';
  return [
    {
      name: 'one thread: candidates by processor time',
      value: one.evaluations / one.processorSeconds,
      unit: '1/s',
    },
    { name: 'one thread, by processor time', value: one.computed / one.processorSeconds, unit },
    { name: 'one thread, by the clock', value: one.computed / one.seconds, unit },
    { name: 'two threads, by the clock', value: two.computed / two.seconds, unit, claim: '≥ 100,000' },
    { name: 'the same scripts by one thread and two', value: same, unit: `of ${files.length}`, claim: 'all' },
  ];
}

async function solvedFigures(files: readonly string[], sandbox: Sandbox): Promise<Figure[]> {
  let [right, offered, solved] = [0, 0, 0];
  for (const file of files) {
    const examples = makeExamples(readArc(file).test);
    const isSolvedBy = async (script: string | null | undefined): Promise<boolean> => {
      if (script === null || script === undefined) return false;
      return (await evaluateScript({ script, examples, sandbox })).every(({ reward }) => reward === 1);
    };
    const { script, attempts } = await searchArc(file, sandbox, { seconds: SECONDS });
    const isRight = await isSolvedBy(script);
    if (script !== null) offered++;
    if (isRight) right++;
    if (isRight || (await isSolvedBy(attempts[0])) || (await isSolvedBy(attempts[1]))) solved++;
  }
  const unit = `of ${files.length}`;
  return [
    { name: 'scripts offered', value: offered, unit },
    { name: 'right among them', value: right, unit, claim: '≥ 90 % of the offered' },
    { name: 'solved in two attempts', value: solved, unit, claim: '≥ 100' },
  ];
}

/** How fast and how often scripts are found for grids. */
export const suite: BenchSuite = {
  name: 'search-arc',
  figures: async () => {
    const files = arcFiles();
    if (files.length === 0) return [];
    const part = process.env.METTLE_ARC_PART;
    const speed = part === 'solved' ? [] : await speedFigures(files);
    if (part === 'speed') return speed;
    await using sandbox = await createSandbox({ engine: 'monty' });
    return [...speed, ...(await solvedFigures(files, sandbox))];
  },
};
