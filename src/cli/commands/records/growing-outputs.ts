import { rm, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { MettleError } from '../../../core/index.js';
import type { FolderLock } from '../../../filesystem/index.js';
import {
  type AtomicFile,
  hostWriteFailed,
  lockFolder,
  openAtomicFile,
} from '../../../filesystem/internal.js';
import type { CommandIo } from '../../command.js';

/** Files that grow beside their place until they are whole. Disposed before, they are removed. */
export interface GrowingOutputs extends AsyncDisposable {
  /** Adds to each file. */
  write(texts: readonly string[]): Promise<void>;
  /** Puts the files in their places. */
  commit(): Promise<void>;
}

/**
 * Opens files that each grow as `FILE.part`. One that a kill left behind is written anew; no link is followed.
 * @throws {MettleError} `filesystem/folder_locked` while another process writes them, `filesystem/host_write_failed`.
 */
export async function openGrowingOutputs(
  outputs: readonly string[],
  io: Pick<CommandIo, 'cwd'>,
): Promise<GrowingOutputs> {
  const lock = await lockOutput(outputs[0] ?? '', io);
  const files: AtomicFile[] = [];
  const parts = outputs.map((path) => `${path}.part`);
  const close = async (): Promise<void> => {
    for (const file of files) await file[Symbol.asyncDispose]();
    for (const part of parts.slice(0, files.length)) await rm(part, { force: true });
    lock.release();
  };
  try {
    for (const [index, path] of outputs.entries())
      files.push(await openAtomicFile(path, { path: parts[index] as string, keptBytes: 0 }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    write: async (texts) => {
      for (const [index, text] of texts.entries()) await files[index]?.write(text);
    },
    commit: async () => {
      for (const file of files) await file.commit();
    },
    [Symbol.asyncDispose]: close,
  };
}

async function lockOutput(first: string, { cwd }: Pick<CommandIo, 'cwd'>): Promise<FolderLock> {
  try {
    await stat(dirname(first));
    return lockFolder(`${first}.lock`, relative(cwd, first), 'run');
  } catch (error) {
    throw MettleError.isInstance(error) ? error : hostWriteFailed(first, error);
  }
}
