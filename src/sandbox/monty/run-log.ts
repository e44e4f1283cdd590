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
const MAX_BYTES = 262_144;
const MAX_MICROS = 50_000;
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
      this.#bytes >= MAX_BYTES ||
      this.#micros >= MAX_MICROS
    );
  }

  /** Adds a run; one that is too large to be kept makes the log incomplete until the next checkpoint. */
  add(run: LoggedRun): void {
    const bytes = [...run.feeds, ...run.answers].reduce((sum, frame) => sum + frame.length, 0);
    this.#bytes += bytes;
    this.#micros += run.executionMicros;
    if (bytes > MAX_BYTES || !run.repeatable) this.#incomplete = true;
    else this.#runs.push(run);
  }

  /** Forgets the first runs, which a checkpoint holds now. */
  drop(count: number): void {
    this.#runs.splice(0, count);
    this.#incomplete = false;
    this.#bytes = 0;
    this.#micros = 0;
  }

  /** Forgets everything. */
  clear(): void {
    this.drop(this.#runs.length);
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
}
