import type { LaunchSetup } from './confinement.js';
import type { SupervisorProcess } from './supervisor-process.js';

/** Setups that spare processes are kept for; the one asked for longest ago is dropped first. */
const MAX_SETUPS = 4;

/** Confined processes kept ready, by what they were started with. */
export class SpareProcesses {
  readonly #count: number;
  readonly #start: (setup: LaunchSetup) => Promise<SupervisorProcess>;
  /** The setup asked for last stands at the end. */
  readonly #spares = new Map<string, Promise<SupervisorProcess | null>[]>();
  #closed = false;

  /** `count`: how many are kept for each setup. */
  constructor(count: number, start: (setup: LaunchSetup) => Promise<SupervisorProcess>) {
    this.#count = count;
    this.#start = start;
  }

  /** A process that stands ready, if one does; another one is started in its place. */
  async take(setup: LaunchSetup): Promise<SupervisorProcess | null> {
    const key = JSON.stringify(setup);
    const spares = this.#spares.get(key) ?? [];
    this.#spares.delete(key);
    this.#spares.set(key, spares);
    const taken = spares.shift();
    while (!this.#closed && spares.length < this.#count) {
      spares.push(this.#start(setup).catch(() => null));
    }
    for (const oldest of this.#spares.keys()) {
      if (this.#spares.size <= MAX_SETUPS) break;
      void this.#end(oldest);
    }
    const spare = (await taken) ?? null;
    return spare === null || spare.ended !== null ? null : spare;
  }

  /** Ends them all, for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#spares.keys()].map((key) => this.#end(key)));
  }

  async #end(key: string): Promise<void> {
    const spares = this.#spares.get(key) ?? [];
    this.#spares.delete(key);
    await Promise.all(spares.map(async (spare) => (await spare)?.close()));
  }
}
