import { afterEach } from 'vitest';
import type { EngineName, Sandbox } from '../contract.js';
import { type CreateSandboxOptions, createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';

/** An engine that the suites run on, or the reason why they cannot here. */
export interface Subject {
  readonly engine: EngineName;
  /** Empty, or why the engine's tests are skipped. */
  readonly skipped: string;
}

/** The engines of this machine. */
export const subjects: readonly Subject[] = await Promise.all(
  (['monty', 'cpython'] as const).map(async (engine) => {
    const { available, reason } = await sharedEngine(engine).probe();
    return { engine, skipped: available ? '' : reason };
  }),
);

/** Opens sandboxes of one engine that are closed after each test. */
export function useSandboxes(
  engine: EngineName,
): (options?: Omit<CreateSandboxOptions, 'engine'>) => Promise<Sandbox> {
  const open: Sandbox[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
  });
  return async (options = {}) => {
    const sandbox = await createSandbox({ ...options, engine });
    open.push(sandbox);
    return sandbox;
  };
}
