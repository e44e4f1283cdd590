import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../core/index.js';
import { pipelineError } from '../error-codes.js';
import { type WriteAt, writeAt } from './append-file.js';
import { EntryTable } from './entry-table.js';
import type { LedgerLine } from './ledger-line.js';
import { readLedger } from './read-ledger.js';
import { ledgerName, segmentName, Writer } from './writer.js';

/** What {@link openRunStore} needs. */
export interface RunStoreOptions {
  /** The folder that all writers of the run share. */
  readonly folder: string;
  /** The folder in it that this process alone writes in; who opens the store holds its lock. */
  readonly writer: string;
  /** What the results are: the name of their files. */
  readonly stage: string;
  /** Says what decides the results, beside the item: a result of another run is none of this one. */
  readonly identity: string;
  /** Hears of what a crash tore off and of results that differ, a line each. */
  readonly onProblem?: ((line: string) => void) | undefined;
  readonly write?: WriteAt;
}

/** The results of a run's stage, by item. Each is kept once, whatever was killed when, and read from all who write in the folder. */
export interface RunStore extends AsyncDisposable {
  /** Items with a result, and those whose result is final. */
  readonly count: number;
  readonly final: number;
  has(item: number): boolean;
  isFinal(item: number): boolean;
  /** Keeps the result of an item: a line with its line break. One that is not final gives way to a later one. */
  keep(item: number, line: string, isFinal: boolean): Promise<void>;
  /** The line of an item, compared with its hash; null where there is none, or where it is damaged: then the item is open again. */
  read(item: number): Promise<string | null>;
  /** Reads what others have kept since. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Version of ledgers and identities. */
const VERSION = 1;

/**
 * Opens the results of a stage: reads the ledgers of all writers, and cuts off what a crash tore off in the own one. Where two writers have a final result
 * for the same item, that of the first by name counts.
 *
 * @throws {MettleError} `pipelines/other_run` for results of another run, `pipelines/write_failed`.
 */
export async function openRunStore(options: RunStoreOptions): Promise<RunStore> {
  const store = new FolderStore(options);
  await store.open();
  return store;
}

/** What was read of one writer's ledger. */
interface Source {
  readonly name: string;
  readonly order: number;
  end: number;
  /** Bytes of each of its segments, as far as they were looked up. */
  readonly sizes: Map<number, number>;
}

class FolderStore implements RunStore {
  readonly #options: RunStoreOptions;
  readonly #table = new EntryTable();
  readonly #sources = new Map<string, Source>();
  /** The files that entries are in. */
  readonly #files: { readonly path: string; readonly writer: string }[] = [];
  readonly #fileNumbers = new Map<string, number>();
  #reading: { readonly file: number; readonly handle: FileHandle } | null = null;
  #writer: Writer | null = null;

  constructor(options: RunStoreOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#table.count;
  }

  get final(): number {
    return this.#table.final;
  }

  has(item: number): boolean {
    return this.#table.has(item);
  }

  isFinal(item: number): boolean {
    return this.#table.isFinal(item);
  }

