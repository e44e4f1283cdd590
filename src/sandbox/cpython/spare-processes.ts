import type { LaunchSetup } from './confinement.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Setups that spare processes are kept for; the one asked for longest ago is dropped first. */
const MAX_SETUPS = 4;

/** A process kept ready, or on its way to it. */
interface Spare {
  readonly process: Promise<SupervisorProcess | null>;
  isReady: boolean;
}

/**
 * Confined processes kept ready, by what they were started with: none before a second session asks for the same, since
 * most programs open one, and one more than usual while sessions are opened faster than processes start.
 */
export class SpareProcesses {
  readonly #count: number;
  readonly #start: (setup: LaunchSetup) => Promise<SupervisorProcess>;
  /** The setup asked for last stands at the end. */
  readonly #spares = new Map<string, Spare[]>();
  #closed = false;

  /** `count`: how many are kept for each setup. */
  constructor(count: number, start: (setup: LaunchSetup) => Promise<SupervisorProcess>) {
    this.#count = count;
    this.#start = start;
  }

  /** A process that stands ready, if one does; from the second call on another one is started in its place. */
  async take(setup: LaunchSetup): Promise<SupervisorProcess | null> {
    const key = JSON.stringify(setup);
    const known = this.#spares.get(key);
    const spares = known ?? [];
    this.#spares.delete(key);
    this.#spares.set(key, spares);
    const taken = spares.shift();
    const isBurst = this.#count > 0 && taken?.isReady !== true;
    const wanted = known === undefined ? 0 : this.#count + (isBurst ? 1 : 0);
    while (!this.#closed && spares.length < wanted) spares.push(this.#begin(setup));
    for (const oldest of this.#spares.keys()) {
      if (this.#spares.size <= MAX_SETUPS) break;
      void this.#end(oldest);
    }
    const spare = (await taken?.process) ?? null;
    return spare === null || spare.ended !== null ? null : spare;
  }

  /** Keeps a process that was started with a setup for whoever takes one next. */
  offer(setup: LaunchSetup, process: SupervisorProcess): void {
    const key = JSON.stringify(setup);
    const spares = this.#spares.get(key) ?? [];
    this.#spares.set(key, spares);
    spares.push({ process: Promise.resolve(process), isReady: true });
  }

  /** Ends those that are kept for setups of a kind. */
  async endThose(isOne: (setup: LaunchSetup) => boolean): Promise<void> {
    const keys = [...this.#spares.keys()].filter((key) => isOne(JSON.parse(key) as LaunchSetup));
    await Promise.all(keys.map((key) => this.#end(key)));
  }

  /** Ends them all, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#spares.keys()].map((key) => this.#end(key)));
  }

  #begin(setup: LaunchSetup): Spare {
    const spare: Spare = { process: this.#start(setup).catch(() => null), isReady: false };
    void spare.process.then(() => {
      spare.isReady = true;
    });
    return spare;
  }

  async #end(key: string): Promise<void> {
    const spares = this.#spares.get(key) ?? [];
    this.#spares.delete(key);
    await Promise.all(spares.map(async (spare) => (await spare.process)?.close()));
  }
}
