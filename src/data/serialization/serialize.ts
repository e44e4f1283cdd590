import { isJsonObject, type Json, type JsonObject, MettleError } from '../../core/index.js';
import { errorMessage, jsonProblem } from '../../core/internal.js';
import { dataError } from '../error-codes.js';
import {
  getRegisteredName,
  getRegisteredObject,
  isSerializableClass,
  type RestoreOptions,
  type Serializable,
  type SerializableFunction,
} from './registry.js';

/** An object as files hold it: the `registeredName` of its class, and what it is made from. */
export type SerializedObject = {
  readonly registered_name: string;
  readonly config: JsonObject;
};

/** A function as files hold it: its registered name. */
export type SerializedFunction = {
  readonly registered_function: string;
};

/**
 * An object or a function as plain JSON for a file. An object's `getConfig` calls this for the objects inside it.
 *
 * @throws {MettleError} `data/not_registered` for a class or a function without a name;
 *   `data/invalid_config` for a configuration that JSON can't hold.
 */
export function serialize(value: SerializableFunction): SerializedFunction;
export function serialize(value: Serializable): SerializedObject;
export function serialize(value: Serializable | SerializableFunction): SerializedObject | SerializedFunction;
export function serialize(value: Serializable | SerializableFunction): SerializedObject | SerializedFunction {
  const name = getRegisteredName(value);
  if (typeof value === 'function') {
    if (name === undefined) throw notRegistered(`The function ${value.name || '(without a name)'}`);
    return { registered_function: name };
  }
  if (name === undefined) throw notRegistered(`The class ${value.constructor.name || '(without a name)'}`);
  const config: unknown = value.getConfig();
  const problem = isJsonObject(config) ? jsonProblem(config) : 'is not an object';
  if (problem !== undefined) {
    throw dataError(
      'invalid_config',
      `The configuration of ${name} ${problem}. Let getConfig() give plain JSON, with serialize() for the objects inside.`,
    );
  }
  return { registered_name: name, config: JSON.parse(JSON.stringify(config)) };
}

/** How {@link deserialize} restores. */
export interface DeserializeOptions<Kind> extends RestoreOptions {
  /** The class it has to be of. It is found by its `registeredName`, without being in `customObjects`. */
  readonly as?: abstract new (
    ...args: never[]
  ) => Kind;
}

/**
 * Restores the result of {@link serialize}. A class's `fromConfig` gets the options to restore the objects inside with.
 * The data may be untrusted: it can only name what you pass in. {@link mettleClasses} gives what it names of Mettle's own.
 *
 * @example
 * ```ts
 * import { deserialize, serialize } from 'mettle/data';
 *
 * class Scale {
 *   static registeredName = 'my-project>Scale';
 *   constructor(config) {
 *     this.config = config;
 *   }
 *   getConfig() {
 *     return { ...this.config };
 *   }
 * }
 *
 * const saved = JSON.stringify(serialize(new Scale({ factor: 3 })));
 * console.log(saved); // → {"registered_name":"my-project>Scale","config":{"factor":3}}
 * console.log(deserialize(JSON.parse(saved), { as: Scale }).config.factor); // → 3
 * ```
 * @throws {MettleError} `data/unknown_name`; `data/invalid_data` for anything that `serialize` does not
 *   give; `data/wrong_kind`; `data/not_restored` when the class refuses its configuration.
 */
export function deserialize<Kind>(
  data: unknown,
  options: DeserializeOptions<Kind> & { readonly as: abstract new (...args: never[]) => Kind },
): Kind;
export function deserialize(data: unknown, options?: RestoreOptions): object;
export function deserialize(data: unknown, options: DeserializeOptions<unknown> = {}): unknown {
  const { as, ...restore } = options;
  const name = as === undefined ? undefined : getRegisteredName(as);
  const value = restored(
    data,
    name === undefined
      ? restore
      : { ...restore, customObjects: { [name]: as as never, ...restore.customObjects } },
  );
  if (as === undefined || value instanceof as) return value;
  throw dataError('wrong_kind', `Expected a ${as.name}, but the data holds ${describe(data)}.`);
}

function restored(data: unknown, options: RestoreOptions): object {
  const problem = isJsonObject(data) ? jsonProblem(data) : 'is not an object';
  if (problem !== undefined) throw dataError('invalid_data', `The data to restore ${problem}.`);
  const {
    registered_name: name,
    registered_function: called,
    config,
  } = data as { readonly [key: string]: Json };
  if (typeof called === 'string') {
    const found = getRegisteredObject(called, options);
    if (!isSerializableClass(found)) return found;
    throw dataError('wrong_kind', `${called} is a class, but the data says it is a function.`);
  }
  if (typeof name !== 'string' || !isJsonObject(config)) {
    throw dataError(
      'invalid_data',
      'The data to restore needs registered_name and config, or registered_function.',
    );
  }
  const found = getRegisteredObject(name, options);
  if (!isSerializableClass(found)) {
    throw dataError('wrong_kind', `${name} is a function, but the data says it is an object.`);
  }
  try {
    if (found.fromConfig !== undefined) return found.fromConfig(config, options);
    return Reflect.construct(found as never, [config]);
  } catch (cause) {
    if (MettleError.isInstance(cause) && cause.code.startsWith('data/')) throw cause;
    throw dataError(
      'not_restored',
      `${name} can't be restored from its configuration: ${errorMessage(cause)}`,
      { cause },
    );
  }
}

function describe(data: unknown): string {
  const { registered_name: name, registered_function: called } = data as { readonly [key: string]: Json };
  return typeof name === 'string' ? `a ${name}` : `the function ${String(called)}`;
}

function notRegistered(what: string): Error {
  return dataError(
    'not_registered',
    `${what} can't be saved, because files refer to it by name. Give it one: a static registeredName = 'package>Name' for a class, Object.assign(f, { registeredName: 'package>name' }) for a function.`,
  );
}
