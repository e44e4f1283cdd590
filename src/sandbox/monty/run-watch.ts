import { LONGEST_TIMER, WaitingLine } from '../../core/internal.js';
import type { RunError } from '../contract.js';
import { abortedError, deadlineError, timeoutError } from '../ended-errors.js';
import type { EngineRun } from '../engine.js';
import { hostProcessUsage } from '../host-process-usage.js';
import { RunClock } from './run-clock.js';
import type { KillReason, Turn, WorkerProcess } from './worker-process.js';

/** What a {@link RunWatch} works with. */
export interface RunWatchOptions {
  readonly process: WorkerProcess;
  readonly request: Pick<EngineRun, 'limits' | 'signal'>;
  /** When the run was asked for, as `performance.now()` counts; its deadline runs from there. */
  readonly startedAt: number;
  /** Tells the pool that the run waits for the host (1) or goes on (-1). */
  readonly hostWait: (change: 1 | -1) => void;
}

/** Seconds that a run may overrun its limit before the process is killed: compiling, copying, a loaded machine. */
const GRACE_SECONDS = 0.5;

/** Waits for the worker and for the host, until a limit of time, an abort or the end of the session ends the run. */
export class RunWatch {
  /** Why the run has to end; null while it may go on. */
  interrupt: RunError | null = null;
  readonly #options: RunWatchOptions;
  readonly #clock: RunClock;
  readonly #onAbort = (): void => this.stop('aborted', abortedError());
  #watchdog: NodeJS.Timeout | undefined;
  /** What a timeout of the run comes to, once it has run out of time. */
  #timeout: RunError | null = null;
  readonly #forHost = new WaitingLine();
  /** Whether the worker runs, and not the host. */
  #running = true;

  constructor(options: RunWatchOptions) {
    this.#options = options;
    const { limits, signal } = options.request;
    this.#clock = new RunClock(limits, options.startedAt, () => this.#processorSeconds());
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Waits for the worker with the watchdog armed. */
  async forWorker(pending: Promise<Turn>): Promise<Turn> {
    const { request, process } = this.#options;
    const before = performance.now();
    this.#running = true;
    if (request.signal?.aborted === true) process.kill('aborted');
    // A run of many short turns is nowhere long enough for its timer.
    if (this.#clock.untilLook === 1) this.#clock.look(before);
    this.#arm(before);
    const turn = await pending;
    clearTimeout(this.#watchdog);
    this.#running = false;
    this.#clock.countRunning(before);
    return turn;
  }

  /** The error of a run that is out of time. */
  timeout(): RunError {
    return this.#timeout ?? this.#clock.timeout();
  }

  /** Sets the watchdog on a worker that is at work since `moment`: for the look that is due first, then for its limits. */
  #arm(moment: number): void {
    const { process } = this.#options;
    const passed = performance.now() - moment;
    const untilTimeout = this.#clock.untilTimeout + GRACE_SECONDS * 1000 - passed;
    const { untilDeadline, untilLook } = this.#clock;
    const isLook = untilLook > 0 && untilLook < untilDeadline;
    const onTime = (): void => {
      if (isLook) {
        this.#clock.look(moment);
        this.#arm(moment);
        return;
      }
      const deadlineFirst = untilDeadline < untilTimeout;
      if (!deadlineFirst) this.#timeout = this.#clock.timeout(moment);
      process.kill(deadlineFirst ? 'deadline' : 'timeout');
    };
    const wait = isLook ? untilLook : Math.min(untilTimeout, untilDeadline);
    this.#watchdog = setTimeout(onTime, Math.max(1, Math.min(wait, LONGEST_TIMER)));
  }

  #processorSeconds(): number | null {
    const { pid } = this.#options.process;
    return pid === undefined ? null : (hostProcessUsage(pid)?.processorSeconds ?? null);
  }

  /**
   * Waits on the host until `done`, the deadline, or an abort, which leave {@link interrupt} set.
   *
   * @param isOwnTime whether the code itself pays for the time, so that its time limit holds as well
   */
  async forHost(done: () => boolean, isOwnTime: boolean): Promise<void> {
    if (done()) return;
    const { limits } = this.#options.request;
    const { untilDeadline } = this.#clock;
    const untilTimeout = isOwnTime ? this.#clock.untilTimeout : Number.POSITIVE_INFINITY;
    const isTimeout = untilTimeout < untilDeadline;
    const timer = setTimeout(
      () =>
        isTimeout ? this.stop('timeout', timeoutError(limits)) : this.stop('deadline', deadlineError(limits)),
      Math.max(1, Math.min(untilDeadline, untilTimeout, LONGEST_TIMER)),
    );
    this.#options.hostWait(1);
    while (!done() && this.interrupt === null) await this.#forHost.wait();
    this.#options.hostWait(-1);
    clearTimeout(timer);
  }

  /** Lets {@link forHost} look whether what it waits for is there. */
  wake(): void {
    this.#forHost.serveAll();
  }

  /** Counts the time from a moment to now as the code's own. */
  countSince(moment: number): void {
    this.#clock.countSince(moment);
  }

  /** Interrupts the run if one of its limits of time has passed. */
  checkTime(): void {
    this.interrupt ??= this.#clock.passed();
  }

  /** Ends the run from outside: at once when it runs, at its next word when it waits for the host. */
  stop(reason: KillReason, error: RunError): void {
    this.interrupt ??= error;
    if (this.#running) this.#options.process.kill(reason);
    else this.wake();
  }

  /** Watches no longer. */
  close(): void {
    clearTimeout(this.#watchdog);
    this.#options.request.signal?.removeEventListener('abort', this.#onAbort);
  }
}
