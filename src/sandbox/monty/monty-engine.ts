import { availableParallelism } from 'node:os';
import { defineOptions, MettleError, type OptionsCheck, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { SandboxLimits } from '../contract.js';
import type { Engine, EngineCapabilities, EngineSession, EngineSessionOptions } from '../engine.js';
import { sandboxError } from '../error-codes.js';
import { MAX_TIMEOUT_SECONDS } from '../limits.js';
import { refusePackages, refusePrograms } from '../packages.js';
import { capabilitiesOf } from './capabilities.js';
import { type BinaryHost, findMontyBinary } from './find-binary.js';
import { launchCommand } from './launch-command.js';
import { MontySession } from './monty-session.js';
import { configureRequest, resetRequest } from './wire/requests.js';
import { WorkerPool } from './worker-pool.js';

/** How an engine of Monty workers is set up. */
export interface MontyEngineOptions {
  /**
   * Path of the `monty` binary. Default: `METTLE_MONTY_BIN`, then `monty` on `PATH`, then what `mettle install monty`
   * put into the user's cache folder.
   */
  readonly binary?: string;
  /** Where the binary is looked for. Default: this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Workers that run Python at the same time. Default: one per processor, from 2 to 8. */
  readonly maxWorkers?: number;
}

/** Checks {@link MontyEngineOptions}. */
const checkMontyEngineOptions: OptionsCheck = defineOptions<MontyEngineOptions>()('createMontyEngine', {
  binary: option.string,
  environment: option.record,
  maxWorkers: option.number,
});

/** Seconds of processor time after which the kernel ends a worker. */
const CPU_SECONDS = 3600;
/** Megabytes of address space that a worker gets. */
const ADDRESS_SPACE_MEGABYTES = 4096;
/** What a run may ask for at most, so that the kernel's limits come after the engine's own. */
const MAX_MEMORY_MEGABYTES = 2048;
/** Beyond this depth values that are nested as deep take the worker down. */
const MAX_RECURSION_DEPTH = 1000;
/** A worker keeps the source of every run of a session, so that none lives for ever. */
const MAX_RUNS_PER_WORKER = 10_000;
/** What a worker keeps of the memory that earlier sessions needed. */
const MAX_IDLE_MEGABYTES = 64;
/** What a worker has for its first answer. */
const PROBE_MILLISECONDS = 10_000;

/**
 * Makes an engine of Monty workers. Nothing is started before it is used; whoever makes it closes it.
 *
 * @throws {MettleError} `core/invalid_option` for `maxWorkers` that is no positive whole number.
 */
export function createMontyEngine(options: MontyEngineOptions = {}): MontyEngine {
  checkMontyEngineOptions(options, 'createMontyEngine');
  return new MontyEngine(options);
}

const checkEngineSessionOptions = defineOptions<EngineSessionOptions>()('MontyEngine.openSession', {
  files: option.required(option.object),
  limits: option.required(option.object),
  environment: option.record,
  packages: option.list(option.string),
  programs: option.list(option.string),
  deterministic: option.object,
});

/** Monty: a Python interpreter for a subset of the language, in processes that start in milliseconds. */
export class MontyEngine implements Engine {
  readonly name = 'monty';
  readonly #options: MontyEngineOptions;
  #pool: WorkerPool | null = null;
  #ready: Promise<WorkerPool> | null = null;
  #closed = false;

  constructor(options: MontyEngineOptions = {}) {
    checkMontyEngineOptions(options, 'MontyEngine');
    const { maxWorkers } = options;
    if (maxWorkers !== undefined && (!Number.isSafeInteger(maxWorkers) || maxWorkers < 1)) {
      throw coreError('invalid_option', `maxWorkers must be a positive whole number, not ${maxWorkers}`);
    }
    this.#options = options;
  }

  async probe(): Promise<EngineCapabilities> {
    try {
      return capabilitiesOf((await this.#workers()).launch);
    } catch (thrown) {
      if (MettleError.isInstance(thrown) && thrown.code === 'sandbox/no_engine')
        return absent(thrown.message);
      throw thrown;
    }
  }

  async openSession(options: EngineSessionOptions): Promise<EngineSession> {
    checkEngineSessionOptions(options);
    if (this.#closed) throw sandboxError('closed', 'the monty engine is closed');
    this.checkLimits(options.limits);
    refusePackages('monty', options.packages);
    refusePrograms('monty', options.programs);
    return new MontySession({ ...options, pool: await this.#workers() });
  }

  checkLimits(limits: SandboxLimits): void {
    const largest = [
      ['timeoutSeconds', limits.timeoutSeconds, MAX_TIMEOUT_SECONDS],
      ['memoryMegabytes', limits.memoryMegabytes, MAX_MEMORY_MEGABYTES],
      ['maxRecursionDepth', limits.maxRecursionDepth, MAX_RECURSION_DEPTH],
    ] as const;
    for (const [limit, value, most] of largest) {
      if (value > most) {
        throw sandboxError(
          'unenforceable_limit',
          `monty cannot enforce ${limit} = ${value}; its maximum is ${most}`,
          { details: { limit, value, most } },
        );
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

  /** The pool, once a worker has answered. */
  #workers(): Promise<WorkerPool> {
    this.#ready ??= this.#start().catch((thrown: unknown) => {
      this.#ready = null;
      throw thrown;
    });
    return this.#ready;
  }

  async #start(): Promise<WorkerPool> {
    const host: Partial<BinaryHost> =
      this.#options.environment === undefined ? {} : { environment: this.#options.environment };
    const binary = await findMontyBinary(this.#options.binary ?? null, host);
    this.#pool ??= new WorkerPool({
      launch: launchCommand(binary, {
        cpuSeconds: CPU_SECONDS,
        addressSpaceMegabytes: ADDRESS_SPACE_MEGABYTES,
      }),
      maxWorkers: this.#options.maxWorkers ?? Math.min(8, Math.max(2, availableParallelism())),
      maxRunsPerWorker: MAX_RUNS_PER_WORKER,
      maxExecutedMicros: (CPU_SECONDS / 4) * 1e6,
      maxResidentMegabytes: MAX_IDLE_MEGABYTES,
    });
    await greet(this.#pool, binary);
    return this.#pool;
  }
}

/** Starts a worker and a session in it. Throws `sandbox/no_engine` when it does not answer as Monty does. */
async function greet(pool: WorkerPool, binary: string): Promise<void> {
  const worker = await pool.acquire();
  const { process } = worker;
  const timer = setTimeout(() => process.kill('timeout'), PROBE_MILLISECONDS);
  process.send(
    Buffer.concat([
      configureRequest({ maxFeedMicros: 1e6, maxMemoryBytes: 2 ** 26, maxRecursionDepth: 100 }, null),
      resetRequest(),
    ]),
  );
  const [first, second] = await Promise.all([process.turn(), process.turn()]);
  clearTimeout(timer);
  pool.release(worker);
  if (first.event.kind === 'ok' && second.event.kind === 'ok') return;
  const why = first.event.kind === 'death' ? first.event.death.detail : first.event.kind;
  throw sandboxError(
    'no_engine',
    `${binary} does not run here (${why}); run npx --no mettle install monty, or set METTLE_MONTY_BIN to another`,
  );
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
