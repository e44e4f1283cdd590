/**
 * How long a hostile input of a megabyte holds the event loop: every row of `event-loop-rows.ts`, each in a process of its
 * own, on each of its inputs. A hold is what the main thread computes between two turns of the event loop, in processor
 * time; beside it stands what `JSON.parse` takes for the same bytes. METTLE_LOOP_OF names the rows to measure, with commas
 * between them (default: all), METTLE_LOOP_BYTES the size of an input (default 1,000,000).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KNOWN_HOLDS } from './event-loop-reasons.js';
import { closeRows, ROWS } from './event-loop-rows.js';
import type { BenchSuite, Figure } from './harness.js';
import { threadMilliseconds } from './processor-cost.js';

/** The longest hold that is nobody's concern. */
const HOLD = 20;
/** What takes no longer than so many times `JSON.parse` isn't the cause of a hold. */
const TIMES_PARSE = 4;
/** How much longer than it was measured a known hold may take: machines differ. */
const NOISE = 2;
const ATTEMPTS = 3;
/** An input that holds this long isn't tried again. */
const HOPELESS = 1_000;
const PROCESS_SECONDS = 240;

interface Hold {
  readonly input: string;
  readonly hold: number;
  readonly parse: number;
}

export const suite: BenchSuite = {
  name: 'the longest hold of the event loop by inputs of a megabyte',
  figures: () => {
    const only = process.env.METTLE_LOOP_OF?.split(',');
    const names = Object.keys(ROWS).filter((name) => only?.some((one) => name.startsWith(one)) ?? true);
    const figures: Figure[] = [];
    let failed = 0;
    for (const name of names) {
      const worst = measureRow(name);
      const isOver = excess(worst) > 1 && worst.hold > NOISE * (KNOWN_HOLDS[name]?.milliseconds ?? 0);
      if (isOver) failed++;
      figures.push({
        name: `${isOver ? '✗ ' : ''}${name} (${worst.input}; JSON.parse ${worst.parse.toFixed(1)} ms)`,
        value: worst.hold,
        unit: 'ms',
      });
    }
    figures.sort((left, right) => right.value - left.value);
    return [
      ...figures,
      {
        name: `rows of ${names.length} that hold longer than ${HOLD} ms, ${TIMES_PARSE}× JSON.parse and what is known of them`,
        value: failed,
        unit: 'rows',
        claim: '0',
      },
    ];
  },
};

const excess = ({ hold, parse }: Hold): number => hold / Math.max(HOLD, TIMES_PARSE * parse);

/** The worst input of a row, measured in a process with a folder of its own for what it writes. */
function measureRow(name: string): Hold {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-event-loop-'));
  try {
    return worstOf(name, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function worstOf(name: string, folder: string): Hold {
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), 'measure', name],
    {
      encoding: 'utf8',
      timeout: PROCESS_SECONDS * 1_000,
      maxBuffer: 1e8,
      env: { ...process.env, TMPDIR: folder },
    },
  );
  const holds = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Hold);
  if (signal !== null)
    holds.push({ input: `ended after input ${holds.length}`, hold: PROCESS_SECONDS * 1_000, parse: 0 });
  else if (holds.length === 0) throw new Error(`${name}: ${stderr}`);
  if (process.env.METTLE_LOOP_ALL !== undefined)
    for (const hold of holds.filter((one) => excess(one) > 1))
      process.stderr.write(`${name}: ${JSON.stringify(hold)}\n`);
  return holds.reduce((worst, hold) => (excess(hold) > excess(worst) ? hold : worst));
}

async function measureInputs(name: string): Promise<void> {
  const {
    inputs,
    prepare = (text: string) => text as never,
    call,
  } = ROWS[name] ?? { inputs: [], call: () => null };
  const size = Number(process.env.METTLE_LOOP_BYTES ?? 1_000_000);
  const [first] = inputs;
  // So that the first input isn't charged with loading and compiling.
  for (let warm = 0; warm < 10 && first !== undefined; warm++)
    await holdOf(() => call(prepare(first.make(500), -1 - warm)));
  let attempt = 0;
  for (const { name: input, make } of inputs) {
    const text = make(size);
    const parse = parseMilliseconds(text);
    let hold = Number.POSITIVE_INFINITY;
    for (let attempts = 0; attempts < ATTEMPTS && hold > Math.max(HOLD, TIMES_PARSE * parse); attempts++) {
      const given = prepare(text, attempt++);
      hold = Math.min(hold, await holdOf(() => call(given)));
      if (hold > HOPELESS) break;
    }
    process.stdout.write(`${JSON.stringify({ input, hold, parse } satisfies Hold)}\n`);
  }
  await closeRows();
}

/** What `JSON.parse` takes for a text: as it is where it is JSON, else as a JSON text of these characters. */
function parseMilliseconds(text: string): number {
  let json = text;
  try {
    JSON.parse(text);
  } catch {
    json = JSON.stringify(text);
  }
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const start = threadMilliseconds();
    JSON.parse(json);
    least = Math.min(least, threadMilliseconds() - start);
  }
  return least;
}

/** The longest that the main thread computes between two turns of the event loop while `work` goes on. */
async function holdOf(work: () => unknown): Promise<number> {
  let isDone = false;
  let hold = 0;
  const turns = (async () => {
    for (let at = threadMilliseconds(); !isDone; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = threadMilliseconds();
      hold = Math.max(hold, now - at);
      at = now;
    }
  })();
  try {
    await work();
  } catch {
    // A refusal is an answer, too: what counts is how long it took.
  }
  isDone = true;
  await turns;
  return hold;
}

if (process.argv[2] === 'measure') {
  await measureInputs(process.argv[3] ?? '');
  process.exit(0);
}
