import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { canonicalJson, isJsonObject, type Json, MettleError } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import { type FolderLock, writeFileAtomically } from '../../../filesystem/index.js';
import {
  type AtomicFile,
  hostWriteFailed,
  lockFolder,
  openAtomicFile,
} from '../../../filesystem/internal.js';
import type { CommandIo } from '../../command.js';
import { usageError } from '../../parse-option.js';
import { stateFile } from '../../state-file.js';

/** How {@link openResumableOutputs} opens them. */
export interface ResumableOptions {
  readonly outputs: readonly [string, ...string[]];
  /** What decides the content: only a run with the same goes on. */
  readonly identity: Json;
  /** Whether to go on where an earlier run stopped. */
  readonly resume: boolean;
  readonly io: Pick<CommandIo, 'cwd' | 'environment' | 'say'>;
}

/** Files that grow beside their place until they are whole, and that another run can go on with. */
export interface ResumableOutputs extends AsyncDisposable {
  /** What the run that this one goes on with saved last; null for a fresh one. */
  readonly found: Json;
  /** Adds to each file. */
  write(texts: readonly string[]): Promise<void>;
  /** Keeps what was written so far, and as JSON whatever else a run needs that goes on from here. Gives whether one can. */
  save(state: object): Promise<boolean>;
  /** Puts the files in their places. */
  commit(): Promise<void>;
  /** Gives the work up. */
  discard(): Promise<void>;
}

/**
 * Opens files for work that may be stopped or killed at any moment. Each grows as `FILE.part`. Up to where it is complete, and what it
 * holds up to there, is kept with the user's own state: what somebody put beside the records is never taken for the user's work. What
 * a kill left behind that is cut off. Disposed with nothing kept, it leaves nothing.
 *
 * @throws {MettleError} `filesystem/folder_locked` while another process writes them, `filesystem/host_write_failed`; `cli/usage` where
 *   the earlier run was another.
 */
export async function openResumableOutputs(options: ResumableOptions): Promise<ResumableOutputs> {
  const { outputs, identity, io } = options;
  const [first] = outputs;
  const saved = stateFile('records', first, io);
  const parts = outputs.map((path) => `${path}.part`);
  const lock = await lockOutput(options);
  const files: AtomicFile[] = [];
  let isKept = false;
  let isUnkeepable = false;
  const removeSaved = (): Promise<void> => rm(saved, { force: true }).catch(() => undefined);
  const close = async (): Promise<void> => {
    for (const file of files) await file[Symbol.asyncDispose]();
    if (!isKept) for (const part of parts.slice(0, files.length)) await rm(part, { force: true });
    lock.release();
  };
  try {
    const earlier = options.resume ? await readSaved(saved, parts, options) : null;
    if (options.resume && earlier === null) {
      io.say('There is nothing to go on with; this run starts over.');
    } else if (earlier === null && (await isThere(saved)) && (await isThere(parts[0] as string))) {
      io.say(`What an earlier run kept in ${relative(io.cwd, parts[0] as string)} is dropped.`);
    }
    if (earlier === null) await removeSaved();
    else isKept = true;
    const hashes: Hash[] = [];
    for (const [index, path] of outputs.entries()) {
      const { bytes, hash } = earlier?.parts[index] ?? { bytes: 0, hash: createHash('sha256') };
      files.push(await openAtomicFile(path, { path: parts[index] as string, keptBytes: bytes }));
      hashes.push(hash);
    }
    return {
      found: earlier?.state ?? null,
      write: async (texts) => {
        for (const [index, text] of texts.entries()) {
          await files[index]?.write(text);
          hashes[index]?.update(text);
        }
      },
      save: async (state) => {
        if (isUnkeepable) return false;
        const written: { bytes: number; sha256: string | undefined }[] = [];
        for (const [index, file] of files.entries()) {
          written.push({ bytes: await file.flush(), sha256: hashes[index]?.copy().digest('hex') });
        }
        try {
          await mkdir(dirname(saved), { recursive: true, mode: 0o700 });
          await writeFileAtomically(saved, JSON.stringify({ version: 2, identity, parts: written, state }));
          isKept = true;
        } catch (error) {
          isUnkeepable = true;
          isKept = false;
          await removeSaved();
          io.say(`--resume won't go on from here: ${errorMessage(error)}`);
        }
        return isKept;
      },
      commit: async () => {
        for (const file of files) await file.commit();
        await removeSaved();
      },
      discard: async () => {
        isKept = false;
        await removeSaved();
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function lockOutput({ outputs: [first], io }: ResumableOptions): Promise<FolderLock> {
  try {
    await stat(dirname(first));
    return lockFolder(`${first}.lock`, relative(io.cwd, first), 'run');
  } catch (error) {
    throw MettleError.isInstance(error) ? error : hostWriteFailed(first, error);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

interface Saved {
  readonly parts: readonly { readonly bytes: number; readonly hash: Hash }[];
  readonly state: Json;
}

/** Null where there is nothing to go on with, or the files don't hold what was saved. */
async function readSaved(
  path: string,
  parts: readonly string[],
  { identity, outputs: [first], io }: ResumableOptions,
): Promise<Saved | null> {
  let found: Json;
  try {
    found = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw usageError(`Cannot go on: ${errorMessage(error)}. Leave out --resume to start over.`);
  }
  if (!isJsonObject(found) || found.version !== 2 || !Array.isArray(found.parts)) return null;
  if (canonicalJson(found.identity ?? null) !== canonicalJson(identity)) {
    throw usageError(
      `What is kept in ${relative(io.cwd, `${first}.part`)} is of a run with other records or options. Use the same ones, or leave out --resume to start over.`,
    );
  }
  const held: { bytes: number; hash: Hash }[] = [];
  for (const [index, part] of parts.entries()) {
    const claimed = found.parts[index] as Json | undefined;
    if (!isJsonObject(claimed)) return null;
    const bytes = Number(claimed.bytes);
    const hash = await hashOfStart(part, bytes);
    if (hash?.copy().digest('hex') !== claimed.sha256) return null;
    held.push({ bytes, hash: hash as Hash });
  }
  return { parts: held, state: found.state ?? null };
}

/** Of the first bytes of a file; null where it can't be read. */
async function hashOfStart(path: string, bytes: number): Promise<Hash | null> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash;
  try {
    if (!(await stat(path)).isFile()) return null;
    for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk as Buffer);
    return hash;
  } catch {
    return null;
  }
}
