import type { Engine } from './engine.js';
import { sandboxError } from './error-codes.js';

/**
 * Chooses the engine for `auto`: the first that this machine can run, in the order given. Engines are asked one after
 * another, so those after the first that is ready are never started.
 *
 * @throws {MettleError} `sandbox/no_engine` where none is ready, with what each lacks and what to install.
 */
export async function chooseEngine(
  candidates: readonly Engine[],
  platform: NodeJS.Platform = process.platform,
): Promise<Engine> {
  const lacks: string[] = [];
  for (const engine of candidates) {
    const { available, reason } = await engine.probe();
    if (available) return engine;
    lacks.push(`${engine.name}: ${reason}`);
  }
  throw sandboxError(
    'no_engine',
    `No engine can run Python on this machine. ${howToGetAnEngine(platform)} What each engine reports: ${lacks.join('; ')}.`,
    { details: { lacks } },
  );
}

/** What to install for an engine, on this platform. */
export function howToGetAnEngine(platform: NodeJS.Platform = process.platform): string {
  return platform === 'linux'
    ? 'Install python3 and bubblewrap (apt-get install python3 bubblewrap), or run npx --no mettle install monty.'
    : 'Start Docker and pull an image (docker pull python:3-slim), or run npx --no mettle install monty.';
}
