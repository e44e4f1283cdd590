import type { RandomStream } from 'mettle/core';
import { createSandbox, loadSandbox, type MontyEngine, type RunResult, type Sandbox } from 'mettle/sandbox';

/** What the work of a soak came to. */
export interface SoakTally {
  runs: number;
  kills: number;
  /** Runs that a kill took, each of which said so. */
  lost: number;
  /** Sessions that were opened. */
  sessions: number;
  /** What was not as it should be: a wrong value, or an error that nothing explains. */
  readonly wrong: string[];
}

/** Runs of which one is killed: before it starts, on its way, or while it waits for the host. */
const RUNS_PER_KILL = 60;

/** A session that counts its own runs, and is replaced by another one when it has had its share. */
export class LongSession {
  readonly #engine: MontyEngine;
  readonly #random: RandomStream;
  readonly #tally: SoakTally;
  readonly #length: number;
  #sandbox: Sandbox | null = null;
  #expected = 0;
  #left = 0;

  /** @param length runs of a session */
  constructor(engine: MontyEngine, random: RandomStream, tally: SoakTally, length: number) {
    this.#length = length;
    this.#engine = engine;
    this.#random = random;
    this.#tally = tally;
  }

  /** Runs so often, with kills. */
  async work(runs: number): Promise<void> {
    for (let run = 0; run < runs; run++) {
      const sandbox = this.#left > 0 && this.#sandbox !== null ? this.#sandbox : await this.#next();
      const code = this.#random.pick([
        'total += 1',
        'total = add(1)',
        'total += await one()',
        `total += len("text ${run}") - len("text ${run}") + 1  # ${'x'.repeat(run % 300)}`,
      ]);
      if ((await killedRun(sandbox, code, this.#engine, this.#random, this.#tally)).ok) this.#expected++;
      this.#left--;
    }
    await this.#check();
  }

  /** Ends the session. */
  async close(): Promise<void> {
    await this.#sandbox?.close();
  }

  async #next(): Promise<Sandbox> {
    await this.#check();
    await this.close();
    this.#sandbox = await openSandbox(this.#engine, this.#tally);
    const start = 'total = 0\ndef add(n):\n    return total + n';
    for (let started = false; !started; ) started = (await this.#sandbox.run(start)).ok;
    this.#expected = 0;
    this.#left = this.#length;
    return this.#sandbox;
  }

  async #check(): Promise<void> {
    if (this.#sandbox !== null) check(this.#tally, await this.#sandbox.run('total'), this.#expected);
  }
}

/** Sessions of up to twenty runs each, one after another, until so many runs are done. */
export async function shortSessions(
  engine: MontyEngine,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  for (let left = runs; left > 0; ) {
    const length = Math.min(left, random.integer(1, 20));
    await random.pick([counting, withFiles, withForks])(engine, random, tally, length);
    left -= length;
  }
}

/** Counts, fails now and then, and is emptied in between. */
async function counting(
  engine: MontyEngine,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(engine, tally);
  let expected: number | null = null;
  for (let run = 0; run < runs; run++) {
    if (expected === null || random.chance(0.05)) {
      if (expected !== null) await sandbox.reset();
      const { ok } = await killedRun(sandbox, 'n = 0', engine, random, tally);
      expected = ok ? 0 : null;
    } else if (random.chance(0.1)) {
      const { error } = await killedRun(sandbox, 'n // 0', engine, random, tally);
      if (error?.type !== 'ZeroDivisionError' && error?.kind !== 'crash')
        tally.wrong.push(`a division by zero came to ${JSON.stringify(error)}`);
    } else {
      const { ok } = await killedRun(sandbox, 'n += one()\nn', engine, random, tally);
      if (ok) expected++;
    }
  }
  if (expected !== null) check(tally, await sandbox.run('n'), expected);
}

/** Reads a file, writes another, and reads that back. */
async function withFiles(
  engine: MontyEngine,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(engine, tally, { 'in.txt': 'seven' });
  for (let run = 0; run < runs; run++) {
    const code = `text = open('in.txt').read()\nwith open('out.txt', 'w') as f:\n    f.write(text * ${run})\nlen(open('out.txt').read())`;
    const result = await killedRun(sandbox, code, engine, random, tally);
    if (!result.ok) continue;
    check(tally, result, 5 * run);
    if (sandbox.files.readText('out.txt').length !== 5 * run)
      tally.wrong.push('a file is not as it was written');
  }
}

/** Copies its namespace into a fork, or into a sandbox loaded from a dump. */
async function withForks(
  engine: MontyEngine,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(engine, tally);
  let expected: number | null = null;
  for (let run = 0; run < runs; run++) {
    if (expected === null) {
      expected = (await killedRun(sandbox, 'n = 0', engine, random, tally)).ok ? 0 : null;
    } else if (run % 5 === 0) {
      await using fork =
        run % 2 === 0
          ? await sandbox.fork({ copyNamespace: true })
          : await loadSandbox(await sandbox.dump(), { engine });
      tally.sessions++;
      const result = await killedRun(fork, 'n += 1\nn', engine, random, tally);
      if (result.ok) check(tally, result, expected + 1);
    } else if ((await killedRun(sandbox, 'n += 1', engine, random, tally)).ok) expected++;
  }
  if (expected !== null) check(tally, await sandbox.run('n'), expected);
}

async function openSandbox(
  engine: MontyEngine,
  tally: SoakTally,
  files: Readonly<Record<string, string>> = {},
): Promise<Sandbox> {
  tally.sessions++;
  return createSandbox({ engine, files, functions: { one: () => 1 } });
}

/** One run of the soak, in which workers may be killed. */
async function killedRun(
  sandbox: Sandbox,
  code: string,
  engine: MontyEngine,
  random: RandomStream,
  tally: SoakTally,
): Promise<RunResult> {
  const when = !random.chance(1 / RUNS_PER_KILL) ? 'never' : random.pick(['before', 'during', 'in a call']);
  const kill = (): void => {
    const pids = engine.workerPids();
    if (pids.length === 0) return;
    tally.kills++;
    process.kill(random.pick(pids), 'SIGKILL');
  };
  const one = (): number => {
    if (when === 'in a call') kill();
    return 1;
  };
  if (when === 'before') kill();
  const running = sandbox.run(code, { functions: { one } });
  if (when === 'during') {
    for (let ticks = random.integer(0, 3); ticks > 0; ticks--)
      await new Promise((resolve) => setImmediate(resolve));
    kill();
  }
  const result = await running;
  tally.runs++;
  if (result.error?.kind === 'crash') tally.lost++;
  else if (result.error !== null && result.error.kind !== 'runtime')
    tally.wrong.push(`${code.slice(0, 40)} came to ${JSON.stringify(result.error)}`);
  return result;
}

function check(tally: SoakTally, result: RunResult, expected: number): void {
  if (result.value !== expected && result.error?.kind !== 'crash')
    tally.wrong.push(`${JSON.stringify(result.value)} instead of ${expected} ${result.error?.message ?? ''}`);
}
