import { sha256 } from '../../../core/index.js';
import { errorMessage, listed } from '../../../core/internal.js';
import type { Environment } from '../../../environments/index.js';
import type { TaskGenerator } from '../../../generation/index.js';
import { usageError } from '../../parse-option.js';
import { importOwnModule, sentence } from './import-own-module.js';

/** What a module of the user's exports. */
export interface OwnWorld {
  readonly environment: Environment;
  /** Null where the module exports no `tasks`. */
  readonly tasks: TaskGenerator | null;
  /** Of the file, not of what it imports. */
  readonly sha256: string;
}

/**
 * Loads a world that the user wrote: a module whose export `environment`, or default export, is one made with `defineEnvironment`,
 * or a function that gives one; its export `tasks`, if there is one, is a generator of tasks made with `defineTaskGenerator`, or a function
 * of the environment that gives one. The module runs in this process, with the rights of the user.
 *
 * @throws {MettleError} `cli/usage` for a file that is missing, can't be loaded or exports something else.
 */
export async function loadOwnWorld(path: string, shown: string): Promise<OwnWorld> {
  const { exported, source } = await importOwnModule(path, shown, { what: 'world', flag: '--env' });
  const hash = sha256(source);
  const given = exported.environment ?? exported.default;
  if (given === undefined) throw noWorld(shown, Object.keys(exported).sort());
  const name = exported.environment === undefined ? 'default' : 'environment';
  const environment = await made(given, shown, name);
  checkShape(environment, { ...ENVIRONMENT, name }, shown);
  try {
    const generator =
      exported.tasks === undefined ? null : await made(exported.tasks, shown, 'tasks', environment);
    if (generator !== null) checkShape(generator, TASKS, shown);
    return {
      environment: environment as Environment,
      tasks: generator as TaskGenerator | null,
      sha256: hash,
    };
  } catch (error) {
    await (environment as Environment).close();
    throw error;
  }
}

/** The value of an export, or what it gives where it is a function. */
async function made(value: unknown, shown: string, name: string, ...given: unknown[]): Promise<unknown> {
  try {
    return await (typeof value === 'function' ? (value as (...all: unknown[]) => unknown)(...given) : value);
  } catch (error) {
    throw usageError(`The export ${name} of ${shown} throws: ${sentence(errorMessage(error))}`);
  }
}

/** What an export has to be. */
interface Shape {
  readonly name: string;
  readonly what: string;
  readonly maker: string;
  readonly members: readonly string[];
}

const ENVIRONMENT: Shape = {
  name: 'environment',
  what: 'world',
  maker: 'defineEnvironment',
  members: ['name', 'tools', 'fingerprint', 'capabilities', 'open', 'sampleArguments', 'close'],
};

const TASKS: Shape = {
  name: 'tasks',
  what: 'task generator',
  maker: 'defineTaskGenerator',
  members: ['name', 'levels', 'generate'],
};

function checkShape(value: unknown, { name, what, maker, members }: Shape, shown: string): void {
  const isObject = typeof value === 'object' && value !== null;
  const lacks = isObject ? members.filter((member) => !(member in value)) : members;
  if (lacks.length === 0) return;
  const has = isObject
    ? `it lacks ${listed(lacks)}`
    : `it is ${value === null ? 'null' : `a ${typeof value}`}`;
  throw usageError(`The export ${name} of ${shown} is no ${what}: ${has}. Make it with ${maker}.`);
}

function noWorld(shown: string, names: readonly string[]): Error {
  const has = names.length === 0 ? 'It exports nothing' : `It exports ${listed(names)}`;
  return usageError(
    `${shown} exports no world. ${has}; add: export const environment = defineEnvironment({ … }).`,
  );
}
