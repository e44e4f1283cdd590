import { afterEach } from 'vitest';
import type { Sandbox } from '../contract.js';
import { type CreateSandboxOptions, createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';

/** What confined CPython is on this machine. */
export const cpython: Awaited<ReturnType<ReturnType<typeof sharedEngine>['probe']>> =
  await sharedEngine('cpython').probe();

/** For the title of tests that need it: why they are skipped; empty where they are not. */
export const skipped: string = cpython.available ? '' : ` (skipped: ${cpython.reason})`;

/** Sandboxes that are closed after the test. */
export const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

/** A sandbox of the engine `auto`, closed after the test. */
export async function auto(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  return sandbox;
}
