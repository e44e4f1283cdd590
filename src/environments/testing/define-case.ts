import type { Environment } from '../environment.js';

/** Adds a case to a suite. Each gets an environment of its own, which is closed when the case ends. */
export type DefineCase = (
  title: string,
  run: (environment: Environment, skip: (reason: string) => void) => Promise<void>,
) => void;
