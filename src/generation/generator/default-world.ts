import { MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { createSqlEnvironment, type Environment, reuseSandboxes } from '../../environments/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { sampleShop } from '../tasks/sql/sample-shop.js';

/** A world that was opened because none was given. */
export interface DefaultWorld {
  readonly environment: Environment;
  /** Why it lacks something, a line each. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/**
 * The world of a made-up shop: the tools `sql_query` and `sql_execute` on a database of customers, products and orders, and `python` where this machine can confine it.
 */
export async function openDefaultWorld(): Promise<DefaultWorld> {
  const content = sampleShop({ seed: 0 });
  try {
    const sandbox = await createSandbox();
    const sandboxes = reuseSandboxes(sandbox);
    const { openSandbox, closeSandbox } = sandboxes;
    return {
      environment: await createSqlEnvironment({ name: 'shop', content, openSandbox, closeSandbox }),
      warnings: [],
      close: async () => {
        await sandboxes.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    if (!MettleError.isInstance(error) || !error.code.startsWith('sandbox/')) throw error;
    return {
      environment: await createSqlEnvironment({ name: 'shop', content }),
      warnings: [`The built-in world has no tool python: ${errorMessage(error)}`],
      close: () => Promise.resolve(),
    };
  }
}
