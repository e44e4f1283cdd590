import type { SandboxLimits } from '../contract.js';
import type { Deterministic } from '../deterministic.js';
import { endedError, notRunError } from '../ended-errors.js';
import { sandboxError } from '../error-codes.js';
import { withLimits } from './dump-limits.js';
import type { SavedSession } from './namespace-bytes.js';
import { NO_NOTES, type SessionNotes, withFeedNoted } from './session-notes.js';
import {
  configureRequest,
  dumpRequest,
  loadRequest,
  resetRequest,
  type WireLimits,
} from './wire/requests.js';
import type { PooledWorker, Tenant, WorkerPool } from './worker-pool.js';
import type { Turn } from './worker-process.js';
import { NotBegun, type Patience, sessionClosed, waitForWorker } from './worker-wait.js';

/** Largest dump that is read back. */
const MAX_DUMP_BYTES = 250 * 2 ** 20;

/** What a {@link SessionState} needs. */
export interface SessionStateOptions {
  readonly pool: WorkerPool;
  /** Clock, zone, randomness and sleep of the session, or null for the real ones. */
  readonly frozen: Deterministic | null;
}

/** Code on its way into a session. */
export interface Feed {
  readonly request: Buffer;
  /**
   * Feeds to send before it where the inputs are large: one that lets go of the values that they replace, because old
   * and new ones together may be too much, and one that does nothing but bind them. Null where `request` has the inputs.
   */
  readonly inputs: { readonly release: Buffer; readonly bind: Buffer } | null;
  /** The name of the file that frames show. */
  readonly file: string;
  readonly awaitedCalls: readonly number[];
}

/** A run on its way: the worker, and the turn that its feed ends. */
export interface Begun {
  readonly worker: PooledWorker;
  readonly first: Promise<Turn>;
}

/**
 * Where a namespace lives: in a worker of the pool, as bytes, or nowhere yet. It stays in its worker between runs, and
 * becomes bytes when the pool needs the worker for another session. A worker that dies takes the namespace with it, as
 * the process of any Python does: bytes are not written after every run, because that takes several times as long as
 * a short run itself and grows with the session.
 */
export class SessionState implements Tenant {
  readonly #options: SessionStateOptions;
  readonly #closing = new AbortController();
  #worker: PooledWorker | null = null;
  /** The limits of the worker's session. */
  #limits: WireLimits | null = null;
  /** The namespace while no worker has it; null while it is fresh. */
  #saved: SavedSession | null = null;
  /** The bytes that a worker is loading. */
  #loading: SavedSession | null = null;
  #notes: SessionNotes = NO_NOTES;
  /** What was known before the feed that is under way. */
  #notesBefore: SessionNotes = NO_NOTES;
  #evicting: Promise<void> | null = null;

  constructor(options: SessionStateOptions) {
    this.#options = options;
  }

  /** What is known of the session. */
  get notes(): SessionNotes {
    return this.#notes;
  }

  /**
   * Brings the namespace into a worker and sends a feed after it, in one write.
   *
   * @throws {NotBegun} when there is no worker in time, or the namespace was lost since the last run.
   */
  async begin(limits: SandboxLimits, feed: Feed, maxFrameBytes: number, patience: Patience): Promise<Begun> {
    const wanted = wireLimits(limits);
    const worker = await this.#ready(wanted, patience);
    const starts = this.#limits === null;
    const start = starts ? this.#start(wanted) : null;
    if (starts && start === null) {
      this.#worker = null;
      this.#options.pool.discard(worker);
      const message = 'the saved namespace is not as the monty engine writes it';
      throw new NotBegun(endedError('infrastructure', 'WorkerError', message));
    }
    const before = start === null ? [] : [start];
    this.#limits = wanted;
    const { inputs } = feed;
    if (inputs === null) {
      this.#note(feed);
      return this.#send(worker, [...before, feed.request], starts, maxFrameBytes);
    }
    this.#notes = withFeedNoted(withFeedNoted(this.#notes, null, []), null, []);
    this.#send(worker, [...before, inputs.release], starts, maxFrameBytes);
    worker.process.send(inputs.bind);
    const bound = worker.process.turn();
    return { worker, first: bound.then((turn) => this.#afterBinding(worker, turn, feed, maxFrameBytes)) };
  }

  /** Sends the code after its inputs; what went wrong with them is the end of the run. */
  #afterBinding(worker: PooledWorker, bound: Turn, feed: Feed, maxFrameBytes: number): Turn | Promise<Turn> {
    if (bound.event.kind !== 'complete') return bound;
    this.#note(feed);
    worker.process.send(feed.request);
    return worker.process.turn(maxFrameBytes);
  }

  #note({ file, awaitedCalls }: Feed): void {
    this.#notesBefore = this.#notes;
    this.#notes = withFeedNoted(this.#notes, file, awaitedCalls);
  }

  /** Brings a waiting run into a worker, which says again what the run waits for. */
  async beginWaiting(
    { state, notes }: SavedSession,
    maxFrameBytes: number,
    patience: Patience,
  ): Promise<Begun> {
    await this.replace(null);
    const worker = await this.#acquire(patience);
    this.#notes = notes;
    // Other limits than those that it waits with are set before the next run.
    this.#limits = { maxFeedMicros: 0, maxMemoryBytes: 0, maxRecursionDepth: 0 };
    return this.#send(worker, [loadRequest(state)], false, maxFrameBytes);
  }

  /**
   * Tells that the run is over and its namespace stays.
   *
   * @param wasRead whether the worker took the feed for one: source that it cannot even read gets no number
   */
  keep(executionMicros: number, wasRead: boolean): void {
    if (!wasRead) this.#notes = this.#notesBefore;
    const worker = this.#worker;
    if (worker === null) return;
    worker.executedMicros += executionMicros;
    this.#options.pool.hold(worker, this);
  }

