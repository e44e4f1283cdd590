import type { MettleError } from '../core/index.js';
import { fileSystemError } from './error-codes.js';

/** What a tree may hold and read. */
export interface FileTreeLimits {
  /** Bytes of a single file, written or lent by the host folder. Default 64 MiB. */
  readonly maxBytesPerFile: number;
  /** Bytes that the files of the tree may hold beyond those of its base. Default 256 MiB. */
  readonly maxWrittenBytes: number;
  /** Files and directories that the tree may hold beyond those of its base. Default 200,000. */
  readonly maxEntries: number;
  /** Entries of the journal. Default 1,000,000. */
  readonly maxJournalEntries: number;
}

const DEFAULT_LIMITS: FileTreeLimits = {
  maxBytesPerFile: 64 * 2 ** 20,
  maxWrittenBytes: 256 * 2 ** 20,
  maxEntries: 200_000,
  maxJournalEntries: 1_000_000,
};

/** Limits that stop nothing, for content that was accepted before. */
export const UNLIMITED: FileTreeLimits = {
  maxBytesPerFile: Number.MAX_SAFE_INTEGER,
  maxWrittenBytes: Number.MAX_SAFE_INTEGER,
  maxEntries: Number.MAX_SAFE_INTEGER,
  maxJournalEntries: Number.MAX_SAFE_INTEGER,
};

/**
 * Limits over `current`, which defaults to the documented ones.
 *
 * @throws {MettleError} `filesystem/invalid_limit` for an unknown name and for anything but a whole number of at
 *   least 0.
 */
export function resolveLimits(
  changes: Partial<FileTreeLimits> = {},
  current: FileTreeLimits = DEFAULT_LIMITS,
): FileTreeLimits {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw invalidLimit(name, `the limits of a tree are ${Object.keys(DEFAULT_LIMITS).join(', ')}`);
    }
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
      throw invalidLimit(name, `it is a whole number of at least 0; got ${String(value)}`);
    }
  }
  return {
    maxBytesPerFile: changes.maxBytesPerFile ?? current.maxBytesPerFile,
    maxWrittenBytes: changes.maxWrittenBytes ?? current.maxWrittenBytes,
    maxEntries: changes.maxEntries ?? current.maxEntries,
    maxJournalEntries: changes.maxJournalEntries ?? current.maxJournalEntries,
  };
}

function invalidLimit(name: string, why: string): MettleError {
  return fileSystemError('invalid_limit', `The limit ${JSON.stringify(name)} cannot be used: ${why}.`, {
    details: { limit: name },
  });
}
