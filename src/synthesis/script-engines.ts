import { MettleError } from '../core/index.js';
import type { Engine, EngineChoice } from '../sandbox/index.js';

const BUILT_IN: readonly string[] = ['auto', 'cpython', 'docker', 'monty'];
const registered = new Map<string, Engine>();

/**
 * Registers your own engine under a name, so that modules that run on it can be saved and loaded. The same name again
 * replaces it.
 *
 * @throws {MettleError} `synthesis/invalid_options` for a name of an engine of Mettle's.
 */
export function registerScriptEngine(name: string, engine: Engine): void {
  if (name !== '' && !BUILT_IN.includes(name)) {
    registered.set(name, engine);
    return;
  }
  throw new MettleError({
    code: 'synthesis/invalid_options',
    message: `The name ${JSON.stringify(name)} can't be given to an engine; choose one that is not ${BUILT_IN.join(', ')}.`,
  });
}

/** The name by which a file refers to an engine; null for one of the caller's that was not registered. */
export function nameOfScriptEngine(engine: EngineChoice | Engine): string | null {
  if (typeof engine === 'string') return engine;
  const [name] = [...registered].find(([, each]) => each === engine) ?? [null];
  return name;
}

/**
 * The engine of that name.
 *
 * @throws {MettleError} `synthesis/unknown_engine`.
 */
export function findScriptEngine(name: string): EngineChoice | Engine {
  const engine = registered.get(name);
  if (engine !== undefined) return engine;
  if (BUILT_IN.includes(name)) return name as EngineChoice;
  const known = [...BUILT_IN, ...registered.keys()].join(', ');
  throw new MettleError({
    code: 'synthesis/unknown_engine',
    message: `There is no engine ${JSON.stringify(name)}. There are ${known}; registerScriptEngine adds one.`,
  });
}
