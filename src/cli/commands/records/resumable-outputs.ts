import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { canonicalJson, isJsonObject, type Json, MettleError } from '../../../core/index.js';
import { type FolderLock, writeFileAtomically } from '../../../filesystem/index.js';
import {
  type AtomicFile,
  hostWriteFailed,
  lockFolder,
  openAtomicFile,
} from '../../../filesystem/internal.js';
import { usageError } from '../../parse-option.js';

/** How {@link openResumableOutputs} opens them. */
export interface ResumableOptions {
  /** At least one; what a run that goes on needs lies beside the first. */
  readonly outputs: readonly [string, ...string[]];
  /** What decides the content: only a run with the same goes on. */
  readonly identity: Json;
  /** Whether to go on where an earlier run stopped. */
  readonly resume: boolean;
  readonly cwd: string;
}

/** Files that grow beside their place until they are whole, and that another run can go on with. */
export interface ResumableOutputs extends AsyncDisposable {
  /** What the run that this one goes on with saved last; null for a fresh one. */
  readonly found: Json;
  /** Adds to each file. */
  write(texts: readonly string[]): Promise<void>;
  /** Keeps what was written so far, and as JSON whatever else a run needs that goes on from here. */
  save(state: object): Promise<void>;
  /** Puts the files in their places. */
  commit(): Promise<void>;
  /** Gives the work up. */
  discard(): Promise<void>;
}

/**
 * Opens files for work that may be stopped or killed at any moment. Each grows as `FILE.part`; `FILE.part.json` says up to where it is
 * complete. What a kill left behind that is cut off.
 *
 * @throws {MettleError} `filesystem/folder_locked` while another process writes them, `filesystem/host_write_failed`; `cli/usage` where
 *   the earlier run was another.
 */
export async function openResumableOutputs(options: ResumableOptions): Promise<ResumableOutputs> {
  const { outputs, identity } = options;
  const [first] = outputs;
  const saved = `${first}.part.json`;
  const parts = outputs.map((path) => `${path}.part`);
  const lock = await lockOutput(options);
  const files: AtomicFile[] = [];
  const close = async (): Promise<void> => {
    for (const file of files) await file[Symbol.asyncDispose]();
    lock.release();
  };
  const removeSaved = (): Promise<void> => rm(saved, { force: true });
  try {
    const earlier = options.resume ? await readSaved(saved, parts, options) : null;
    if (earlier === null) await removeSaved();
    for (const [index, path] of outputs.entries()) {
      const unfinished = { path: parts[index] as string, keptBytes: earlier?.bytes[index] ?? 0 };
      files.push(await openAtomicFile(path, unfinished));
    }
    return {
      found: earlier?.state ?? null,
      write: async (texts) => {
        for (const [index, file] of files.entries()) if (texts[index]) await file.write(texts[index]);
      },
      save: async (state) => {
        const bytes: number[] = [];
        for (const file of files) bytes.push(await file.flush());
        await writeFileAtomically(saved, JSON.stringify({ version: 1, identity, bytes, state }));
      },
      commit: async () => {
        for (const file of files) await file.commit();
        await removeSaved();
      },
      discard: async () => {
        await removeSaved();
        for (const part of parts) await rm(part, { force: true });
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function lockOutput({ outputs: [first], cwd }: ResumableOptions): Promise<FolderLock> {
  try {
    await stat(dirname(first));
    return lockFolder(`${first}.lock`, relative(cwd, first), 'run');
  } catch (error) {
    throw MettleError.isInstance(error) ? error : hostWriteFailed(first, error);
  }
}

interface Saved {
  readonly bytes: readonly number[];
  readonly state: Json;
}

/** Null where there is nothing to go on with, or less on the disk than was saved. */
async function readSaved(
  path: string,
  parts: readonly string[],
  { identity, cwd }: ResumableOptions,
): Promise<Saved | null> {
  let found: Json;
  try {
    found = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(found) || found.version !== 1 || !Array.isArray(found.bytes)) return null;
  if (canonicalJson(found.identity ?? null) !== canonicalJson(identity)) {
    throw usageError(
      `${relative(cwd, path)} is of a run with other records or options. Use the same ones, or leave out --resume to start over.`,
    );
  }
  const bytes = found.bytes.map(Number);
  for (const [index, part] of parts.entries()) {
    const size = await stat(part).then(
      (each) => each.size,
      () => -1,
    );
    if (size < (bytes[index] ?? 0)) return null;
  }
  return { bytes, state: found.state ?? null };
}
