import { randomInt } from 'node:crypto';
import { MettleError } from '../../core/index.js';
import type { SandboxLimits } from '../contract.js';
import type { Checkpoint, SuspendedState } from './namespace-bytes.js';
import { type KnownNames, NO_NAMES_KNOWN } from './ready-code.js';
import { patchDump } from './session-limits.js';
import {
  configureRequest,
  dumpRequest,
  loadRequest,
  resetRequest,
  type WireLimits,
} from './wire/requests.js';
import type { PooledWorker, Tenant, WorkerPool } from './worker-pool.js';
import type { Turn } from './worker-process.js';

/** Execution that a session may gather beyond one run's limit before its clock is set back, as a share of it. */
const CLOCK_SLACK = 0.05;
/** What a session may execute in all where the clock cannot be set back. */
const UNRESETTABLE_SECONDS = 100_000;
const MICROS = 1_000_000;
/** Largest dump that is read back. */
const MAX_DUMP_BYTES = 250 * 2 ** 20;
/** Random low digits that make a session's limits recognisable in its dump. */
const NONCE_BYTES = 65_536;
const NONCE_MICROS = 1000;

/** A run's feed on its way: the worker, and the turn that the feed ends. */
export interface Begun {
  readonly worker: PooledWorker;
  readonly first: Promise<Turn>;
}

/** Code on its way into a session. */
export interface Feed {
  readonly code: Buffer;
  /** What must run before, or null. */
  readonly prelude: Buffer | null;
  /** The name of the file that frames show. */
  readonly file: string;
  /** What the namespace holds afterwards. */
  readonly known: KnownNames;
}

/** What a {@link SessionState} needs. */
export interface SessionStateOptions {
  readonly pool: WorkerPool;
  /** Whether dumps can be patched, so that every run has a time limit of its own; else the watchdog alone keeps it. */
  readonly clockResets: boolean;
}

/**
 * Where a namespace lives: in a worker of the pool, as bytes, or nowhere yet. Between runs it stays in its worker
 * while no other session needs that, and is saved soon after each run and in any case before the next, so that a
 * crash or a limit costs the run that caused it and nothing else.
 */
export class SessionState implements Tenant {
  readonly #options: SessionStateOptions;
  #worker: PooledWorker | null = null;
  /** Null while the namespace is fresh. */
  #checkpoint: Checkpoint | null = null;
  /** Whether the worker's namespace is newer than the checkpoint. */
  #dirty = false;
  #saving: Promise<unknown> | null = null;
  #evicting: Promise<void> | null = null;
  #limits: WireLimits | null = null;
  #usedMicros = 0;
  #files: (string | null)[] = [];
  #known: KnownNames = NO_NAMES_KNOWN;
  /** What went wrong in bringing the namespace into a worker, or what was lost between runs. */
  #fault: string | null = null;

  constructor(options: SessionStateOptions) {
    this.#options = options;
  }

  /** The file that the Nth feed of the session came from. */
  fileOf(feed: number): string | null {
    return this.#files[feed] ?? null;
  }

  /** Microseconds that the worker's session had executed when its last run ended. */
  get usedMicros(): number {
    return this.#usedMicros;
  }

  /** Whether the worker's session has used up the time that it was given. */
  isTimeUp(executionMicros: number): boolean {
    return this.#limits !== null && executionMicros >= this.#limits.maxDurationMicros;
  }

  /** What the namespace holds. */
  get known(): KnownNames {
    return this.#known;
  }

  /** What went wrong outside the user's code since it was last asked; null when nothing did. */
  takeFault(): string | null {
    const fault = this.#fault;
    this.#fault = null;
    return fault;
  }

