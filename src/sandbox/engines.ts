import { MettleError } from '../core/index.js';
import type { EngineChoice } from './contract.js';
import type { Engine } from './engine.js';
import { MontyEngine } from './monty/monty-engine.js';

const shared = new Map<EngineChoice, Engine>();

/** The engine that all sandboxes of this process share under that name; its idle processes do not keep it alive. */
export async function sharedEngine(name: EngineChoice): Promise<Engine> {
  const known = shared.get(name);
  if (known !== undefined) return known;
  const engine = makeEngine(name);
  shared.set(name, engine);
  return engine;
}

function makeEngine(name: EngineChoice): Engine {
  switch (name) {
    case 'auto':
    case 'monty':
      return new MontyEngine();
    default:
      throw new MettleError({
        code: 'sandbox/no_engine',
        message: `the engine ${JSON.stringify(name)} is not available here; use "monty" or "auto"`,
      });
  }
}
