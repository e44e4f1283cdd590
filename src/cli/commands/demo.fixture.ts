import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createSandbox } from '../../sandbox/index.js';
import { type CommandLineResult, callCommandLine } from '../command-line.fixture.js';

/** Why the demo cannot run here; empty where some engine is there. */
export const noEngine: string = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
);

/** A folder that is removed after the tests of the file. */
export const demoFolder: string = await mkdtemp(join(tmpdir(), 'mettle-demo-command-'));
afterAll(() => rm(demoFolder, { recursive: true }));

/** Calls `mettle demo` in {@link demoFolder}. */
export function callDemo(
  argv: readonly string[],
  options: { readonly interrupted?: boolean } = {},
): Promise<CommandLineResult> {
  return callCommandLine(['demo', ...argv], { cwd: demoFolder, ...options });
}
