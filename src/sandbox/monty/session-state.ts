import type { SandboxLimits } from '../contract.js';
import { fileOfFeed, withFeed } from './feed-files.js';
import { SpentSources } from './feed-sources.js';
import {
  type Checkpoint,
  type NamespaceNotes,
  NO_NOTES,
  notesOf,
  type SuspendedState,
} from './namespace-bytes.js';
import { MAX_DUMP_BYTES, repeatRuns } from './repeat-runs.js';
import { fitsRun, limitReached, startSession } from './run-limits.js';
import { RunLog } from './run-log.js';
import type { Begun, Feed, FeedCode } from './session-feed.js';
import { dumpRequest, loadRequest, resetRequest, type WireLimits } from './wire/requests.js';
import type { PooledWorker, Tenant, WorkerPool } from './worker-pool.js';
import { type Patience, sessionClosed, waitForWorker } from './worker-wait.js';

/** What runs get when they are repeated: they ended well within their own limits before. */
const REPEAT_SECONDS = 60;
/** How often runs are repeated in another worker when the one that repeats them is killed too. */
const MAX_REPEATS = 20;

/** What a {@link SessionState} needs. */
export interface SessionStateOptions {
  readonly pool: WorkerPool;
  /** Whether dumps can be patched, so that every run has a time limit of its own; else the watchdog alone keeps it. */
  readonly clockResets: boolean;
}

/**
 * Where a namespace lives: in a worker of the pool, as bytes and a log of the runs since, or nowhere yet. Between
 * runs it stays in its worker while no other session needs that. When the worker is lost, bytes and log bring the
 * namespace back as it was before the run that lost it.
 */
export class SessionState implements Tenant {
  readonly #options: SessionStateOptions;
  #worker: PooledWorker | null = null;
  /** Null while the namespace is fresh. */
  #checkpoint: Checkpoint | null = null;
  readonly #log = new RunLog();
  readonly #closing = new AbortController();
  #saving: Promise<unknown> | null = null;
  #evicting: Promise<void> | null = null;
  #limits: WireLimits | null = null;
  #sizes: SandboxLimits | null = null;
  #usedMicros = 0;
  #notes: NamespaceNotes = NO_NOTES;
  /** What was noted before the run that is under way. */
  #before: NamespaceNotes = NO_NOTES;
  /** Of the feeds since the worker's session was started. */
  readonly #spent = new SpentSources();
  #feeds: readonly Buffer[] = [];
  /** What went wrong in bringing the namespace into a worker, or what was lost between runs. */
  #fault: string | null = null;

  constructor(options: SessionStateOptions) {
    this.#options = options;
  }

