import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { Slots } from '../core/internal.js';
import { createSandbox, type Engine, type EngineChoice, type Sandbox } from '../sandbox/index.js';

/** Sandboxes open at once for one engine: more processes than processors do not make scripts faster. */
const MOST = Math.max(2, Math.min(8, availableParallelism()));
/** Milliseconds after which sandboxes that nobody needs are closed. */
const IDLE = 10_000;

/**
 * Set while a tool works for a script. What it runs itself must not wait for a sandbox: the script that waits for the tool
 * has one.
 */
const inTool = new AsyncLocalStorage<true>();

/** Runs what a tool does for a script. */
export function asTool<T>(work: () => T): T {
  return inTool.run(true, work);
}

/**
 * Sandboxes of one engine that are used again: each is reset after its use, so that every script finds a clean namespace
 * and an empty tree, at a fraction of the cost of opening one.
 */
class WarmSandboxes {
  readonly #open: () => Promise<Sandbox>;
  #idle: Sandbox[] = [];
  readonly #places = new Slots(MOST);
  #closing: NodeJS.Timeout | undefined;

  constructor(open: () => Promise<Sandbox>) {
    this.#open = open;
  }

  /** Lends a clean sandbox to `work`; waits, in turn and until the signal, while as many as may be open are in use. */
  async use<T>(work: (sandbox: Sandbox) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const leave = inTool.getStore() === true ? this.#places.takeNow() : await this.#places.take(signal);
    try {
      const sandbox = this.#idle.pop() ?? (await this.#open());
      try {
        return await work(sandbox);
      } finally {
        await this.#takeBack(sandbox);
      }
    } finally {
      leave();
    }
  }

  async #takeBack(sandbox: Sandbox): Promise<void> {
    try {
      await sandbox.reset();
    } catch {
      await sandbox.close().catch(() => undefined);
      return;
    }
    this.#idle.push(sandbox);
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#closeIdle(), IDLE).unref();
  }

  #closeIdle(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const sandbox of idle) void sandbox.close().catch(() => undefined);
  }
}

const byEngine = new Map<EngineChoice, WarmSandboxes>();
const byOwnEngine = new WeakMap<Engine, WarmSandboxes>();
const fixedByEngine = new Map<EngineChoice, WarmSandboxes>();
const fixedByOwnEngine = new WeakMap<Engine, WarmSandboxes>();

/** What {@link withWarmSandbox} opens sandboxes with. */
export interface WarmSandboxOptions {
  readonly engine: EngineChoice | Engine;
  /** Whether the clock stands still and chance is seeded. */
  readonly deterministic: boolean;
  /** Ends the wait for a sandbox. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Lends a clean sandbox of the engine to `work`.
 *
 * @throws the signal's reason, when it comes before a sandbox is free.
 */
export function withWarmSandbox<T>(
  { engine, deterministic, signal }: WarmSandboxOptions,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  return poolOf(engine, deterministic).use(work, signal);
}

function poolOf(engine: EngineChoice | Engine, deterministic: boolean): WarmSandboxes {
  const open = () => createSandbox({ engine, ...(deterministic ? { deterministic: {} } : {}) });
  if (typeof engine === 'string') return find(deterministic ? fixedByEngine : byEngine, engine, open);
  return find(deterministic ? fixedByOwnEngine : byOwnEngine, engine, open);
}

function find<Key>(
  pools: { get(key: Key): WarmSandboxes | undefined; set(key: Key, pool: WarmSandboxes): unknown },
  key: Key,
  open: () => Promise<Sandbox>,
): WarmSandboxes {
  let pool = pools.get(key);
  if (pool === undefined) {
    pool = new WarmSandboxes(open);
    pools.set(key, pool);
  }
  return pool;
}
