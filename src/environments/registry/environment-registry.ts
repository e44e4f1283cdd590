import {
  defineOptions,
  describeProblem,
  isJsonObject,
  type MettleError,
  option,
  schemaValidator,
} from '../../core/index.js';
import { coreError, nearNames } from '../../core/internal.js';
import type { EnvironmentConfig } from '../../records/index.js';
import type { Environment } from '../environment.js';
import { environmentError } from '../error-codes.js';
import { builtInEnvironments } from './built-in-environments.js';
import type { EnvironmentType } from './environment-type.js';

/** What {@link openEnvironment} takes beside the description. */
export interface OpenEnvironmentOptions {
  /** Kinds of your own by their names, which are snake_case and none of Mettle's. */
  readonly types?: Readonly<Record<string, EnvironmentType>>;
}

const checkOpenEnvironmentOptions = defineOptions<OpenEnvironmentOptions>()('openEnvironment', {
  types: option.record,
});

/** The kinds of environment that {@link openEnvironment} always makes, in the order of their names. */
export function environmentNames(): readonly string[] {
  return Object.keys(builtInEnvironments).sort();
}

/**
 * Makes an environment from plain data.
 *
 * @throws {MettleError} `environments/unknown_environment` with the names there are, `core/invalid_option` for
 *   options that don't fit the kind, `environments/invalid_definition` for a kind of yours whose name is taken or not
 *   snake_case or whose schema is none, and what making it throws.
 *
 * @example
 * ```ts
 * import { openEnvironment } from 'mettle/environments';
 *
 * const environment = await openEnvironment({ type: 'files', files: { 'notes.txt': 'buy figs' } });
 * console.log(environment.tools.length); // → 7
 * await environment.close();
 * ```
 *
 * @example
 * ```ts untyped
 * import { createSqlEnvironment, openEnvironment } from 'mettle/environments';
 *
 * const fruit_shop = {
 *   options: {
 *     type: 'object',
 *     properties: { fruits: { type: 'array', items: { type: 'string' } } },
 *     required: ['fruits'],
 *     additionalProperties: false,
 *   },
 *   create: ({ fruits }) => {
 *     const rows = fruits.map((fruit) => [fruit]);
 *     const tables = [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY', rows }];
 *     return createSqlEnvironment({ name: 'fruit_shop', content: { tables } });
 *   },
 * };
 * const environment = await openEnvironment({ type: 'fruit_shop', fruits: ['fig'] }, { types: { fruit_shop } });
 * const world = await environment.open({ seed: 0 });
 * console.log([...world.state().keys()]); // → [ 'fruit/fig' ]
 * await world.close();
 * await environment.close();
 * ```
 */
export async function openEnvironment(
  config: EnvironmentConfig,
  options: OpenEnvironmentOptions = {},
): Promise<Environment> {
  const { types = {} } = checkOpenEnvironmentOptions(options);
  for (const name of Object.keys(types)) checkName(name);
  return openOne(config, { ...types, ...builtInEnvironments });
}

async function openOne(
  config: EnvironmentConfig,
  types: Readonly<Record<string, EnvironmentType>>,
): Promise<Environment> {
  if (!isJsonObject(config) || typeof config.type !== 'string') {
    throw coreError(
      'invalid_option',
      `An environment is described by an object whose type is one of ${Object.keys(types).sort().join(', ')}.`,
    );
  }
  const { type: name, ...options } = config;
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) throw unknownEnvironment(name, Object.keys(types).sort());
  const [problem] = schemaValidator(type.options).check(options);
  if (problem !== undefined) {
    throw coreError(
      'invalid_option',
      `An environment of type ${name}: ${describeProblem(problem, 'options')}${knownOptions(type)}.`,
      { details: { type: name } },
    );
  }
  return type.create(options, (part) => openOne(part, types));
}

function checkName(name: string): void {
  const problem = Object.hasOwn(builtInEnvironments, name)
    ? 'there is one of that name already'
    : /^[a-z][a-z0-9_]*$/.test(name)
      ? null
      : 'its name is not snake_case';
  if (problem === null) return;
  throw environmentError(
    'invalid_definition',
    `The kind of environment ${JSON.stringify(name)} can't be used: ${problem}.`,
  );
}

function knownOptions({ options }: EnvironmentType): string {
  const names = isJsonObject(options.properties) ? Object.keys(options.properties) : [];
  return names.length === 0 ? '' : `. It takes ${names.join(', ')}`;
}

function unknownEnvironment(name: string, names: readonly string[]): MettleError {
  const [near] = nearNames(name, names);
  return environmentError(
    'unknown_environment',
    `There is no environment of type ${JSON.stringify(name)}${near === undefined ? '.' : `; did you mean ${near}?`} There are: ${names.join(', ')}.`,
    { details: { names } },
  );
}
