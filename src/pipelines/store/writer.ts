import { join } from 'node:path';
import { sha256 } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';
import { type AppendFile, openAppendFile, type WriteAt } from './append-file.js';
import { type LedgerLine, ledgerText } from './ledger-line.js';

/** Bytes from which on a segment gets no more results. */
const SEGMENT_BYTES = 64 * 2 ** 20;

/** A result that is to be kept. */
interface Waiting {
  readonly item: number;
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly state: LedgerLine['state'];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Where a writer goes on. */
export interface WriterStart {
  readonly folder: string;
  /** The name that its files begin with. */
  readonly stage: string;
  readonly ledgerEnd: number;
  readonly segment: number;
  readonly segmentEnd: number;
  readonly write: WriteAt;
  /** Hears of what was kept, before who waits for it. */
  readonly onKept: (line: LedgerLine) => void;
}

/** The name of a segment's file. */
export function segmentName(stage: string, segment: number): string {
  return `${stage}-${String(segment).padStart(4, '0')}.jsonl`;
}

/** The name of a ledger's file. */
export function ledgerName(stage: string): string {
  return `${stage}.ledger`;
}

/**
 * Keeps results: each as a line of the segment, which is flushed to the disk, and then as a line of the ledger. So whatever the ledger names is
 * there, after a power cut too. Results that come while others are written are written together.
 */
export class Writer {
  readonly #start: WriterStart;
  readonly #ledger: AppendFile;
  #segment: AppendFile;
  #number: number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  private constructor(start: WriterStart, ledger: AppendFile, segment: AppendFile) {
    this.#start = start;
    this.#ledger = ledger;
    this.#segment = segment;
    this.#number = start.segment;
  }

  static async open(start: WriterStart): Promise<Writer> {
    const { folder, stage, write } = start;
    const ledger = await openAppendFile(join(folder, ledgerName(stage)), start.ledgerEnd, write);
    try {
      const path = join(folder, segmentName(stage, start.segment));
      return new Writer(start, ledger, await openAppendFile(path, start.segmentEnd, write));
    } catch (error) {
      await ledger.close();
      throw error;
    }
  }

  /** Keeps a line, which ends with a line break. Settles when it is safe. @throws {MettleError} `pipelines/write_failed` */
  keep(item: number, key: string, line: string, state: LedgerLine['state']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, key, bytes: Buffer.from(line), state, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async close(): Promise<void> {
    await this.#writing;
    try {
      await this.#ledger.sync();
    } finally {
      await this.#ledger.close();
      await this.#segment.close();
    }
  }

  async #writeAll(): Promise<void> {
    for (let group = this.#take(); group.length > 0; group = this.#take()) {
      try {
        const lines = await this.#writeGroup(group);
        for (const line of lines) this.#start.onKept(line);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(writeFailed(this.#start.folder, error));
      }
    }
    // In the step that found nothing waiting: what comes after it begins anew.
    this.#writing = null;
  }

  #take(): Waiting[] {
    const group = this.#waiting;
    this.#waiting = [];
    return group;
  }

  async #writeGroup(group: readonly Waiting[]): Promise<readonly LedgerLine[]> {
    const { folder, stage, write } = this.#start;
    if (this.#segment.end >= SEGMENT_BYTES) {
      await this.#segment.close();
      this.#number += 1;
      this.#segment = await openAppendFile(join(folder, segmentName(stage, this.#number)), 0, write);
    }
    let offset = this.#segment.end;
    const lines = group.map(({ item, key, bytes, state }): LedgerLine => {
      const line = {
        item,
        key,
        segment: this.#number,
        offset,
        bytes: bytes.byteLength,
        sha256: sha256(bytes),
        state,
      };
      offset += bytes.byteLength;
      return line;
    });
    await this.#segment.append(Buffer.concat(group.map(({ bytes }) => bytes)));
    await this.#segment.sync();
    await this.#ledger.append(Buffer.from(lines.map(ledgerText).join('')));
    return lines;
  }
}

function writeFailed(folder: string, error: unknown): Error {
  const isFull = (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
  return pipelineError(
    'write_failed',
    `Cannot write in ${folder}: ${isFull ? 'the disk is full; free some space, then resume' : errorMessage(error)}.`,
    { cause: error },
  );
}
