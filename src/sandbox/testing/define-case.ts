import type { Sandbox } from '../contract.js';
import type { CreateSandboxOptions, LoadSandboxOptions } from '../create-sandbox.js';

/** What a case works with. All of it is closed and removed when the case ends. */
export interface CaseContext {
  /** Opens a sandbox of the engine under test. */
  open(options?: Omit<CreateSandboxOptions, 'engine'>): Promise<Sandbox>;
  /** Opens a sandbox of the engine under test from a dump. */
  load(dump: Uint8Array, options?: Omit<LoadSandboxOptions, 'engine'>): Promise<Sandbox>;
  /** Makes a folder on the host. */
  folder(): string;
}

/** Adds a case to a suite. */
export type DefineCase = (title: string, run: (context: CaseContext) => Promise<void>) => void;
