import { afterAll } from 'vitest';
import type { Engine } from '../engine.js';
import { sharedEngine } from '../engines.js';
import { makeLocalImage } from './local-image.fixture.js';

/**
 * Makes containers of this machine's Python the engine `docker` for one test file, unless the environment names one. Why
 * not, or ''.
 */
export async function useContainers(): Promise<string> {
  const { METTLE_CONTAINER_PROGRAM: program } = process.env;
  if (program === undefined || program === '') {
    const { skipped, options, remove } = makeLocalImage('folder');
    if (skipped !== '') return skipped;
    process.env.METTLE_CONTAINER_PROGRAM = options.program;
    process.env.METTLE_CONTAINER_IMAGE = options.image;
    process.env.METTLE_CONTAINER_GLOBAL_FLAGS = options.globalFlags.join(' ');
    process.env.METTLE_CONTAINER_RUN_FLAGS = options.runFlags.join(' ');
    afterAll(remove);
  }
  const { available, reason } = await sharedEngine('docker').probe();
  if (!available) return reason;
  // After all suites, and before the image goes.
  afterAll(() => sharedEngine('docker').close());
  return '';
}

/** The engine that the environment sets up. It is shared by the suites of a file, so that none of them ends it. */
export function containers(): Engine {
  const engine = sharedEngine('docker');
  return {
    name: engine.name,
    probe: () => engine.probe(),
    openSession: (options) => engine.openSession(options),
    close: async () => {},
  };
}
