import type { FileTreeCheckpoint } from '../../filesystem/index.js';
import type { LoggedRun } from './run-log.js';
import { valueBytes } from './value-bytes.js';

/** Runs that are kept for repeating. */
const MAX_RUNS = 1000;
/** Bytes of code, values, output and file versions that are kept for repeating, all runs together. */
const MAX_MEGABYTES = 64;

/**
 * The runs of a namespace, kept so that they can be repeated in another engine. Beyond 1,000 runs or 64 MB they are
 * given up, and the namespace stays in the engine that it is in.
 */
export class RepeatableRuns {
  #runs: LoggedRun[] = [];
  #bytes = 0;
  #cannotRepeat: string | null = null;

  /** The runs, oldest first; empty when they cannot be repeated. */
  get runs(): readonly LoggedRun[] {
    return this.#runs;
  }

  /** Why the runs cannot be repeated, or null. */
  get cannotRepeat(): string | null {
    return this.#cannotRepeat;
  }

  /**
   * Adds a run.
   *
   * @param after the tree as it was after the run
   */
  add(run: LoggedRun, after: FileTreeCheckpoint): void {
    if (this.#cannotRepeat !== null) return;
    this.#bytes += bytesOf(run) + after.bytesWrittenSince(run.before);
    if (this.#runs.length >= MAX_RUNS) this.giveUp(`it has had more than ${MAX_RUNS} runs`);
    else if (this.#bytes > MAX_MEGABYTES * 2 ** 20)
      this.giveUp(`its earlier runs take more than ${MAX_MEGABYTES} MB to keep`);
    else this.#runs.push(run);
  }

  /** Forgets the runs for good, and why. */
  giveUp(why: string): void {
    this.clear();
    this.#cannotRepeat = why;
  }

  /** Forgets the runs, for a namespace that is fresh. */
  clear(): void {
    this.#runs = [];
    this.#bytes = 0;
    this.#cannotRepeat = null;
  }

  /** The same runs, for a copy of the namespace. */
  copy(): RepeatableRuns {
    const copy = new RepeatableRuns();
    copy.#runs = [...this.#runs];
    copy.#bytes = this.#bytes;
    copy.#cannotRepeat = this.#cannotRepeat;
    return copy;
  }
}

function bytesOf({ request, calls, value, stdout }: LoggedRun): number {
  let bytes = 2 * (request.code.length + stdout.length) + valueBytes(request.inputs) + valueBytes(value);
  for (const list of calls.values()) {
    for (const { args, outcome } of list) {
      bytes += valueBytes(args);
      if (outcome !== undefined && 'value' in outcome) bytes += valueBytes(outcome.value);
    }
  }
  return bytes;
}
