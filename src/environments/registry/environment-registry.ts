import {
  describeProblem,
  isJsonObject,
  type JsonObject,
  MettleError,
  nearNames,
  schemaValidator,
} from '../../core/index.js';
import type { Environment } from '../environment.js';
import type { EnvironmentConfig } from '../environment-config.js';
import { builtInEnvironments } from './built-in-environments.js';
import type { EnvironmentType } from './environment-type.js';

const registered = new Map<string, EnvironmentType>();

/**
 * Adds a kind of environment that {@link openEnvironment} makes by its name, for all of this process.
 *
 * @param name - snake_case.
 * @param create - makes an environment from the options of a config.
 * @param options - JSON Schema of the options. Without one, any options are taken.
 * @returns what takes the kind out again.
 * @throws {MettleError} `environments/invalid_definition` for a name that is taken or not snake_case, and for a schema
 *   that is none.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, openEnvironment, registerEnvironment } from 'mettle/environments';
 *
 * const options = {
 *   type: 'object',
 *   properties: { fruits: { type: 'array', items: { type: 'string' } } },
 *   required: ['fruits'],
 *   additionalProperties: false,
 * };
 * registerEnvironment(
 *   'fruit_shop',
 *   ({ fruits }) => {
 *     const rows = (fruits as string[]).map((fruit) => [fruit]);
 *     const tables = [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows }];
 *     return createSqlEnvironment({ name: 'fruit_shop', content: { tables } });
 *   },
 *   options,
 * );
 * await using environment = await openEnvironment({ type: 'fruit_shop', fruits: ['fig'] });
 * await using world = await environment.open({ seed: 0 });
 * console.log([...world.state().keys()]); // → [ 'fruit/fig' ]
 * ```
 */
export function registerEnvironment(
  name: string,
  create: EnvironmentType['create'],
  options: JsonObject = { type: 'object' },
): () => void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw invalid(name, 'its name is not snake_case');
  if (typeOf(name) !== undefined) throw invalid(name, 'there is one of that name already');
  schemaValidator(options);
  const type: EnvironmentType = { create, options };
  registered.set(name, type);
  return () => {
    if (registered.get(name) === type) registered.delete(name);
  };
}

/** The kinds of environment that {@link openEnvironment} makes, in the order of their names. */
export function environmentNames(): readonly string[] {
  return [...Object.keys(builtInEnvironments), ...registered.keys()].sort();
}

/**
 * Makes an environment from plain data.
 *
 * @throws {MettleError} `environments/unknown_environment` with the names there are, `environments/invalid_option` for
 *   options that don't fit the kind, and what making it throws.
 *
 * @example
 * ```ts
 * import { openEnvironment } from 'mettle/environments';
 *
 * await using environment = await openEnvironment({ type: 'files', files: { 'notes.txt': 'buy figs' } });
 * console.log(environment.tools.length); // → 5
 * ```
 */
export async function openEnvironment(config: EnvironmentConfig): Promise<Environment> {
  if (!isJsonObject(config) || typeof config.type !== 'string') {
    throw new MettleError({
      code: 'environments/invalid_option',
      message: `An environment is described by an object whose type is one of ${environmentNames().join(', ')}.`,
    });
  }
  const { type: name, ...options } = config;
  const type = typeOf(name);
  if (type === undefined) throw unknownEnvironment(name);
  const [problem] = schemaValidator(type.options).check(options);
  if (problem !== undefined) {
    throw new MettleError({
      code: 'environments/invalid_option',
      message: `An environment of type ${name}: ${describeProblem(problem, 'options')}${knownOptions(type)}.`,
      details: { type: name },
    });
  }
  return type.create(options, openEnvironment);
}

function typeOf(name: string): EnvironmentType | undefined {
  return Object.hasOwn(builtInEnvironments, name) ? builtInEnvironments[name] : registered.get(name);
}

function knownOptions({ options }: EnvironmentType): string {
  const names = isJsonObject(options.properties) ? Object.keys(options.properties) : [];
  return names.length === 0 ? '' : `. It takes ${names.join(', ')}`;
}

function unknownEnvironment(name: string): MettleError {
  const names = environmentNames();
  const [near] = nearNames(name, names);
  return new MettleError({
    code: 'environments/unknown_environment',
    message: `There is no environment of type ${JSON.stringify(name)}${near === undefined ? '.' : `; did you mean ${near}?`} There are: ${names.join(', ')}.`,
    details: { names },
  });
}

function invalid(name: string, problem: string): MettleError {
  return new MettleError({
    code: 'environments/invalid_definition',
    message: `The environment ${JSON.stringify(name)} can't be registered: ${problem}.`,
  });
}
