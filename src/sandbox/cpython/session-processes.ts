import type { SupervisorProcess } from './supervisor-process.js';

/** Resets after which a process is replaced all the same, when the engine was given no other number. */
export const RESETS_PER_PROCESS = 500;

/** Room for files is asked for in steps, so that a tree that grows a little fits into the process it had. */
const ROOM_STEP_BYTES = 64 * 2 ** 20;

/** How a session comes by its process. */
export interface SessionProcessesOptions {
  /** Starts, or takes from a pool, a confined process whose empty workspace may hold so many bytes. */
  readonly startProcess: (bytes: number) => Promise<SupervisorProcess>;
  /** How often one process is brought back to its beginning before it is replaced; 0: never. */
  readonly resetsPerProcess: number;
}

/**
 * The process of one session: started when it is needed, brought back to its beginning by a reset, and replaced where
 * that cannot be attested. No process ever serves two sessions.
 */
export class SessionProcesses {
  readonly #options: SessionProcessesOptions;
  #current: SupervisorProcess | null = null;
  /** A process being started for the next run. */
  #ahead: { readonly room: number; readonly process: Promise<SupervisorProcess> } | null = null;
  #room = 0;
  #resets = 0;
  #closed = false;

  constructor(options: SessionProcessesOptions) {
    this.#options = options;
  }

  /** The process that is there, also one that has ended; null before the first run and after a replacement. */
  get current(): SupervisorProcess | null {
    return this.#current;
  }

  /** Whether the process that is there was made with room for so many bytes of files. */
  hasRoom(bytes: number): boolean {
    return bytes <= this.#room;
  }

  /** Starts a process, or takes the one that was started ahead. There must be none. */
  async start(bytes: number): Promise<SupervisorProcess> {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead !== null && ahead.room < bytes) {
      void ahead.process.then(
        (started) => started.close(),
        () => undefined, // there is nothing to end
      );
    }
    const fitting = ahead !== null && ahead.room >= bytes ? ahead : this.#begin(bytes);
    const started = await fitting.process;
    if (this.#closed) await started.close();
    this.#current = started;
    this.#room = fitting.room;
    this.#resets = 0;
    return started;
  }

  /** Brings the process back to its beginning, or ends it and starts another one ahead. */
  async reset(): Promise<void> {
    const process = this.#current;
    if (process === null) return;
    this.#resets += 1;
    if (this.#resets <= this.#options.resetsPerProcess && (await process.restore())) return;
    if (!this.#closed) this.#ahead ??= this.#begin(this.#room);
    await this.drop();
  }

  /** Ends the process that is there, if any. */
  async drop(): Promise<void> {
    const process = this.#current;
    this.#current = null;
    await process?.close();
  }

  /** Ends all for good. */
  async close(): Promise<void> {
    this.#closed = true;
    const ahead = this.#ahead;
    this.#ahead = null;
    await this.drop();
    await (await ahead?.process.catch(() => undefined))?.close();
  }

  #begin(bytes: number): { readonly room: number; readonly process: Promise<SupervisorProcess> } {
    const room = (Math.floor(bytes / ROOM_STEP_BYTES) + 1) * ROOM_STEP_BYTES;
    const process = this.#options.startProcess(room);
    process.catch(() => undefined);
    return { room, process };
  }
}
