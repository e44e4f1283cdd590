import type { Sandbox } from '../../sandbox/index.js';
import type { Execution } from './execution.js';
import type { ExecutionPlan } from './execution-plan.js';

/** How one run is asked for. */
interface RunPythonOptions {
  /** Gives up waiting; the run itself ends when nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Runs again even if this code has run under this plan. */
  readonly fresh?: boolean;
  /** What the code reads from standard input. Default: nothing. */
  readonly stdin?: string;
}

/** How a sandbox is borrowed. */
export interface UseSandboxOptions {
  /** Gives up waiting for one. */
  readonly signal?: AbortSignal;
  /**
   * Whether it judges code in another sandbox, which the borrower holds already. It then isn't made to wait, so that none
   * waits for itself, and gets a sandbox in which no code under judgement was ever loaded.
   */
  readonly judges?: boolean;
}

/** Runs Python for requirements. */
export interface PythonRunner {
  /**
   * The execution of this code under this plan. The same code under the same plan, with the same input, runs once; the result is shared.
   * Rejects only when nothing could be run (this machine lacks something) or when `signal` is aborted.
   */
  run(code: string, plan: ExecutionPlan, options?: RunPythonOptions): Promise<Execution>;
  /** Lends a sandbox with an empty namespace and a clean tree to `body`, and takes it back. */
  use<T>(
    plan: ExecutionPlan,
    body: (sandbox: Sandbox) => Promise<T>,
    options?: UseSandboxOptions,
  ): Promise<T>;
}
