import type { WorkerProcess } from './worker-process.js';

/** A run as the frames that the parent sent for it: code to run, then the answers to what it asked. */
export interface LoggedRun {
  readonly feeds: readonly Buffer[];
  readonly answers: readonly Buffer[];
  readonly executionMicros: number;
  /** Whether the answers are complete. */
  readonly repeatable: boolean;
}

const MAX_RUNS = 200;
const MIN_BYTES = 262_144;
const MIN_MICROS = 50_000;
/** How large a log may grow beside the checkpoint that it is of: taking one anew costs as much as it is large. */
const LOG_SHARE = 2;
/** How large it may grow at most. */
const MAX_BYTES = 67_108_864;
/** How long repeating the log may take, by the size of that checkpoint: a few times as long as taking it anew. */
const MICROS_PER_BYTE = 0.05;
/** Largest answer of a run that is repeated; what it says is not looked at. */
const MAX_FRAME_BYTES = 250 * 2 ** 20;

/**
 * The runs since a checkpoint. The engine gives the same run for the same frames, so that checkpoint and log together
 * are the namespace, and a checkpoint need not be taken after every small run.
 */
export class RunLog {
  readonly #runs: LoggedRun[] = [];
  #bytes = 0;
  #micros = 0;
  #incomplete = false;
  /** The size of the last checkpoint. */
  #checkpointBytes = 0;

  /** Number of runs. */
  get length(): number {
    return this.#runs.length;
  }

  /** Whether there are runs that the checkpoint does not hold. */
  get isEmpty(): boolean {
    return this.#runs.length === 0 && !this.#incomplete;
  }

  /** Whether every run since the checkpoint is here. */
  get isComplete(): boolean {
    return !this.#incomplete;
  }

  /** Whether it is time for a checkpoint. */
  get isFull(): boolean {
    return (
      this.#incomplete ||
      this.#runs.length >= MAX_RUNS ||
      this.#bytes >= this.#maxBytes ||
      this.#micros >= Math.max(MIN_MICROS, this.#checkpointBytes * MICROS_PER_BYTE)
    );
  }

  /** Adds a run; one that is too large to be kept makes the log incomplete until the next checkpoint. */
  add(run: LoggedRun): void {
    const bytes = [...run.feeds, ...run.answers].reduce((sum, frame) => sum + frame.length, 0);
    this.#bytes += bytes;
    this.#micros += run.executionMicros;
    if (bytes > this.#maxBytes || !run.repeatable) this.#incomplete = true;
    else this.#runs.push(run);
  }

  /** Forgets the first runs, which a checkpoint of so many bytes holds now. */
  drop(count: number, checkpointBytes: number): void {
    this.#checkpointBytes = checkpointBytes;
    this.#runs.splice(0, count);
    this.#incomplete = false;
    this.#bytes = 0;
    this.#micros = 0;
  }

  /** Forgets everything. */
  clear(): void {
    this.drop(this.#runs.length, 0);
  }

  /** Repeats the runs in a worker that holds the checkpoint. False when one took another course. */
  async repeat(process: WorkerProcess): Promise<boolean> {
    for (const { feeds, answers } of this.#runs) {
      const rest = [...answers];
      for (const feed of feeds) {
        process.send(feed);
        for (;;) {
          const { event } = await process.turn(MAX_FRAME_BYTES);
          if (event.kind === 'complete' || event.kind === 'error') break;
          const answer = event.kind === 'death' ? undefined : rest.shift();
          if (answer === undefined) return false;
          process.send(answer);
        }
      }
      if (rest.length > 0) return false;
    }
    return true;
  }

  get #maxBytes(): number {
    return Math.max(MIN_BYTES, Math.min(MAX_BYTES, this.#checkpointBytes * LOG_SHARE));
  }
}
