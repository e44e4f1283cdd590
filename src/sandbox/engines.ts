import { MettleError } from '../core/index.js';
import { AutoEngine } from './auto/auto-engine.js';
import type { EngineChoice } from './contract.js';
import { createCpythonEngine } from './cpython/cpython-engine.js';
import { createDockerEngine, type DockerEngineOptions } from './docker/docker-engine.js';
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
      return createDockerEngine(containerOptions(process.env));
    default:
      throw new MettleError({
        code: 'sandbox/no_engine',
        message: `there is no engine ${JSON.stringify(name)}; use "auto", "monty", "cpython" or "docker"`,
      });
  }
}

/**
 * How `docker` is set up by the environment: METTLE_CONTAINER_PROGRAM (`docker`), METTLE_CONTAINER_IMAGE
 * (`python:3-slim`), and flags, separated by blanks, in METTLE_CONTAINER_GLOBAL_FLAGS and METTLE_CONTAINER_RUN_FLAGS.
 */
function containerOptions(environment: Readonly<Record<string, string | undefined>>): DockerEngineOptions {
  const { METTLE_CONTAINER_PROGRAM: program, METTLE_CONTAINER_IMAGE: image } = environment;
  const words = (text: string | undefined): readonly string[] =>
    text?.split(/\s+/).filter((word) => word !== '') ?? [];
  return {
    environment,
    globalFlags: words(environment.METTLE_CONTAINER_GLOBAL_FLAGS),
    runFlags: words(environment.METTLE_CONTAINER_RUN_FLAGS),
    ...(program ? { program } : {}),
    ...(image ? { image } : {}),
  };
}