  async open(): Promise<void> {
    const { folder, writer, stage, write = writeAt, onProblem } = this.#options;
    const own = join(folder, writer);
    await mkdir(own, { recursive: true });
    await this.#readOthers();
    const last = { segment: 1, end: 0 };
    const { end, torn } = await this.#readFrom(writer, (line) => {
      if (line.segment < last.segment) return;
      last.end = line.segment > last.segment ? 0 : last.end;
      last.segment = line.segment;
      last.end = Math.max(last.end, line.offset + line.bytes);
    });
    if (torn > 0)
      onProblem?.(
        `${torn} bytes at the end of ${join(own, ledgerName(stage))} were torn off by a crash; what they held is done again.`,
      );
    this.#writer = await Writer.open({
      folder: own,
      stage,
      ledgerEnd: end,
      segment: last.segment,
      segmentEnd: Math.min(last.end, await sizeOf(join(own, segmentName(stage, last.segment)))),
      write,
      onKept: (line) => this.#add(writer, line),
    });
  }

  async keep(item: number, line: string, isFinal: boolean): Promise<void> {
    if (this.#writer === null) throw new Error(`The results in ${this.#options.folder} are closed.`);
    await this.#writer.keep(item, this.#keyOf(item), line, isFinal ? 'done' : 'retry');
  }

  async read(item: number): Promise<string | null> {
    const entry = this.#table.get(item);
    if (entry === null) return null;
    const bytes = Buffer.alloc(entry.bytes);
    const handle = await this.#handleOf(entry.file);
    const { bytesRead } = await handle.read(bytes, 0, entry.bytes, entry.offset);
    if (bytesRead === entry.bytes && sha256(bytes) === entry.sha256) return bytes.toString('utf8');
    this.#table.remove(item);
    this.#options.onProblem?.(
      `The result of item ${item} in ${this.#files[entry.file]?.path} is damaged; it is done again.`,
    );
    return null;
  }

  async refresh(): Promise<void> {
    await this.#readOthers();
  }

  async close(): Promise<void> {
    const [writer, reading] = [this.#writer, this.#reading];
    [this.#writer, this.#reading] = [null, null];
    await reading?.handle.close();
    await writer?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #readOthers(): Promise<void> {
    const { folder, writer } = this.#options;
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && entry.name !== writer)
      .map(({ name }) => name);
    for (const name of names.sort()) await this.#readFrom(name);
  }

  /** Reads on in a writer's ledger. */
  async #readFrom(name: string, onLine?: (line: LedgerLine) => void) {
    const { folder, stage } = this.#options;
    const source = this.#sources.get(name) ?? { name, order: 0, end: 0, sizes: new Map<number, number>() };
    this.#sources.set(name, source);
    source.sizes.clear();
    const lines: LedgerLine[] = [];
    const path = join(folder, name, ledgerName(stage));
    const read = await readLedger(path, source.end, (line) => {
      if (line.key !== this.#keyOf(line.item)) throw otherRun(path);
      lines.push(line);
    });
    source.end = read.end;
    for (const line of lines) {
      onLine?.(line);
      const size =
        source.sizes.get(line.segment) ??
        (await sizeOf(join(folder, name, segmentName(stage, line.segment))));
      source.sizes.set(line.segment, size);
      // What the disk lost of a segment is done again.
      if (line.offset + line.bytes <= size) this.#add(name, line);
    }
    return read;
  }

  #add(writer: string, { item, segment, offset, bytes, sha256: hash, state }: LedgerLine): void {
    const isFinal = state === 'done';
    const found = this.#table.get(item);
    if (found !== null && !this.#replaces(found, { writer, isFinal, hash, item })) return;
    const file = this.#fileNumber(writer, segment);
    this.#table.set({ item, file, offset, bytes, sha256: hash, isFinal });
  }

  /** Whether a result takes the place of one that is there. */
  #replaces(
    found: { readonly isFinal: boolean; readonly file: number; readonly sha256: string },
    { writer, isFinal, hash, item }: { writer: string; isFinal: boolean; hash: string; item: number },
  ): boolean {
    if (!found.isFinal) return true;
    if (!isFinal) return false;
    const before = this.#files[found.file]?.writer ?? '';
    if (hash !== found.sha256 && writer !== before) {
      this.#options.onProblem?.(
        `Item ${item} was done twice, with results that differ; one of them is kept.`,
      );
    }
    // A writer does an item again only where its first result was damaged.
    return writer <= before;
  }

  #fileNumber(writer: string, segment: number): number {
    const path = join(this.#options.folder, writer, segmentName(this.#options.stage, segment));
    const known = this.#fileNumbers.get(path);
    if (known !== undefined) return known;
    this.#files.push({ path, writer });
    this.#fileNumbers.set(path, this.#files.length - 1);
    return this.#files.length - 1;
  }

  async #handleOf(file: number): Promise<FileHandle> {
    if (this.#reading?.file === file) return this.#reading.handle;
    await this.#reading?.handle.close();
    this.#reading = null;
    const handle = await open(this.#files[file]?.path ?? '', 'r');
    this.#reading = { file, handle };
    return handle;
  }

  /** The identity of an item: what decides its result. */
  #keyOf(item: number): string {
    return sha256(`${VERSION}\n${this.#options.stage}\n${this.#options.identity}\n${item}`);
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

function otherRun(path: string): Error {
  return pipelineError(
    'other_run',
    `${path} holds results of another run. Use the same recipe as before, or another folder.`,
  );
}