  /** The file that the Nth feed of the session came from. */
  fileOf(feed: number): string | null {
    return fileOfFeed(this.#notes.files, feed);
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
  get known(): NamespaceNotes['known'] {
    return this.#notes.known;
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
  async begin(limits: SandboxLimits, feed: Feed, maxFrameBytes: number, patience: Patience): Promise<Begun> {
    const held = this.#take();
    this.#sizes = limits;
    const worker = held ?? (await this.#acquire(patience));
    this.#worker = worker;
    const frames: Buffer[] = [];
    if (held === null) frames.push(this.#start(limits));
    else if (this.#options.pool.isWorn(worker)) {
      await this.#save(patience);
      this.#options.pool.discard(worker);
      this.#worker = null;
      return this.begin(limits, feed, maxFrameBytes, patience);
    } else if (this.#isStale(limits)) {
      await this.#save(patience);
      if (worker.process.ended) return this.begin(limits, feed, maxFrameBytes, patience);
      frames.push(resetRequest(), this.#start(limits));
    } else if (this.#log.isFull && this.#saving === null) frames.push(dumpRequest());
    for (const _ of frames) this.#expect(worker);
    this.#before = this.#notes;
    if (feed.prelude !== null) this.#expect(worker);
    const feeds = feed.prelude === null ? [feed.code] : [feed.prelude, feed.code];
    for (const code of feeds) this.#noteFeed(code, feed);
    this.#feeds = feeds.map(({ request }) => request);
    worker.process.keepAlive(true);
    worker.runs++;
    const sent = [...frames, ...this.#feeds];
    worker.process.send(sent.length === 1 ? feed.code.request : Buffer.concat(sent));
    return { worker, first: worker.process.turn(maxFrameBytes) };
  }

  /** Brings a waiting run into a worker, which says again what the run waits for. */
  async beginSuspended(
    { before, waiting }: SuspendedState,
    maxFrameBytes: number,
    patience: Patience,
  ): Promise<Begun> {
    this.replace(before);
    const worker = await this.#acquire(patience);
    this.#worker = worker;
    this.#limits = waiting.limits;
    this.#usedMicros = 0;
    this.#before = this.#notes;
    this.#notes = notesOf(waiting);
    worker.process.keepAlive(true);
    worker.runs++;
    worker.process.send(loadRequest(waiting.state));
    return { worker, first: worker.process.turn(maxFrameBytes) };
  }

  /** What a waiting run needs to go on elsewhere, from the dump of its session. */
  suspended(state: Uint8Array): SuspendedState {
    const limits = this.#limits;
    if (limits === null) throw new Error('a run waits in a session without limits');
    return { before: this.#checkpoint, waiting: { state, limits, ...this.#notes } };
  }

  /**
   * Tells that the run is over and its namespace stays.
   *
   * @param answers the frames that answered what the run asked; null when they cannot repeat it
   */
  keep(executionMicros: number, answers: readonly Buffer[] | null): void {
    const worker = this.#worker;
    if (worker === null) return;
    const spent = Math.max(0, executionMicros - this.#usedMicros);
    worker.executedMicros += spent;
    this.#usedMicros = executionMicros;
    this.#log.add({
      feeds: this.#feeds,
      answers: answers ?? [],
      executionMicros: spent,
      repeatable: answers !== null,
    });
    this.#options.pool.hold(worker, this);
    if (this.#log.isFull) this.#sendSave(worker);
  }

  /** Tells that the worker is lost or not to be trusted: the namespace is again that of before the run. */
  rollBack(): void {
    if (this.#worker !== null) this.#options.pool.discard(this.#worker);
    this.#worker = null;
    this.#notes = this.#before;
  }

  /** The namespace as of now; null when it is fresh. */
  async save(patience: Patience | null): Promise<Checkpoint | null> {
    await this.#save(patience);
    this.#shed();
    return this.#checkpoint;
  }

  /** Makes a checkpoint the namespace. */
  replace(checkpoint: Checkpoint | null): void {
    this.#drop();
    this.#checkpoint = checkpoint;
    this.#log.clear();
    this.#spent.clear();
    this.#notes = notesOf(checkpoint);
    this.#before = this.#notes;
  }

  evict(): Promise<void> {
    const worker = this.#worker;
    this.#evicting = (worker === null ? Promise.resolve() : this.#saveHeld(worker)).then(() => {
      this.#worker = null;
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

  /** Makes the checkpoint the namespace as of now. */
  async #save(patience: Patience | null): Promise<void> {
    const worker = this.#worker;
    if (worker !== null && !worker.process.ended) {
      await this.#saveHeld(worker);
      this.#options.pool.idle(worker);
      if (!worker.process.ended) return;
    }
    if (this.#log.isEmpty) return;
    if (worker !== null) this.#options.pool.discard(worker);
    this.#worker = null;
    this.#options.pool.release(await this.#acquire(patience));
  }

  #noteFeed(code: FeedCode, { prelude, file, known }: Feed): void {
    const { files, feeds } = this.#notes;
    this.#spent.add(feeds, code.source);
    this.#notes = { files: withFeed(files, feeds, code === prelude ? null : file), feeds: feeds + 1, known };
  }

  /** Lets go of the namespace; true when its worker was idle and is the pool's again. */
  #drop(): boolean {
    const worker = this.#worker;
    this.#worker = null;
    this.#limits = null;
    if (worker === null || !this.#options.pool.resume(worker)) return false;
    worker.process.send(resetRequest());
    void worker.process.turn();
    this.#options.pool.release(worker);
    return true;
  }

  /** The worker that still holds the namespace. */
  #take(): PooledWorker | null {
    const worker = this.#worker;
    if (worker === null || this.#options.pool.resume(worker)) return worker;
    this.#options.pool.discard(worker);
    this.#worker = null;
    return null;
  }

  /** A worker without a session; runs that no checkpoint holds are repeated in it and saved before. */
  async #acquire(patience: Patience | null): Promise<PooledWorker> {
    let worker = await this.#wait(patience);
    if (this.#log.isEmpty) return worker;
    for (let attempt = 0; attempt < MAX_REPEATS && this.#log.isComplete; attempt++) {
      if (await this.#rebuild(worker)) return this.#wanted(worker);
      if (!worker.process.ended) break;
      this.#options.pool.discard(worker);
      worker = await this.#wait(patience);
    }
    this.#fault = 'the engine process was killed from outside, and the namespace is that of an earlier run';
    this.#log.clear();
    this.#notes = notesOf(this.#checkpoint);
    this.#options.pool.discard(worker);
    return this.#wait(patience);
  }

  async #wait(patience: Patience | null): Promise<PooledWorker> {
    const { pool } = this.#options;
    this.#closing.signal.throwIfAborted();
    const worker = pool.tryAcquire();
    return worker ?? this.#wanted(await waitForWorker(pool, this.#closing.signal, patience));
  }

  /** Gives the worker back when the session was closed while the worker was on its way. */
  #wanted(worker: PooledWorker): PooledWorker {
    if (!this.#closing.signal.aborted) return worker;
    this.#options.pool.release(worker);
    throw this.#closing.signal.reason;
  }

  async #rebuild(worker: PooledWorker): Promise<boolean> {
    if (this.#sizes === null) return false;
    const limits = { ...this.#sizes, timeoutSeconds: REPEAT_SECONDS };
    const start = startSession(this.#checkpoint, limits, this.#options.clockResets);
    const state = await repeatRuns(worker.process, start.request, this.#log);
    if (state === null) return false;
    this.#checkpoint = { state, limits: start.limits, ...this.#notes };
    this.#log.clear();
    return true;
  }

  /** Whether the namespace must be loaded anew: for other limits, for its clock, or to shed sources. */
  #isStale(limits: SandboxLimits): boolean {
    const namespaceBytes = this.#checkpoint?.state.length ?? 0;
    const clock = { resets: this.#options.clockResets, namespaceBytes };
    if (this.#limits === null || !fitsRun(this.#limits, this.#usedMicros, limits, clock)) return true;
    return this.#spent.isWorthShedding(namespaceBytes);
  }

  /** Takes sources that nothing needs out of the checkpoint. */
  #shed(): void {
    const checkpoint = this.#checkpoint;
    if (checkpoint !== null) this.#checkpoint = { ...checkpoint, state: this.#spent.drop(checkpoint.state) };
  }

  #start(limits: SandboxLimits): Buffer {
    this.#shed();
    this.#spent.clear();
    const start = startSession(this.#checkpoint, limits, this.#options.clockResets);
    this.#usedMicros = 0;
    this.#limits = start.limits;
    return start.request;
  }

  async #saveHeld(worker: PooledWorker): Promise<void> {
    worker.process.keepAlive(true);
    this.#sendSave(worker);
    await this.#saving;
  }

  #sendSave(worker: PooledWorker): void {
    if (this.#log.isEmpty || this.#saving !== null) return;
    worker.process.send(dumpRequest());
    this.#expect(worker);
  }

  /** Waits for the turn of a request that brings up or saves the namespace. */
  #expect(worker: PooledWorker): void {
    const limits = this.#limits;
    const notes = this.#notes;
    const logged = this.#log.length;
    const saving = worker.process.turn(MAX_DUMP_BYTES).then(({ event }) => {
      if (this.#saving === saving) this.#saving = null;
      if (this.#worker !== worker) return;
      if (event.kind === 'dump' && limits !== null) {
        this.#log.drop(logged, event.state.length);
        this.#checkpoint = { state: event.state, limits, ...notes };
      } else if (event.kind === 'error') {
        const limit = limitReached(event.raised);
        if (limit === null) this.#fault = `the engine refused its own state: ${event.raised.message}`;
        worker.process.kill(limit ?? 'frame');
      }
    });
    this.#saving = saving;
  }
}
