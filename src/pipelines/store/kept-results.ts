import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash, type Json, type JsonObject } from '../../core/index.js';
import { writeFileAtomically } from '../../filesystem/index.js';
import { lockFolder } from '../../filesystem/internal.js';
import { generationFileNames as names, stageNames } from '../recipe/generation-files.js';
import { writeRunFile } from './run-file.js';
import { openRunStore } from './run-store.js';

/** The results of a run that are kept as they come: a folder in the format of every run. */
export interface KeptResults extends AsyncDisposable {
  /** The result of an item; null where there is none. */
  read(item: number): Promise<Json | null>;
  /** Keeps a result. It is safe once this settles. */
  keep(item: number, result: Json): Promise<void>;
  /** Says that all is done, with what `mettle runs` shows. */
  finish(summary: { readonly results: number; readonly passRate: number | null }): Promise<void>;
}

/** What {@link openKeptResults} takes. */
interface KeptResultsOptions {
  readonly folder: string;
  /** What a person calls the work. Default: the folder. */
  readonly shown?: string;
  /** All that decides the results: goes into `run.json`. */
  readonly run: JsonObject;
  /** Whether to go on with what the folder holds; else it is dropped. */
  readonly resume: boolean;
  /** Hears of what a crash left behind, a line each. */
  readonly onProblem: (line: string) => void;
}

/** The one process that works on such a run. */
const WRITER = '1-of-1';

/**
 * Opens the run folder of a command that does its items one after another or some at once.
 * @throws {MettleError} `filesystem/folder_locked` while another process works there; `pipelines/other_run` where what is to be gone on with is another
 *   run, with what differs; `pipelines/write_failed`.
 */
export async function openKeptResults({
  folder,
  shown = folder,
  run,
  resume,
  onProblem,
}: KeptResultsOptions): Promise<KeptResults> {
  await mkdir(folder, { recursive: true });
  const lock = lockFolder(join(folder, `${WRITER}.lock`), shown, 'run');
  try {
    const shared = join(folder, names.runFolder);
    if (!resume)
      for (const path of [shared, join(folder, names.summary)])
        await rm(path, { recursive: true, force: true });
    const fingerprint = contentHash(run);
    await writeRunFile(join(folder, names.run), { version: 1, fingerprint, ...run }, resume);
    const store = await openRunStore({
      folder: shared,
      writer: WRITER,
      stage: stageNames.runs,
      identity: fingerprint,
      onProblem,
    });
    return {
      read: async (item) => {
        const line = await store.read(item);
        return line === null ? null : (JSON.parse(line) as Json);
      },
      keep: (item, result) => store.keep(item, `${JSON.stringify(result)}\n`, true),
      finish: ({ results, passRate }) =>
        writeFileAtomically(
          join(folder, names.summary),
          `${JSON.stringify({ version: 1, results, pass_rate: passRate }, null, 1)}\n`,
        ),
      [Symbol.asyncDispose]: async () => {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
