import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { contentHash, isJsonObject, type Json, type Steps } from '../../core/index.js';
import { contentHashSteps } from '../../core/internal.js';
import type { CommitOperation } from './operations.js';

/** What the name of a commit's own folder starts with; it lies in the host folder while a commit is under way. */
const TRANSACTION_PREFIX = '.mettle-commit-';

/** What the name of a folder starts with that keeps what an undone commit had saved. */
const SAVED_PREFIX = '.mettle-saved-';

const JOURNAL = 'journal.json';

/** Steps of a commit that are written down between two places where the event loop may have its turn. */
const OPERATIONS_A_STEP = 200;

/**
 * The folder in which a commit prepares new files (`new/SLOT`), saves old ones (`old/SLOT`) and writes down what it is
 * about to do. As long as its journal is there, the commit can be undone.
 */
export class TransactionFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes a new one in a host folder. */
  static create(root: string, name: string): TransactionFolder {
    const folder = new TransactionFolder(join(root, `${TRANSACTION_PREFIX}${name}`));
    mkdirSync(folder.path, { mode: 0o700 });
    mkdirSync(join(folder.path, 'new'), { mode: 0o700 });
    mkdirSync(join(folder.path, 'old'), { mode: 0o700 });
    return folder;
  }

  /** Those that an interrupted commit left in a host folder. */
  static leftIn(root: string): readonly TransactionFolder[] {
    return readdirSync(root)
      .filter((name) => name.startsWith(TRANSACTION_PREFIX))
      .sort()
      .filter((name) => lstatSync(join(root, name)).isDirectory())
      .map((name) => new TransactionFolder(join(root, name)));
  }

  /** The prepared new content of a step. */
  staged(slot: number): string {
    return join(this.path, 'new', String(slot));
  }

  /** The saved old content of a step. */
  saved(slot: number): string {
    return join(this.path, 'old', String(slot));
  }

  /** Writes down the steps, after which an interruption can be undone. */
  *writeJournal(operations: readonly CommitOperation[]): Steps<void> {
    const digest = yield* contentHashSteps(operations);
    const unfinished = join(this.path, `${JOURNAL}.tmp`);
    const descriptor = openSync(unfinished, 'wx', 0o600);
    try {
      writeFileSync(descriptor, `{"version":1,"digest":${JSON.stringify(digest)},"operations":[`);
      for (let at = 0; at < operations.length; at += OPERATIONS_A_STEP) {
        const part = operations
          .slice(at, at + OPERATIONS_A_STEP)
          .map((operation) => JSON.stringify(operation));
        writeFileSync(descriptor, `${at === 0 ? '' : ','}${part.join(',')}`);
        yield;
      }
      writeFileSync(descriptor, ']}');
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    flushDirectory(join(this.path, 'new'));
    flushDirectory(join(this.path, 'old'));
    renameSync(unfinished, join(this.path, JOURNAL));
    flushDirectory(this.path);
    flushDirectory(dirname(this.path));
  }

  /** The steps written down; empty when the commit had not come that far, undefined when they are garbled. */
  readJournal(): readonly Json[] | undefined {
    const path = join(this.path, JOURNAL);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return [];
    let document: Json;
    try {
      document = JSON.parse(readFileSync(path, 'utf8')) as Json;
    } catch {
      return undefined;
    }
    if (!isJsonObject(document) || document.version !== 1 || !Array.isArray(document.operations))
      return undefined;
    return document.digest === contentHash(document.operations) ? document.operations : undefined;
  }

  /** From here on the commit is not undone any more. */
  finish(): void {
    rmSync(join(this.path, JOURNAL), { force: true });
    flushDirectory(this.path);
  }

  /** Takes the folder away. */
  async remove(): Promise<void> {
    this.finish();
    await rm(this.path, { recursive: true, force: true });
  }

  /** Takes the folder away at once. */
  removeSync(): void {
    this.finish();
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Keeps what was saved, under a name that stands in no commit's way; returns the host path. */
  setAside(): string {
    this.finish();
    const name = basename(this.path).slice(TRANSACTION_PREFIX.length);
    const aside = join(dirname(this.path), `${SAVED_PREFIX}${name}`);
    renameSync(this.path, aside);
    return aside;
  }
}

/** Makes what was renamed in a directory last; does nothing where directories cannot be flushed. */
export function flushDirectory(path: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
  } catch {
    // Windows, and some network file systems: there the rename itself is as safe as it gets.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
