import type { EngineChoice } from '../sandbox/index.js';
import { requirementError } from './error-codes.js';

/**
 * What runs the code for a requirement. With `none` it is read and not run; the engines of a sandbox run it where it
 * can do no harm; `local_unsafe` runs it with `python3` on this host, unconfined: with the user's files, environment
 * and network.
 */
export type RequirementEngine = 'none' | EngineChoice | 'local_unsafe';

/** All engines, the least capable first. */
export const REQUIREMENT_ENGINES: readonly RequirementEngine[] = [
  'none',
  'monty',
  'cpython',
  'docker',
  'auto',
  'local_unsafe',
];

/** The engines that run code in a sandbox. */
export const SANDBOX_ENGINES: readonly EngineChoice[] = ['monty', 'cpython', 'docker', 'auto'];

/** The engine that was named. @throws {MettleError} `requirements/unknown_engine` listing the engines. */
export function checkRequirementEngine(engine: unknown): RequirementEngine {
  const known = REQUIREMENT_ENGINES.find((candidate) => candidate === engine);
  if (known !== undefined) return known;
  throw requirementError(
    'unknown_engine',
    `No engine is named ${JSON.stringify(engine)}. Use one of ${REQUIREMENT_ENGINES.join(', ')}.`,
    { details: { engine, engines: REQUIREMENT_ENGINES } },
  );
}

/** The sandbox engine that was named. @throws {MettleError} `requirements/unknown_engine` for any other. */
export function checkSandboxEngine(engine: unknown): EngineChoice {
  const known = SANDBOX_ENGINES.find((candidate) => candidate === engine);
  if (known !== undefined) return known;
  throw requirementError(
    'unknown_engine',
    `This requirement runs code in a sandbox; ${JSON.stringify(engine)} is none. Use one of ${SANDBOX_ENGINES.join(', ')}.`,
    { details: { engine, engines: SANDBOX_ENGINES } },
  );
}
