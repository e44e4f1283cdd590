import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Writes all bytes at a position; a test gives one of its own, for a disk that fails. */
export type WriteAt = (file: FileHandle, bytes: Uint8Array, position: number) => Promise<void>;

/** A file that only grows. A write that fails leaves what was there before. */
export interface AppendFile {
  /** Where the next bytes go. */
  readonly end: number;
  append(bytes: Uint8Array): Promise<void>;
  /** Flushes the content to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a file to grow from a position, and cuts off what lies behind it. No link is followed: whoever else may write in the folder could have put one there.
 */
export async function openAppendFile(path: string, from: number, write: WriteAt): Promise<AppendFile> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = await open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o666);
  try {
    await file.truncate(from);
  } catch (error) {
    await file.close();
    throw error;
  }
  let end = from;
  return {
    get end() {
      return end;
    },
    append: async (bytes) => {
      try {
        await write(file, bytes, end);
      } catch (error) {
        await file.truncate(end).catch(() => undefined);
        throw error;
      }
      end += bytes.byteLength;
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

/** Writes to the host's file. */
export const writeAt: WriteAt = async (file, bytes, position) => {
  for (let done = 0; done < bytes.byteLength; ) {
    done += (await file.write(bytes, done, bytes.byteLength - done, position + done)).bytesWritten;
  }
};
