import type { Frame } from './frames.js';
import type { SupervisorProcess } from './supervisor-process.js';

/**
 * The frames of a process, worked on one at a time. While one is worked on in turns, those that came with it wait here,
 * and what follows waits in the pipe.
 */
export class FrameQueue {
  readonly #process: Pick<SupervisorProcess, 'pause' | 'resume'>;
  readonly #take: (frame: Frame) => Promise<void> | null;
  readonly #waiting: Frame[] = [];
  #isBusy = false;

  /** @param take does what a frame asks for and never fails; a promise where that takes turns */
  constructor(
    process: Pick<SupervisorProcess, 'pause' | 'resume'>,
    take: (frame: Frame) => Promise<void> | null,
  ) {
    this.#process = process;
    this.#take = take;
  }

  /** Takes a frame in, and works on it where none before it is worked on. */
  receive(frame: Frame): void {
    if (this.#isBusy) {
      this.#waiting.push(frame);
      return;
    }
    const work = this.#take(frame);
    if (work !== null) void this.#workOn(work);
  }

  async #workOn(work: Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#process.pause();
    await work;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#take(next);
    }
    this.#isBusy = false;
    this.#process.resume();
  }
}
