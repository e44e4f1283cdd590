/**
 * What each part of program search is worth: with it off, how many answers are no longer right, and how many wrong ones are
 * offered, on the tasks of `search-parts/tasks.ts`. First all tasks are searched with everything on, which also shows the parts
 * that did something for each; then each part is switched off on the tasks where it did. Results are kept in
 * `.cache/search-parts/`, by what was built, so that a run that was ended goes on where it stopped. `METTLE_PARTS` chooses parts,
 * with commas; `METTLE_PARTS_ALL=1` searches all tasks without them; `METTLE_PARTS_SECONDS` ends the run after about so long, with
 * what it has; `METTLE_SEARCH_EVALUATIONS` is the budget of each search (10,000).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from 'mettle/core';
import type { BenchSuite, Figure } from './harness.js';
import { buildSwitched } from './search-parts/build.js';
import type { Plan, Result } from './search-parts/measure.js';
import { type Part, parts } from './search-parts/parts.js';
import { EVALUATIONS, measuredTasks, OWN } from './search-parts/tasks.js';

const CHOSEN = process.env.METTLE_PARTS?.split(',');
const ON_ALL = process.env.METTLE_PARTS_ALL !== undefined;
const SECONDS = Number(process.env.METTLE_PARTS_SECONDS ?? Number.POSITIVE_INFINITY);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const FOLDER = join(ROOT, '.cache', 'search-parts');
const BUILT = join(FOLDER, 'switched-search.mjs');

/** Builds the search, and says where the results of what is built now are. */
async function resultsFile(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  await buildSwitched(BUILT);
  return join(FOLDER, `${sha256(readFileSync(BUILT, 'utf8')).slice(0, 12)}-${EVALUATIONS}.jsonl`);
}

type Results = ReadonlyMap<string, Result>;

/** By the part that was off, null with all on: the results by task. */
function readResults(file: string): ReadonlyMap<string | null, Results> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const results = new Map<string | null, Map<string, Result>>();
  for (const line of lines) {
    // The last line of a run that was ended may be half a line.
    if (!line.endsWith('}')) continue;
    const result = JSON.parse(line) as Result;
    const ofPart = results.get(result.off) ?? new Map<string, Result>();
    results.set(result.off, ofPart.set(result.task, result));
  }
  return results;
}

/** Does what of the plans has no result yet, in a process with the switches, until the deadline. */
async function search(file: string, plans: readonly Plan[], deadline: number): Promise<void> {
  const known = readResults(file);
  const open = plans
    .map(({ off, names }) => ({ off, names: names.filter((name) => known.get(off)?.has(name) !== true) }))
    .filter(({ names }) => names.length > 0);
  const milliseconds = deadline - performance.now();
  if (open.length === 0 || milliseconds <= 0) return;
  const measure = fileURLToPath(new URL('search-parts/measure.js', import.meta.url));
  const child = spawn(process.execPath, [measure, file, BUILT], { stdio: ['pipe', 'inherit', 'inherit'] });
  const timer = Number.isFinite(milliseconds) ? setTimeout(() => child.kill(), milliseconds) : undefined;
  child.stdin.end(JSON.stringify(open));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (code !== 0 && code !== null) process.stderr.write(`  the search ended with ${String(code)}\n`);
}

/** Lines of a part's files. */
function linesOf({ files }: Part): number {
  const source = join(ROOT, 'src', 'search');
  const paths = files.flatMap((file) =>
    file.endsWith('/')
      ? readdirSync(join(source, file))
          .filter((name) => !/\.(?:test|fixture)\./.test(name))
          .map((name) => join(file, name))
      : [file],
  );
  return paths.reduce(
    (sum, path) => sum + readFileSync(join(source, path), 'utf8').split('\n').length - 1,
    0,
  );
}

interface Worth {
  readonly tasks: number;
  /** Answers that are right with the part alone, and without it alone. */
  readonly lost: number;
  readonly gained: number;
  /** Wrong scripts that are offered without it alone, and with it alone; those with high confidence among the first, less the second. */
  readonly prevented: number;
  readonly added: number;
  readonly high: number;
  readonly seconds: number;
}