  /** Resolves at once, or when the pool has taken the worker that it is taking. */
  async settled(): Promise<void> {
    if (this.#evicting !== null) await this.#evicting;
  }

  /** Brings the namespace into a worker and sends a feed after it, all in one write. */
  async begin(limits: SandboxLimits, feed: Feed, maxFrameBytes: number): Promise<Begun> {
    const frames: Buffer[] = [];
    let worker = this.#take();
    if (worker !== null && !this.#fits(limits)) {
      await this.save();
      frames.push(resetRequest(), this.#bringUp(limits));
    } else if (worker !== null) {
      if (this.#dirty && this.#saving === null) frames.push(dumpRequest());
    } else {
      worker = this.#options.pool.tryAcquire() ?? (await this.#options.pool.acquire());
      frames.push(this.#bringUp(limits));
    }
    this.#worker = worker;
    worker.process.keepAlive(true);
    worker.runs++;
    for (const _ of frames) this.#expect(worker);
    if (feed.prelude !== null) {
      frames.push(feed.prelude);
      this.#expect(worker);
      this.#files.push(null);
    }
    this.#files.push(feed.file);
    this.#known = feed.known;
    worker.process.send(frames.length === 0 ? feed.code : Buffer.concat([...frames, feed.code]));
    return { worker, first: worker.process.turn(maxFrameBytes) };
  }

  /** Brings a waiting run into a worker, which says again what the run waits for. */
  async beginSuspended({ before, waiting }: SuspendedState, maxFrameBytes: number): Promise<Begun> {
    this.replace(before);
    const worker = await this.#options.pool.acquire();
    this.#worker = worker;
    this.#limits = waiting.limits;
    this.#usedMicros = 0;
    this.#files = waiting.files.slice(0, waiting.feeds);
    this.#known = waiting.known;
    worker.process.keepAlive(true);
    worker.runs++;
    worker.process.send(loadRequest(waiting.state));
    return { worker, first: worker.process.turn(maxFrameBytes) };
  }

  /** What a waiting run needs to go on elsewhere, from the dump of its session. */
  suspended(state: Uint8Array): SuspendedState {
    const limits = this.#limits;
    if (limits === null) throw new Error('a run waits in a session without limits');
    return { before: this.#checkpoint, waiting: this.#checkpointOf(state, limits) };
  }

  /** Tells that the run is over and its namespace stays. */
  keep(executionMicros: number): void {
    const worker = this.#worker;
    if (worker === null) return;
    worker.executedMicros += executionMicros - this.#usedMicros;
    this.#usedMicros = executionMicros;
    this.#dirty = true;
    this.#options.pool.hold(worker, this);
    setImmediate(() => {
      if (this.#worker === worker && !worker.process.ended) this.#sendSave(worker);
    });
  }

  /** Tells that the worker is lost or not to be trusted: the namespace is again that of the checkpoint. */
  rollBack(): void {
    if (this.#worker !== null) this.#options.pool.discard(this.#worker);
    this.#worker = null;
    this.#dirty = false;
    this.#restoreNotes();
  }

  /** The namespace as of now; null when it is fresh. */
  async save(): Promise<Checkpoint | null> {
    const worker = this.#worker;
    if (worker === null || worker.process.ended) return this.#checkpoint;
    worker.process.keepAlive(true);
    this.#sendSave(worker);
    await this.#saving;
    this.#options.pool.idle(worker);
    return this.#checkpoint;
  }

  #sendSave(worker: PooledWorker): void {
    if (!this.#dirty || this.#saving !== null) return;
    worker.process.send(dumpRequest());
    this.#expect(worker);
  }

  /** Makes a checkpoint the namespace. */
  replace(checkpoint: Checkpoint | null): void {
    this.#drop();
    this.#checkpoint = checkpoint;
    this.#restoreNotes();
  }

  evict(): Promise<void> {
    this.#evicting = this.save().then(() => {
      this.#worker = null;
      this.#evicting = null;
    });
    return this.#evicting;
  }

  /** Gives the worker back, without its namespace. */
  close(): void {
    this.#drop();
  }

  #checkpointOf(state: Uint8Array, limits: WireLimits): Checkpoint {
    return { state, limits, files: this.#files, feeds: this.#files.length, known: this.#known };
  }

  /** Goes back to what was noted of the checkpoint's namespace. */
  #restoreNotes(): void {
    const checkpoint = this.#checkpoint;
    this.#files = checkpoint === null ? [] : checkpoint.files.slice(0, checkpoint.feeds);
    this.#known = checkpoint === null ? NO_NAMES_KNOWN : checkpoint.known;
  }

  #drop(): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#dirty = false;
    this.#limits = null;
    if (worker === null || !this.#options.pool.resume(worker)) return;
    worker.process.send(resetRequest());
    void worker.process.turn();
    this.#options.pool.release(worker);
  }

  /** The worker that still holds the namespace. */
  #take(): PooledWorker | null {
    const worker = this.#worker;
    if (worker === null) return null;
    if (this.#options.pool.resume(worker)) return worker;
    if (this.#worker !== null && this.#dirty) {
      this.#fault =
        'the engine process was killed between runs; the namespace is that of the run before the last';
    }
    this.rollBack();
    return null;
  }

  /** Whether the worker's session can serve a run with these limits as it is. */
  #fits(limits: SandboxLimits): boolean {
    const set = this.#limits;
    const worker = this.#worker;
    if (set === null || worker === null) return false;
    const sameSizes =
      megabytesOf(set) === limits.memoryMegabytes && set.maxRecursionDepth === limits.maxRecursionDepth;
    if (!this.#options.clockResets) return sameSizes;
    const left = set.maxDurationMicros - this.#usedMicros;
    const wanted = limits.timeoutSeconds * MICROS;
    return sameSizes && left >= wanted && left <= wanted * (1 + CLOCK_SLACK) + NONCE_MICROS;
  }

  /** The request that makes the worker's fresh session this namespace; notes the limits that it will have. */
  #bringUp(limits: SandboxLimits): Buffer {
    const wanted = this.#wireLimits(limits);
    const checkpoint = this.#checkpoint;
    this.#usedMicros = 0;
    this.#limits = wanted;
    if (checkpoint === null) return configureRequest(wanted);
    const patched = patchDump(checkpoint.state, checkpoint.limits, wanted);
    if (patched !== null) return loadRequest(patched);
    this.#limits = checkpoint.limits;
    if (megabytesOf(checkpoint.limits) !== limits.memoryMegabytes) {
      throw new MettleError({
        code: 'sandbox/unenforceable_limit',
        message: 'this monty binary cannot change memoryMegabytes of a namespace that exists; reset() first',
      });
    }
    return loadRequest(checkpoint.state);
  }

  #wireLimits(limits: SandboxLimits): WireLimits {
    const seconds = this.#options.clockResets
      ? limits.timeoutSeconds * (1 + CLOCK_SLACK)
      : UNRESETTABLE_SECONDS;
    return {
      maxDurationMicros: Math.ceil(seconds * MICROS) + randomInt(NONCE_MICROS),
      maxMemoryBytes: limits.memoryMegabytes * 2 ** 20 - randomInt(NONCE_BYTES),
      maxRecursionDepth: limits.maxRecursionDepth,
    };
  }

  /** Waits for the turn of a request that brings up or saves the namespace. */
  #expect(worker: PooledWorker): void {
    const limits = this.#limits;
    const notes = { files: this.#files, feeds: this.#files.length, known: this.#known };
    const saving = worker.process.turn(MAX_DUMP_BYTES).then(({ event }) => {
      if (this.#saving === saving) this.#saving = null;
      if (this.#worker !== worker) return;
      if (event.kind === 'dump' && limits !== null) {
        this.#dirty = false;
        this.#checkpoint = { state: event.state, limits, ...notes };
      } else if (event.kind === 'error') {
        this.#fault = `the engine refused its own state: ${event.raised.message}`;
        worker.process.kill('frame');
      }
    });
    this.#saving = saving;
  }
}

function megabytesOf(limits: WireLimits): number {
  return Math.ceil(limits.maxMemoryBytes / 2 ** 20);
}
