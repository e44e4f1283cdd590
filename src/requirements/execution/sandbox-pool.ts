import { MettleError } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { type ExecutionPlan, sandboxKey } from './execution-plan.js';
import type { UseSandboxOptions } from './python-runner.js';

/** What {@link SandboxPool} takes. */
export interface SandboxPoolOptions {
  /** Makes a sandbox for a plan. */
  readonly open: (plan: ExecutionPlan) => Promise<Sandbox>;
  /** Sandboxes that live at the same time. */
  readonly maxSandboxes: number;
}

/**
 * Lends sandboxes and takes them back empty: each borrower finds an empty namespace and a clean tree. Sandboxes of
 * equal plans are used again, those that judge only to judge; when all are out, borrowers wait in order.
 */
export class SandboxPool {
  readonly #open: SandboxPoolOptions['open'];
  readonly #maxSandboxes: number;
  readonly #idle: { readonly key: string; readonly sandbox: Sandbox }[] = [];
  readonly #queue: (() => void)[] = [];
  readonly #returning = new Set<Promise<void>>();
  #slots: number;
  #isClosed = false;

  constructor(options: SandboxPoolOptions) {
    this.#open = options.open;
    this.#maxSandboxes = options.maxSandboxes;
    this.#slots = options.maxSandboxes;
  }

  /** Lends a sandbox to `body`. Rejects when none can be opened, when the pool is closed, or at the signal. */
  async use<T>(
    plan: ExecutionPlan,
    body: (sandbox: Sandbox) => Promise<T>,
    options: UseSandboxOptions = {},
  ): Promise<T> {
    if (options.judges === true) this.#slots--;
    else await this.#takeSlot(options.signal);
    const key = `${options.judges === true ? 'judge' : 'subject'} ${sandboxKey(plan)}`;
    let sandbox: Sandbox;
    try {
      this.#checkOpen();
      sandbox = (await this.#takeIdle(key)) ?? (await this.#open(plan));
    } catch (error) {
      this.#freeSlot();
      throw error;
    }
    try {
      return await body(sandbox);
    } finally {
      const returned = this.#giveBack(key, sandbox).finally(() => this.#returning.delete(returned));
      this.#returning.add(returned);
    }
  }

  /** Ends all sandboxes; those lent out end when they come back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#returning);
    await Promise.all(this.#idle.splice(0).map(({ sandbox }) => sandbox.close()));
  }

  #checkOpen(): void {
    if (!this.#isClosed) return;
    throw new MettleError({
      code: 'requirements/closed',
      message: 'This checker is closed; create another.',
    });
  }

  async #takeSlot(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#checkOpen();
    if (this.#slots > 0) {
      this.#slots--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#queue.splice(this.#queue.indexOf(take), 1);
        reject(signal?.reason);
      };
      const take = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#queue.push(take);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #freeSlot(): void {
    this.#slots++;
    if (this.#slots <= 0) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#slots--;
    next();
  }

  async #takeIdle(key: string): Promise<Sandbox | undefined> {
    const at = this.#idle.findLastIndex((entry) => entry.key === key);
    if (at >= 0) return this.#idle.splice(at, 1)[0]?.sandbox;
    if (this.#idle.length >= this.#maxSandboxes) await this.#idle.shift()?.sandbox.close();
    return undefined;
  }

  async #giveBack(key: string, sandbox: Sandbox): Promise<void> {
    try {
      await sandbox.reset();
      if (this.#isClosed) await sandbox.close();
      else this.#idle.push({ key, sandbox });
    } catch {
      await sandbox.close().catch(() => undefined);
    } finally {
      this.#freeSlot();
    }
  }
}
