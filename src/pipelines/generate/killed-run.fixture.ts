import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RandomStream } from '../../core/index.js';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** How a run in a process of its own is started. */
export interface StartedRun {
  readonly recipe: string;
  readonly out: string;
  readonly more?: readonly string[];
  /** Options of Node itself. */
  readonly node?: readonly string[];
}

/** Starts `mettle generate RECIPE --resume`. */
export function startRun({ recipe, out, more = [], node = [] }: StartedRun): ChildProcess {
  const args = ['generate', recipe, '--out', out, '--resume', '--quiet', ...more];
  return spawn(process.execPath, [...node, main, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Runs one to its end; gives what it wrote on stderr, and how it ended. */
export async function wholeRun(
  run: StartedRun,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const child = startRun(run);
  let stderr = '';
  child.stderr?.on('data', (data: Buffer) => {
    stderr += data.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

/**
 * Kills a run again and again, and lets it end at last. The moments are drawn over the whole of it: when what is kept has grown to a
 * number of bytes, mostly, and now and then by the clock, so that the start and the writing of files are met, too.
 * @returns how many kills met a run that was still alive.
 */
export async function killedRun(
  run: StartedRun,
  { kills, size, chance }: { readonly kills: number; readonly size: number; readonly chance: RandomStream },
): Promise<number> {
  const points = Array.from({ length: kills }, () => chance.integer(1, size)).sort(
    (one, other) => one - other,
  );
  let met = 0;
  for (const [index, point] of points.entries()) {
    const child = startRun(run);
    const exited = once(child, 'exit');
    if (index % 5 === 4) await Promise.race([exited, milliseconds(chance.integer(0, 2500))]);
    else while (child.exitCode === null && (await keptBytes(run.out)) < point) await milliseconds(1);
    const workers = await childrenOf(child);
    child.kill('SIGKILL');
    const [, signal] = (await exited) as [number | null, string | null];
    if (signal === 'SIGKILL') met += 1;
    await allGone(workers);
  }
  const { code, stderr } = await wholeRun(run);
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  return met;
}

/**
 * Kills a worker process of a run again and again, when what is kept has grown to a number of bytes, and lets the run end.
 * @returns how many were killed, and how the run ended.
 */
export async function killedWorkers(
  run: StartedRun,
  { kills, size, chance }: { readonly kills: number; readonly size: number; readonly chance: RandomStream },
): Promise<{ readonly met: number; readonly code: number | null }> {
  const points = Array.from({ length: kills }, () => chance.integer(1, size)).sort(
    (one, other) => one - other,
  );
  const child = startRun(run);
  const closed = once(child, 'close');
  let met = 0;
  let workers: readonly number[] = [];
  let kept = 0;
  for (const point of points) {
    // Between two kills, some runs are kept: a task that met three of them would count as one that kills.
    const due = Math.max(point, kept + size / 30);
    while (child.exitCode === null && kept < due) {
      await milliseconds(1);
      kept = await keptBytes(run.out);
    }
    workers = await childrenOf(child);
    const oldest = Math.min(...workers);
    if (child.exitCode !== null || workers.length === 0) continue;
    process.kill(oldest, 'SIGKILL');
    met += 1;
  }
  const [code] = (await closed) as [number | null];
  await allGone(workers);
  return { met, code };
}

/** The processes that a process has started, where the system says it. */
async function childrenOf({ pid }: ChildProcess): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text
    .split(' ')
    .filter((each) => each.trim() !== '')
    .map(Number);
}

/** Waits until none of the processes is left. */
async function allGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) while (isThere(pid)) await milliseconds(2);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Bytes of what is kept, in segments and ledgers. */
export async function keptBytes(out: string): Promise<number> {
  const folder = join(out, 'run');
  let bytes = 0;
  for (const writer of await readdir(folder).catch(() => [])) {
    for (const file of await readdir(join(folder, writer)).catch(() => [])) {
      bytes += (await stat(join(folder, writer, file)).catch(() => null))?.size ?? 0;
    }
  }
  return bytes;
}

/** The files that a run comes to, without what it goes on from. */
export async function outputsOf(out: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(out)).filter((file) => file !== 'run').sort();
  const texts = await Promise.all(files.map((file) => readFile(join(out, file), 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file, texts[index] ?? '']));
}

function milliseconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count));
}
