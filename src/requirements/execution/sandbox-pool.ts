import { Slots } from '../../core/internal.js';
import type { Sandbox } from '../../sandbox/index.js';
import { requirementError } from '../error-codes.js';
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
  readonly #places: Slots;
  readonly #returning = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: SandboxPoolOptions) {
    this.#open = options.open;
    this.#maxSandboxes = options.maxSandboxes;
    this.#places = new Slots(options.maxSandboxes);
  }

  /** Lends a sandbox to `body`. Rejects when none can be opened, when the pool is closed, or at the signal. */
  async use<T>(
    plan: ExecutionPlan,
    body: (sandbox: Sandbox) => Promise<T>,
    options: UseSandboxOptions = {},
  ): Promise<T> {
    options.signal?.throwIfAborted();
    this.#checkOpen();
    const leave = options.judges === true ? this.#places.takeNow() : await this.#places.take(options.signal);
    const key = `${options.judges === true ? 'judge' : 'subject'} ${sandboxKey(plan)}`;
    let sandbox: Sandbox;
    try {
      this.#checkOpen();
      sandbox = (await this.#takeIdle(key)) ?? (await this.#open(plan));
    } catch (error) {
      leave();
      throw error;
    }
    try {
      return await body(sandbox);
    } finally {
      const returned = this.#giveBack(key, sandbox).finally(() => {
        leave();
        this.#returning.delete(returned);
      });
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
    throw requirementError('closed', 'This checker is closed; create another.');
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
    }
  }
}
