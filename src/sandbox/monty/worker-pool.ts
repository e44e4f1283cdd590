import type { MettleError } from '../../core/index.js';
import { WaitingLine } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';
import type { LaunchCommand } from './launch-command.js';
import { residentMegabytes } from './resident-memory.js';
import { resetRequest } from './wire/requests.js';
import { WorkerProcess } from './worker-process.js';

/** Who holds a worker between runs, and gives it up when others need it. */
export interface Tenant {
  /** Saves what the worker holds of this tenant; the worker is another's afterwards. */
  evict(): Promise<void>;
}

/** A worker of the pool. */
export interface PooledWorker {
  readonly process: WorkerProcess;
  /** Runs since it started. */
  runs: number;
  /** Microseconds of execution since it started. */
  executedMicros: number;
}

/** How a pool is set up. */
export interface WorkerPoolOptions {
  readonly launch: LaunchCommand;
  /** Workers that run Python at the same time. */
  readonly maxWorkers: number;
  /** A worker that has run more often than this is replaced between two runs. */
  readonly maxRunsPerWorker: number;
  /** A worker that has executed longer than this is replaced between two runs. */
  readonly maxExecutedMicros: number;
  /** A worker that has more megabytes resident than this when its session ends is replaced. */
  readonly maxResidentMegabytes: number;
}

/** Workers beyond this are never started, however many wait for host functions. */
const HARD_MAX_WORKERS = 256;

/**
 * Lends workers to sessions. A session keeps its worker between runs until another needs one, so that a lasting
 * namespace costs nothing while there are workers enough. Workers that wait for a host function do not count as
 * running: a host function may itself use the pool.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #all = new Set<PooledWorker>();
  readonly #free: PooledWorker[] = [];
  /** Workers held by an idle tenant, longest idle first. */
  readonly #held = new Map<PooledWorker, Tenant>();
  readonly #queue = new WaitingLine<PooledWorker>();
  #waitingForHost = 0;
  #evicting = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** How workers are started. */
  get launch(): LaunchCommand {
    return this.#options.launch;
  }

  /** A worker without a session, at once when one is free or may be started; else null and {@link acquire} waits. */
  tryAcquire(): PooledWorker | null {
    if (this.#closed) throw poolClosed();
    for (let worker = this.#free.pop(); worker !== undefined; worker = this.#free.pop()) {
      if (!worker.process.ended) return worker;
      this.#all.delete(worker);
    }
    const mayRun = this.#options.maxWorkers + this.#waitingForHost;
    if (this.#all.size < Math.min(mayRun, HARD_MAX_WORKERS)) return this.#start();
    return null;
  }

  /** A worker without a session, when there is one; rejects with the signal's reason when that is aborted first. */
  async acquire(signal: AbortSignal | null = null): Promise<PooledWorker> {
    signal?.throwIfAborted();
    const worker = this.tryAcquire();
    if (worker !== null) return worker;
    const given = this.#queue.wait(signal);
    this.#pump();
    return given;
  }

  /** Takes a held worker back for its tenant's next run; false when it was given away or has died. */
  resume(worker: PooledWorker): boolean {
    return this.#held.delete(worker) && !worker.process.ended;
  }

  /** Keeps a worker for its tenant between runs. */
  hold(worker: PooledWorker, tenant: Tenant): void {
    this.#held.set(worker, tenant);
    this.#pump();
  }

  /** Gives a worker back whose session has ended or been reset; a dead or worn one is dropped. */
  release(worker: PooledWorker): void {
    const surplus = this.#all.size > this.#options.maxWorkers + this.#waitingForHost;
    const unwanted = worker.process.ended || surplus || this.#closed;
    if (unwanted || this.isWorn(worker) || this.#isHeavy(worker)) this.discard(worker);
    else this.#free.push(worker);
    this.#pump();
  }

  /** Kills a worker and forgets it. */
  discard(worker: PooledWorker): void {
    worker.process.kill('closed');
    this.#held.delete(worker);
    this.#all.delete(worker);
    this.#pump();
  }

  /** Whether a worker should be replaced before its next run. */
  isWorn(worker: PooledWorker): boolean {
    return (
      worker.runs > this.#options.maxRunsPerWorker || worker.executedMicros > this.#options.maxExecutedMicros
    );
  }

  /** Tells that a worker's run waits for a host function (1) or goes on (-1). */
  hostWait(change: 1 | -1): void {
    this.#waitingForHost += change;
    if (change === 1) this.#pump();
  }

  /** Process ids of the workers that live. */
  pids(): readonly number[] {
    return [...this.#all].flatMap(({ process }) =>
      process.pid === undefined || process.ended ? [] : [process.pid],
    );
  }

  /** Kills every worker; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.refuseAll(poolClosed());
    const workers = [...this.#all];
    for (const worker of workers) this.discard(worker);
    await Promise.all(workers.map(({ process }) => process.exited()));
  }

  /** Whether a worker without a session has kept much of the memory that its sessions had. */
  #isHeavy({ process }: PooledWorker): boolean {
    return process.pid !== undefined && residentMegabytes(process.pid) > this.#options.maxResidentMegabytes;
  }

  #start(): PooledWorker {
    const worker = { process: new WorkerProcess(this.#options.launch), runs: 0, executedMicros: 0 };
    this.#all.add(worker);
    return worker;
  }

  /** Serves the queue as far as workers go, then takes workers from idle tenants for the rest. */
  #pump(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const worker = this.tryAcquire();
      if (worker === null) break;
      this.#queue.serve(worker);
    }
    while (this.#queue.length > this.#evicting && this.#held.size > 0) {
      const next = this.#held.entries().next();
      if (next.done === true) return;
      const [worker, tenant] = next.value;
      this.#held.delete(worker);
      this.#evicting++;
      void this.#evict(worker, tenant);
    }
  }

  async #evict(worker: PooledWorker, tenant: Tenant): Promise<void> {
    try {
      await tenant.evict();
      worker.process.send(resetRequest());
      await worker.process.turn();
    } finally {
      this.#evicting--;
      this.release(worker);
    }
  }
}

function poolClosed(): MettleError {
  return sandboxError('closed', 'the sandbox engine is closed; open a new one');
}
