import { type FileHandle, open } from 'node:fs/promises';
import type { MettleError } from '../../core/index.js';
import { counted, errorMessage } from '../../core/internal.js';
import type { Trajectory } from '../../records/index.js';
import { decodeTrajectories, encodeTrajectories, readTrajectoryFile } from '../../records/index.js';
import { generationError } from '../error-codes.js';

/** A JSON-lines file that grows by one trajectory at a time. */
export interface TrajectoryLog extends AsyncDisposable {
  /** What it held when it was opened. */
  readonly found: readonly Trajectory[];
  /**
   * Adds a trajectory. A process that is killed afterwards has lost nothing; one that is killed meanwhile leaves the file
   * as it was, or with a torn last line, which the next opening cuts off.
   *
   * @throws {MettleError} `generation/write_failed`; the file then ends with the last whole trajectory.
   */
  append(trajectory: Trajectory): Promise<void>;
  /** Flushes it to the disk. Closing twice is fine. */
  close(): Promise<void>;
}

/** What {@link openTrajectoryLog} takes beside the path. */
export interface TrajectoryLogOptions {
  /** Whether a file that holds trajectories is gone on with. Default false: one that isn't empty is refused, untouched. */
  readonly resume?: boolean;
  /** Writes all bytes at a position, for tests of a disk that fails. */
  readonly write?: (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void>;
}

/**
 * Opens a log, makes the file where there is none, and, to go on, cuts off a last line that was torn off.
 *
 * @throws {MettleError} `generation/file_exists` for a file that isn't empty without `resume`; `generation/invalid_file` for a whole line that holds
 *   no trajectory; `filesystem/unreadable_file`, `generation/write_failed`.
 */
export async function openTrajectoryLog(
  path: string,
  { resume = false, write = writeAll }: TrajectoryLogOptions = {},
): Promise<TrajectoryLog> {
  const file = await open(path, 'a+')
    .then(async (made) => {
      await made.close();
      return open(path, 'r+');
    })
    .catch((error: unknown) => {
      throw writeFailed(path, error);
    });
  try {
    if (!resume) await refuseContent(path, file);
    const found = await wholeTrajectories(path, file);
    let end = (await file.stat()).size;
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => {
      closing ??= file.sync().finally(() => file.close());
      return closing;
    };
    return {
      found,
      append: async (trajectory) => {
        const bytes = new TextEncoder().encode(encodeTrajectories([trajectory]));
        try {
          await write(file, bytes, end);
        } catch (error) {
          await file.truncate(end).catch(() => undefined);
          throw writeFailed(path, error);
        }
        end += bytes.byteLength;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Refuses a file that holds anything, and changes nothing in it. */
async function refuseContent(path: string, file: FileHandle): Promise<void> {
  if ((await file.stat()).size === 0) return;
  const { length } = (await readTrajectoryFile(path)).trajectories;
  const what = length === 0 ? 'something' : counted(length, 'trajectory', 'trajectories');
  throw generationError(
    'file_exists',
    `${path} holds ${what} already. Continue it (resume), or choose another place.`,
  );
}

/**
 * The trajectories of a file. What follows its last line break was torn off by a crash and is removed, unless only the line
 * break is missing.
 */
async function wholeTrajectories(path: string, file: FileHandle): Promise<readonly Trajectory[]> {
  const bytes = await file.readFile();
  const end = bytes.lastIndexOf(0x0a) + 1;
  const last = new TextDecoder().decode(bytes.subarray(end));
  if ((await decodeTrajectories(last)).trajectories.length > 0) await file.write('\n', bytes.byteLength);
  else if (end < bytes.byteLength) await file.truncate(end);
  const { trajectories, skipped } = await readTrajectoryFile(path);
  const [bad] = skipped;
  if (bad === undefined) return trajectories;
  throw generationError(
    'invalid_file',
    `${path}, line ${bad.line}: ${bad.reason}. Remove the line, or choose another place.`,
  );
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    done += (await file.write(bytes, done, bytes.byteLength - done, position + done)).bytesWritten;
  }
}

function writeFailed(path: string, error: unknown): MettleError {
  const isFull = (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
  return generationError(
    'write_failed',
    `Cannot write ${path}: ${isFull ? 'the disk is full; free some space, then resume' : errorMessage(error)}.`,
    { cause: error },
  );
}
