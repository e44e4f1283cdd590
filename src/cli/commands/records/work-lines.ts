import { availableParallelism } from 'node:os';
import { inOrder } from '../../../core/internal.js';
import type { OpenedRecords } from './read-records.js';
import { canWorkInThreads, openRecordThreads, type WorkedLine } from './record-threads.js';
import type { RecordWork, WorkRecipe } from './record-work.js';

/** Records that a thread has to have for itself: with fewer, starting it takes longer. */
const RECORDS_A_THREAD = 200;

/** Work on the records of a file. */
export interface LineWork<Result> {
  readonly records: OpenedRecords;
  /** What is done with each record, in this thread. */
  readonly work: Pick<RecordWork<Result>, 'work'> & Partial<RecordWork<Result>>;
  /** How other threads make the same work for themselves; null where it has to be done in this one. */
  readonly threads: WorkRecipe | null;
  /** Records at once. Default: one for each processor in threads, else 4. */
  readonly concurrency: number | undefined;
}

/** Where {@link workLines} begins, and how it ends. */
export interface WorkLinesOptions {
  readonly afterLine: number;
  /** Ends it after the records under way. */
  readonly signal: AbortSignal;
  /** Called when there is no line left. */
  readonly onWhole: () => void;
}

/** Works on several records at once, in threads where that can be, and gives what came of the lines in their order. */
export async function* workLines<Result>(
  { records, work, threads: recipe, concurrency }: LineWork<Result>,
  options: WorkLinesOptions,
): AsyncGenerator<WorkedLine<Result>, void, undefined> {
  const wanted = Math.min(
    concurrency ?? availableParallelism(),
    Math.floor(records.total / RECORDS_A_THREAD),
  );
  const broken = work.broken?.bind(work);
  if (wanted < 2 || recipe === null || broken === undefined || !canWorkInThreads()) {
    const atOnce = concurrency ?? 4;
    const lines = untilAborted(records.after(options.afterLine), options);
    yield* inOrder(
      lines,
      atOnce,
      async (each) => ('reason' in each ? each : { line: each.line, result: await work.work(each) }),
      4 * atOnce,
    );
    return;
  }
  await using threads = openRecordThreads<Result>({ count: wanted, recipe, broken });
  // Each thread has the next line at hand when it is done with one.
  const lines = untilAborted(records.linesAfter(options.afterLine), options);
  yield* inOrder(lines, 2 * wanted, (each) => threads.work(each), 8 * wanted);
}

async function* untilAborted<Line>(
  lines: AsyncIterable<Line>,
  { signal, onWhole }: WorkLinesOptions,
): AsyncGenerator<Line, void, undefined> {
  for await (const each of lines) {
    if (signal.aborted) return;
    yield each;
  }
  onWhole();
}
