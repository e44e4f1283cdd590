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
    child.kill('SIGKILL');
    const [, signal] = (await exited) as [number | null, string | null];
    if (signal === 'SIGKILL') met += 1;
  }
  const { code, stderr } = await wholeRun(run);
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stderr}`);
  return met;
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
