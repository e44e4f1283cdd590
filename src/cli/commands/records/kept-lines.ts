import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Json, type JsonObject, MettleError } from '../../../core/index.js';
import { errorMessage, packageVersion } from '../../../core/internal.js';
import type { SkippedLine } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { stateFolder } from '../../state-folder.js';

/** What a job found in a line of its file: a result, or why the line holds no record. */
export type FoundLine<Result> = SkippedLine | { readonly line: number; readonly result: Result };

/** How {@link openKeptLines} opens them. */
export interface KeptLinesOptions {
  /** The first file that the job writes. */
  readonly output: string;
  /** What decides the results: only a run with the same continues. */
  readonly identity: JsonObject;
  /** Whether to continue an earlier run. */
  readonly resume: boolean;
  readonly io: Pick<CommandIo, 'cwd' | 'environment' | 'say'>;
}

/** What a job found so far, line by line in the order of the file, in the format of every run. */
export interface KeptLines<Result> extends AsyncDisposable {
  /** What an earlier run found, from the first line on. */
  earlier(): AsyncGenerator<FoundLine<Result>, void, undefined>;
  /** Keeps the next line. Waits only while many others are being written. */
  keep(found: FoundLine<Result>): Promise<void>;
  /** Waits until all is written. Returns whether a later run can continue. */
  flush(): Promise<boolean>;
  /** Deletes it: the files are written, or the work is given up. */
  drop(): Promise<void>;
}

/** Lines that are being written at once: more would fill the memory where the disk is slow. */
const WRITTEN_AT_ONCE = 256;

/**
 * Opens what a job keeps, in the user's own state: what somebody put beside the records is never taken for the user's work. Where
 * nothing can be kept, it says so once, and the job is done without.
 *
 * @throws {MettleError} `filesystem/folder_locked` while another process does the same job; `cli/usage` if the earlier run was another.
 */
export async function openKeptLines<Result>(options: KeptLinesOptions): Promise<KeptLines<Result>> {
  const { output, io } = options;
  const folder = stateFolder('records', output, io);
  let problem: string | null = null;
  const giveUp = (error: unknown): void => {
    if (problem === null) io.say(`--resume won't go on from here: ${errorMessage(error)}`);
    problem ??= errorMessage(error);
  };
  const kept = await openKept(folder, options).catch((error: unknown) => {
    if (MettleError.isInstance(error) && error.code !== 'pipelines/write_failed') throw error;
    giveUp(error);
    return null;
  });
  const writing = new Set<Promise<void>>();
  let count = 0;
  return {
    earlier: async function* () {
      for (;;) {
        const found = (await kept?.read(count)) ?? null;
        if (found === null) return;
        count += 1;
        yield found as unknown as FoundLine<Result>;
      }
    },
    keep: async (found) => {
      if (kept === null || problem !== null) return;
      const written = kept.keep(count++, found as unknown as Json).catch(giveUp);
      writing.add(written);
      void written.then(() => writing.delete(written));
      if (writing.size >= WRITTEN_AT_ONCE) await Promise.race(writing);
    },
    flush: async () => {
      await Promise.all(writing);
      return problem === null && count > 0;
    },
    drop: async () => {
      await Promise.all(writing);
      await kept?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(writing);
      await kept?.[Symbol.asyncDispose]();
      if (count === 0 || problem !== null)
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

async function openKept(folder: string, { output, identity, resume, io }: KeptLinesOptions) {
  const { openKeptResults } = await import('../../../pipelines/internal.js');
  const shown = relative(io.cwd, output);
  const isThere = await stat(join(folder, 'run.json')).then(
    () => true,
    () => false,
  );
  if (resume && !isThere) io.say('There is nothing to go on with; this run starts over.');
  if (!resume && isThere) io.say(`What an earlier run kept for ${shown} is dropped.`);
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    return await openKeptResults({
      folder,
      shown,
      run: { mettle: packageVersion(), output, ...identity },
      resume: resume && isThere,
      onProblem: io.say,
    });
  } catch (error) {
    if (!MettleError.isInstance(error) || error.code !== 'pipelines/other_run') throw error;
    throw usageError(
      `What is kept for ${shown} is of a run with other records or options (${String(error.details.changed ?? 'unreadable')}). Use the same ones, or leave out --resume to start over.`,
    );
  }
}
