import { MettleError } from '../core/index.js';
import { AutoEngine } from './auto/auto-engine.js';
import type { EngineChoice } from './contract.js';
import { createCpythonEngine } from './cpython/cpython-engine.js';
import type { Engine } from './engine.js';
import { MontyEngine } from './monty/monty-engine.js';

const shared = new Map<EngineChoice, Engine>();

/** The engine that all sandboxes of this process share under that name; its idle processes do not keep it alive. */
export function sharedEngine(name: EngineChoice): Engine {
  const known = shared.get(name);
  if (known !== undefined) return known;
  const engine = makeEngine(name);
  shared.set(name, engine);
  return engine;
}

function makeEngine(name: EngineChoice): Engine {
  switch (name) {
    case 'auto':
      return new AutoEngine({ monty: sharedEngine('monty'), cpython: sharedEngine('cpython') });
    case 'monty':
      return new MontyEngine();
    case 'cpython':
      return createCpythonEngine({ environment: process.env });
    case 'docker':
      throw new MettleError({
        code: 'sandbox/no_engine',
        message:
          'The docker engine needs to know its image; make it with createDockerEngine and pass it as the engine.',
      });
  }
}