  /** Tells that the worker is lost; true when the namespace is lost with it, and was not fresh. */
  lose(): boolean {
    const loading = this.#loading;
    if (this.#worker !== null) this.#options.pool.discard(this.#worker);
    const hadFeeds = this.#notes.feeds > 1;
    this.#become(loading);
    return loading === null && hadFeeds;
  }

  /** The namespace as of now; null when it is fresh. Rejects with `sandbox/cannot_dump` where it cannot be had. */
  async save(): Promise<SavedSession | null> {
    while (this.#evicting !== null) await this.#evicting;
    const worker = this.#worker;
    if (worker === null) return this.#saved;
    const saved = await this.#dump(worker);
    if (saved === null) {
      throw sandboxError('cannot_dump', 'the engine process ended before the dump');
    }
    return saved;
  }

  /** Makes a saved session the namespace between two runs; a fresh one for null. */
  async replace(saved: SavedSession | null): Promise<void> {
    while (this.#evicting !== null) await this.#evicting;
    this.#become(saved);
  }

  #become(saved: SavedSession | null): void {
    this.#drop();
    this.#saved = saved;
    this.#notes = saved?.notes ?? NO_NOTES;
  }

  evict(): Promise<void> {
    this.#evicting = this.#leave().then(() => {
      this.#evicting = null;
    });
    return this.#evicting;
  }

  /** Gives the worker back without its namespace; one in the middle of a run is killed. */
  close(): void {
    this.#closing.abort(sessionClosed());
    const worker = this.#worker;
    const isTaken = this.#evicting !== null;
    if (!this.#drop() && worker !== null && !isTaken) this.#options.pool.discard(worker);
  }

  /** The worker that the next run goes to: the one that has the namespace under these limits, or one without any. */
  async #ready(wanted: WireLimits, patience: Patience): Promise<PooledWorker> {
    while (this.#evicting !== null) await this.#evicting;
    const held = this.#worker;
    if (held === null) return this.#acquire(patience);
    const { pool } = this.#options;
    if (!pool.resume(held)) throw this.#lostBefore();
    const isWorn = pool.isWorn(held);
    if (!isWorn && this.#limits !== null && sameLimits(this.#limits, wanted)) return held;
    await this.#leave();
    this.#closing.signal.throwIfAborted();
    if (held.process.ended) throw this.#lostBefore();
    if (!isWorn) {
      this.#worker = held;
      held.process.send(resetRequest());
      void held.process.turn();
      return held;
    }
    pool.discard(held);
    return this.#acquire(patience);
  }

  /** Turns the namespace of the worker into bytes; the worker is no longer this session's. */
  async #leave(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const saved = await this.#dump(worker);
    if (saved === null) {
      worker.process.kill('closed');
      return;
    }
    this.#worker = null;
    this.#limits = null;
    this.#saved = saved;
  }

  async #dump(worker: PooledWorker): Promise<SavedSession | null> {
    const notes = this.#notes;
    worker.process.send(dumpRequest());
    const { event } = await worker.process.turn(MAX_DUMP_BYTES);
    return event.kind === 'dump' ? { state: event.state, notes } : null;
  }

  /** The request that starts a worker's session with the namespace; null for one that cannot be loaded. */
  #start(limits: WireLimits): Buffer | null {
    const saved = this.#saved;
    if (saved === null) return configureRequest(limits, this.#options.frozen);
    const state = withLimits(saved.state, limits);
    if (state === null) return null;
    this.#loading = saved;
    this.#saved = null;
    return loadRequest(state);
  }

  #send(worker: PooledWorker, frames: readonly Buffer[], starts: boolean, maxFrameBytes: number): Begun {
    const { process } = worker;
    this.#worker = worker;
    worker.runs++;
    if (starts) {
      void process.turn().then(({ event }) => {
        if (event.kind === 'ok') this.#loading = null;
        else process.kill(event.kind === 'error' && event.raised.type === 'MemoryError' ? 'memory' : 'state');
      });
    }
    process.send(frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames));
    return { worker, first: process.turn(maxFrameBytes) };
  }

  /** Lets go of the namespace; true when its worker was idle and is the pool's again. */
  #drop(): boolean {
    const worker = this.#worker;
    this.#worker = null;
    this.#limits = null;
    this.#saved = null;
    this.#loading = null;
    if (worker === null || !this.#options.pool.resume(worker)) return false;
    worker.process.send(resetRequest());
    void worker.process.turn();
    this.#options.pool.release(worker);
    return true;
  }

  #lostBefore(): NotBegun {
    this.lose();
    const what = 'the engine process ended between two runs';
    return new NotBegun(notRunError('infrastructure', 'WorkerError', what), true);
  }

  /** A worker without a session. */
  async #acquire(patience: Patience): Promise<PooledWorker> {
    const { pool } = this.#options;
    this.#closing.signal.throwIfAborted();
    const worker = pool.tryAcquire() ?? (await waitForWorker(pool, this.#closing.signal, patience));
    if (!this.#closing.signal.aborted) return worker;
    pool.release(worker);
    throw this.#closing.signal.reason;
  }
}

function wireLimits(limits: SandboxLimits): WireLimits {
  return {
    maxFeedMicros: Math.ceil(limits.timeoutSeconds * 1e6),
    maxMemoryBytes: limits.memoryMegabytes * 2 ** 20,
    maxRecursionDepth: limits.maxRecursionDepth,
  };
}

function sameLimits(one: WireLimits, other: WireLimits): boolean {
  return (
    one.maxFeedMicros === other.maxFeedMicros &&
    one.maxMemoryBytes === other.maxMemoryBytes &&
    one.maxRecursionDepth === other.maxRecursionDepth
  );
}
