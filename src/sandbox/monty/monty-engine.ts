import { availableParallelism } from 'node:os';
import { MettleError } from '../../core/index.js';
import type { SandboxLimits } from '../contract.js';
import type { Engine, EngineCapabilities, EngineSession, EngineSessionOptions } from '../engine.js';
import { MAX_TIMEOUT_SECONDS } from '../limits.js';
import { refusePackages } from '../packages.js';
import { findMontyBinary } from './find-binary.js';
import { launchCommand } from './launch-command.js';
import { MontySession } from './monty-session.js';
import { type MontyProbe, probeMonty } from './probe.js';
import { WorkerPool } from './worker-pool.js';

/** How an engine of Monty workers is set up. */
export interface MontyEngineOptions {
  /** Path of the `monty` binary. Default: found by `METTLE_MONTY_BIN`, the npm package, `PATH`. */
  readonly binary?: string;
  /** Where the binary is looked for. Default: this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Workers that run Python at the same time. Default: one per processor, from 2 to 8. */
  readonly maxWorkers?: number;
  /** Whether code is rewritten, keeping its meaning and its lines, where Monty lacks what it uses. Default true. */
  readonly rewrites?: boolean;
  /** The clock that `datetime.now()` reads, in UTC. Default: the host's. */
  readonly now?: () => Date;
}

/** Seconds of processor time after which the kernel ends a worker. */
const CPU_SECONDS = 3600;
/** Megabytes of address space that a worker gets. */
const ADDRESS_SPACE_MEGABYTES = 4096;
/** What a run may ask for at most, so that the kernel's limits come after the engine's own. */
const MAX_MEMORY_MEGABYTES = 2048;
/** Beyond this depth the worker's own time limit does not hold. */
const MAX_RECURSION_DEPTH = 5000;
/** A worker keeps a few hundred bytes of every run of a session, so that none lives for ever. */
const MAX_RUNS_PER_WORKER = 10_000;
/** What a worker keeps of the memory that earlier sessions needed. */
const MAX_IDLE_MEGABYTES = 64;

/** Monty: a Python interpreter for a subset of the language, in processes that start in milliseconds. */
export class MontyEngine implements Engine {
  readonly name = 'monty';
  readonly #options: MontyEngineOptions;
  #pool: WorkerPool | null = null;
  #probe: Promise<MontyProbe> | null = null;
  #closed = false;

  constructor(options: MontyEngineOptions = {}) {
    const { maxWorkers } = options;
    if (maxWorkers !== undefined && (!Number.isSafeInteger(maxWorkers) || maxWorkers < 1)) {
      throw new MettleError({
        code: 'sandbox/invalid_limit',
        message: `maxWorkers must be a positive whole number, not ${maxWorkers}`,
      });
    }
    this.#options = options;
  }

  async probe(): Promise<EngineCapabilities> {
    let probe: MontyProbe;
    try {
      probe = await this.#probed();
    } catch (thrown) {
      if (MettleError.isInstance(thrown) && thrown.code === 'sandbox/no_engine')
        return absent(thrown.message);
      throw thrown;
    }
    return probe.capabilities;
  }

  async openSession(options: EngineSessionOptions): Promise<EngineSession> {
    if (this.#closed)
      throw new MettleError({ code: 'sandbox/closed', message: 'the monty engine is closed' });
    this.checkLimits(options.limits);
    refusePackages('monty', options.packages);
    const { clockResets } = await this.#probed();
    return new MontySession({
      ...options,
      pool: this.#openPool(),
      clockResets,
      rewrites: this.#options.rewrites ?? true,
      now: this.#options.now ?? (() => new Date()),
    });
  }

  checkLimits(limits: SandboxLimits): void {
    const largest = [
      ['timeoutSeconds', limits.timeoutSeconds, MAX_TIMEOUT_SECONDS],
      ['memoryMegabytes', limits.memoryMegabytes, MAX_MEMORY_MEGABYTES],
      ['maxRecursionDepth', limits.maxRecursionDepth, MAX_RECURSION_DEPTH],
    ] as const;
    for (const [limit, value, most] of largest) {
      if (value > most) {
        throw new MettleError({
          code: 'sandbox/unenforceable_limit',
          message: `monty cannot enforce ${limit} = ${value}; the most it can is ${most}`,
          details: { limit, value, most },
        });
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.close();
  }

  /** Process ids of the workers that live. */
  workerPids(): readonly number[] {
    return this.#pool?.pids() ?? [];
  }

  #openPool(): WorkerPool {
    this.#pool ??= new WorkerPool({
      launch: launchCommand(this.#binary(), {
        cpuSeconds: CPU_SECONDS,
        addressSpaceMegabytes: ADDRESS_SPACE_MEGABYTES,
      }),
      maxWorkers: this.#options.maxWorkers ?? Math.min(8, Math.max(2, availableParallelism())),
      maxRunsPerWorker: MAX_RUNS_PER_WORKER,
      maxExecutedMicros: (CPU_SECONDS / 4) * 1e6,
      maxResidentMegabytes: MAX_IDLE_MEGABYTES,
    });
    return this.#pool;
  }

  #binary(): string {
    return this.#options.binary ?? findMontyBinary(this.#options.environment ?? process.env);
  }

  #probed(): Promise<MontyProbe> {
    this.#probe ??= this.#startProbe();
    return this.#probe;
  }

  async #startProbe(): Promise<MontyProbe> {
    try {
      this.#binary();
      return await probeMonty(this.#openPool());
    } catch (thrown) {
      this.#probe = null;
      throw thrown;
    }
  }
}

function absent(reason: string): EngineCapabilities {
  return {
    available: false,
    reason,
    suspend: false,
    dumpNamespace: false,
    isolation: { files: null, network: null, processes: null, memory: null, time: null },
    modules: [],
    missing: [],
  };
}
