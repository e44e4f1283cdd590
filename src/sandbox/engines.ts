import { chooseEngine } from './choose-engine.js';
import type { EngineChoice, EngineName } from './contract.js';
import { createCpythonEngine } from './cpython/cpython-engine.js';
import { createDockerEngine, type DockerEngineOptions } from './docker/docker-engine.js';
import type { Engine } from './engine.js';
import { sandboxError } from './error-codes.js';
import { createMontyEngine } from './monty/monty-engine.js';

const shared = new Map<EngineName, Engine>();

/** The engine that all sandboxes of this process share under that name; its idle processes don't keep it alive. */
export function sharedEngine(name: EngineName): Engine {
  const known = shared.get(name);
  if (known !== undefined) return known;
  const engine = createEngine(name, process.env);
  shared.set(name, engine);
  return engine;
}

/** The engines that `auto` chooses from, the preferred one first. */
export const AUTO_ENGINES = ['cpython', 'docker', 'monty'] as const;

/** Whether an engine of Mettle's has this name. */
export function isEngineName(name: string): name is EngineName {
  return (AUTO_ENGINES as readonly string[]).includes(name);
}

let chosen: Promise<Engine> | undefined;

/**
 * The shared engine that a choice stands for. `auto` is chosen once per process; a choice that found nothing is made
 * again at the next call, since what was missing may have been installed.
 *
 * @throws {MettleError} `sandbox/no_engine` for an unknown name, and where `auto` finds no engine.
 */
export async function resolveEngine(choice: EngineChoice): Promise<Engine> {
  if (choice !== 'auto') return sharedEngine(choice);
  if (chosen === undefined) {
    const choosing = chooseEngine(AUTO_ENGINES.map(sharedEngine));
    choosing.catch(() => {
      if (chosen === choosing) chosen = undefined;
    });
    chosen = choosing;
  }
  return chosen;
}

/**
 * A new engine, set up by environment variables; the caller closes it.
 *
 * @throws {MettleError} `sandbox/no_engine` for an unknown name.
 */
export function createEngine(
  name: EngineName,
  environment: Readonly<Record<string, string | undefined>>,
): Engine {
  switch (name) {
    case 'monty':
      return createMontyEngine({ environment });
    case 'cpython':
      return createCpythonEngine({ environment });
    case 'docker':
      return createDockerEngine(containerOptions(environment));
    default:
      throw sandboxError(
        'no_engine',
        `there is no engine ${JSON.stringify(name)}; use "auto", "monty", "cpython" or "docker"`,
      );
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
