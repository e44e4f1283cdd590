import type { RandomStream } from 'mettle/core';
import { createSandbox, type Engine, loadSandbox, type RunResult, type Sandbox } from 'mettle/sandbox';

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

/** What a soak works on. */
export interface SoakTarget {
  readonly engine: Engine;
  /** Runs of which one is killed: before it starts, on its way, or while it waits for the host. */
  readonly runsPerKill: number;
  /** Whether a run may wait in vain for its answer when what passes it on is killed, until its time is up. */
  readonly killsCanHang: boolean;
  /** Processes that may be killed now. */
  readonly victims: () => readonly number[];
}

/** The time of a run is generous: the soak is not about a busy machine. */
const LIMITS = { timeoutSeconds: 30, deadlineSeconds: 60 };

/** How a run's hint says that the variables of earlier runs are gone. */
const LOST = 'variables of earlier runs are lost';

/** A session that counts its own runs, and is replaced by another one when it has had its share. */
export class LongSession {
  readonly #target: SoakTarget;
  readonly #random: RandomStream;
  readonly #tally: SoakTally;
  readonly #length: number;
  #sandbox: Sandbox | null = null;
  #expected = 0;
  #left = 0;
  #isLost = false;

  /** @param length runs of a session */
  constructor(target: SoakTarget, random: RandomStream, tally: SoakTally, length: number) {
    this.#length = length;
    this.#target = target;
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
      if ((await killedRun(sandbox, code, this.#target, this.#random, this.#tally)).ok) this.#expected++;
      else this.#isLost = true;
      this.#left = this.#isLost ? 0 : this.#left - 1;
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
    this.#sandbox = await openSandbox(this.#target, this.#tally);
    const start = 'total = 0\ndef add(n):\n    return total + n';
    for (let started = false; !started; ) started = (await this.#sandbox.run(start)).ok;
    this.#isLost = false;
    this.#expected = 0;
    this.#left = this.#length;
    return this.#sandbox;
  }

  async #check(): Promise<void> {
    if (this.#sandbox === null || this.#isLost) return;
    const result = await this.#sandbox.run('total');
    check(this.#target, this.#tally, result, this.#expected);
    if (!isLoss(this.#target, result)) return;
    this.#isLost = true;
    this.#left = 0;
  }
}

/** Sessions of up to twenty runs each, one after another, until so many runs are done. */
export async function shortSessions(
  target: SoakTarget,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  for (let left = runs; left > 0; ) {
    const length = Math.min(left, random.integer(1, 20));
    await random.pick([counting, withFiles, withForks])(target, random, tally, length);
    left -= length;
  }
}

/** Counts, fails now and then, and is emptied in between. */
async function counting(
  target: SoakTarget,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(target, tally);
  let expected: number | null = null;
  for (let run = 0; run < runs; run++) {
    if (expected === null || random.chance(0.05)) {
      if (expected !== null) await emptied(sandbox, tally);
      const { ok } = await killedRun(sandbox, 'n = 0', target, random, tally);
      expected = ok ? 0 : null;
    } else if (random.chance(0.1)) {
      const result = await killedRun(sandbox, 'n // 0', target, random, tally);
      if (isLoss(target, result)) expected = null;
      else if (result.error?.type !== 'ZeroDivisionError')
        tally.wrong.push(`a division by zero came to ${JSON.stringify(result.error)}`);
    } else {
      const { ok } = await killedRun(sandbox, 'n += one()\nn', target, random, tally);
      expected = ok ? expected + 1 : null;
    }
  }
  if (expected !== null) check(target, tally, await sandbox.run('n'), expected);
}

/** Reads a file, writes another, and reads that back. */
async function withFiles(
  target: SoakTarget,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(target, tally, { 'in.txt': 'seven' });
  for (let run = 0; run < runs; run++) {
    const code = `text = open('in.txt').read()\nwith open('out.txt', 'w') as f:\n    f.write(text * ${run})\nlen(open('out.txt').read())`;
    const result = await killedRun(sandbox, code, target, random, tally);
    if (!result.ok) continue;
    check(target, tally, result, 5 * run);
    if (sandbox.files.readText('out.txt').length !== 5 * run)
      tally.wrong.push('a file is not as it was written');
  }
}

/** Copies its namespace into a fork, or into a sandbox loaded from a dump. */
async function withForks(
  target: SoakTarget,
  random: RandomStream,
  tally: SoakTally,
  runs: number,
): Promise<void> {
  await using sandbox = await openSandbox(target, tally);
  let expected: number | null = null;
  for (let run = 0; run < runs; run++) {
    if (expected === null) {
      expected = (await killedRun(sandbox, 'n = 0', target, random, tally)).ok ? 0 : null;
    } else if (run % 5 === 0) {
      await using fork = await copyOf(sandbox, run % 2 === 0, target, tally);
      if (fork === null) {
        expected = null;
        continue;
      }
      tally.sessions++;
      const result = await killedRun(fork, 'n += 1\nn', target, random, tally);
      if (result.ok) check(target, tally, result, expected + 1);
    } else if ((await killedRun(sandbox, 'n += 1', target, random, tally)).ok) expected++;
    else expected = null;
  }
  if (expected !== null) check(target, tally, await sandbox.run('n'), expected);
}

/** Resets a sandbox, again where a kill took the process that was to be the new one. */
async function emptied(sandbox: Sandbox, tally: SoakTally): Promise<void> {
  await survivingKills(tally, () => sandbox.reset());
}

/** A copy of a sandbox, or null where a kill took what was to be copied. */
async function copyOf(
  sandbox: Sandbox,
  byFork: boolean,
  target: SoakTarget,
  tally: SoakTally,
): Promise<Sandbox | null> {
  try {
    if (byFork) return await sandbox.fork({ copyNamespace: true });
    return await loadSandbox(await sandbox.dump(), { engine: target.engine });
  } catch {
    tally.lost++;
    return null;
  }
}

async function openSandbox(
  target: SoakTarget,
  tally: SoakTally,
  files: Readonly<Record<string, string>> = {},
): Promise<Sandbox> {
  tally.sessions++;
  return survivingKills(tally, () =>
    createSandbox({ engine: target.engine, files, functions: { one: () => 1 }, limits: LIMITS }),
  );
}

/** Does what a kill of the other lane may hit, until it was done or is beyond chance. */
async function survivingKills<T>(tally: SoakTally, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (attempt === 8) throw thrown;
      tally.lost++;
    }
  }
}

/** One run of the soak, in which workers may be killed. */
async function killedRun(
  sandbox: Sandbox,
  code: string,
  target: SoakTarget,
  random: RandomStream,
  tally: SoakTally,
): Promise<RunResult> {
  const when = !random.chance(1 / target.runsPerKill)
    ? 'never'
    : random.pick(['before', 'during', 'in a call']);
  const kill = (): void => {
    const pids = target.victims();
    if (pids.length === 0) return;
    try {
      process.kill(random.pick(pids), 'SIGKILL');
      tally.kills++;
    } catch {
      // it has just ended by itself
    }
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
  const result = await running.catch((thrown: unknown) => {
    throw new Error(`a run rejected: ${code.slice(0, 40)}`, { cause: thrown });
  });
  tally.runs++;
  if (isLoss(target, result)) tally.lost++;
  else if (result.error !== null && result.error.type !== 'ZeroDivisionError')
    tally.wrong.push(`${code.slice(0, 40)} came to ${JSON.stringify(result.error)}`);
  return result;
}

/**
 * Whether the run says that a kill took its process, or the namespace before it or with it. Code never runs in a namespace that
 * has lost its names.
 */
function isLoss({ killsCanHang }: SoakTarget, { error }: RunResult): boolean {
  if (error === null) return false;
  if (error.kind === 'crash' || error.kind === 'infrastructure') return true;
  if (error.type === 'NameError' || (error.kind === 'timeout' && !killsCanHang)) return false;
  return (error.hint ?? '').includes(LOST);
}

function check(target: SoakTarget, tally: SoakTally, result: RunResult, expected: number): void {
  if (result.value !== expected && !isLoss(target, result))
    tally.wrong.push(`${JSON.stringify(result.value)} instead of ${expected} ${result.error?.message ?? ''}`);
}
