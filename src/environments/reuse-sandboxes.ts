import type { Sandbox } from '../sandbox/index.js';

/** Where worlds get their sandboxes from and give them back to. */
export interface ReusedSandboxes extends AsyncDisposable {
  /** A sandbox that holds what the original's fork holds: an empty namespace and the original's tree. */
  openSandbox(): Promise<Sandbox>;
  /** Takes a sandbox back and empties it for the next world. */
  closeSandbox(sandbox: Sandbox): Promise<void>;
  /** Ends the sandboxes that no world has. */
  close(): Promise<void>;
}

/**
 * Forks of one sandbox that worlds use one after another. A world finds nothing of the world before: each sandbox is
 * reset when it comes back, and one that cannot be is closed. A reset of CPython takes a fraction of the time that a new
 * process takes.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, reuseSandboxes } from 'mettle/environments';
 * import { createSandbox } from 'mettle/sandbox';
 *
 * const sandbox = await createSandbox();
 * const sandboxes = reuseSandboxes(sandbox);
 * const environment = await createSqlEnvironment({
 *   content: { tables: [] },
 *   openSandbox: sandboxes.openSandbox,
 *   closeSandbox: sandboxes.closeSandbox,
 * });
 * const world = await environment.open({ seed: 0 });
 * const { observation } = await world.call('python', { code: '6 * 7' });
 * console.log(observation.data); // → { value: 42, stdout: '', stderr: '', line: null }
 * await world.close();
 * await sandboxes.close();
 * await sandbox.close();
 * ```
 */
export function reuseSandboxes(original: Sandbox): ReusedSandboxes {
  const idle: Sandbox[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(idle.splice(0).map((sandbox) => sandbox.close()));
  };
  return {
    openSandbox: async () => idle.pop() ?? original.fork(),
    closeSandbox: async (sandbox) => {
      try {
        await sandbox.reset();
        idle.push(sandbox);
      } catch {
        await sandbox.close();
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