function worthOf(on: Results, off: Results, isCounted: (result: Result) => boolean): Worth {
  const pairs = [...off].flatMap(([task, without]) => {
    const within = on.get(task);
    return within === undefined || !isCounted(without) ? [] : [{ within, without }];
  });
  const count = (holds: (within: Result, without: Result) => boolean): number =>
    pairs.filter(({ within, without }) => holds(within, without)).length;
  const isHighWrong = ({ verdict, isHigh }: Result): boolean => verdict === 'wrong' && isHigh;
  return {
    tasks: pairs.length,
    lost: count((within, without) => within.verdict === 'right' && without.verdict !== 'right'),
    gained: count((within, without) => within.verdict !== 'right' && without.verdict === 'right'),
    prevented: count((within, without) => within.verdict !== 'wrong' && without.verdict === 'wrong'),
    added: count((within, without) => within.verdict === 'wrong' && without.verdict !== 'wrong'),
    high:
      count((within, without) => !isHighWrong(within) && isHighWrong(without)) -
      count((within, without) => isHighWrong(within) && !isHighWrong(without)),
    seconds: pairs.reduce((sum, { within, without }) => sum + within.seconds - without.seconds, 0),
  };
}

function row(part: Part, others: Worth, own: Worth): string {
  const seconds = others.seconds + own.seconds;
  return `| ${[
    part.name,
    linesOf(part),
    others.tasks + own.tasks,
    `${others.lost} / ${others.gained}`,
    `${others.prevented} / ${others.added}`,
    others.high + own.high,
    `${own.lost - own.gained}, ${own.prevented - own.added}`,
    `${seconds < 0 ? '−' : ''}${Math.abs(seconds).toFixed(1)}`,
  ].join(' | ')} |\n`;
}

async function figures(): Promise<Figure[]> {
  const file = await resultsFile();
  const deadline = performance.now() + 1000 * SECONDS;
  const names = measuredTasks().map(({ name }) => name);
  await search(file, [{ off: null, names }], deadline);
  const on = readResults(file).get(null) ?? new Map<string, Result>();
  const verdicts = [...on.values()];
  process.stderr.write(
    `  ${on.size} of ${names.length} tasks, ${EVALUATIONS} evaluations each: ${verdicts.filter(({ verdict }) => verdict === 'right').length} right, ${verdicts.filter(({ verdict }) => verdict === 'wrong').length} wrong, ${verdicts.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)} s\n`,
  );
  for (const set of new Set(verdicts.map((result) => result.set))) {
    const own = verdicts.filter((result) => result.set === set);
    const of = (verdict: string): number => own.filter((result) => result.verdict === verdict).length;
    process.stderr.write(`    ${set}: ${of('right')} right, ${of('wrong')} wrong of ${own.length}\n`);
  }
  process.stderr.write(
    '| part | lines | tasks it was at work in | right with it / without it | wrong prevented / added | of these with high confidence | own sets: right, wrong prevented | seconds that it takes |\n|---|---|---|---|---|---|---|---|\n',
  );
  const chosen = parts.filter(({ name }) => CHOSEN === undefined || CHOSEN.includes(name));
  const plans = chosen.map(({ name: off }): Plan => {
    const atWork = verdicts.filter(({ active }) => ON_ALL || active.includes(off));
    return { off, names: atWork.map(({ task }) => task) };
  });
  await search(file, plans, deadline);
  const results = readResults(file);
  const all: Figure[] = [];
  for (const [index, part] of chosen.entries()) {
    const off = results.get(part.name) ?? new Map<string, Result>();
    const others = worthOf(on, off, ({ set }) => !OWN.has(set));
    const own = worthOf(on, off, ({ set }) => OWN.has(set));
    process.stderr.write(row(part, others, own));
    const left = plans[index]?.names.filter((name) => !off.has(name)).length ?? 0;
    if (left > 0) process.stderr.write(`  ${part.name}: ${left} tasks left\n`);
    all.push({ name: `${part.name}: right answers`, value: others.lost - others.gained, unit: 'tasks' });
  }
  return all;
}

/** What each part of the search brings. */
export const suite: BenchSuite = { name: 'search-parts', figures };
