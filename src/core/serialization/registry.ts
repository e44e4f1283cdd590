import type { JsonObject } from '../json.js';
import { serializationError } from './serialization-error.js';

/** An object that can be saved: what it was made from, as JSON. */
export interface Serializable {
  getConfig(): JsonObject;
}

/** A class whose objects can be saved. Without `fromConfig` an object is restored by `new Class(config)`. */
export interface SerializableClass {
  readonly name: string;
  readonly prototype: Serializable;
  fromConfig?(config: JsonObject, options: RestoreOptions): object;
}

/** A function that is saved by its name alone. */
export type SerializableFunction = (...args: never[]) => unknown;

/** What can have a registered name. */
export type RegisteredObject = SerializableClass | SerializableFunction;

/** Where names are looked up when something is restored. */
export interface RestoreOptions {
  /** Classes and functions by `package>name`, looked up before those that are registered. */
  readonly customObjects?: Readonly<Record<string, RegisteredObject>>;
}

const objects = new Map<string, RegisteredObject>();
const names = new WeakMap<object, string>();
const NAME = /^[A-Za-z][\w.-]{0,99}$/;

/**
 * Gives a class or a function the name by which files refer to it. Call it where the class is defined, so that whoever
 * imports the class can load saved objects of it. Works as a decorator of a class, too.
 *
 * @param packageName - yours: the name of your package or project. `mettle` is what comes with Mettle.
 * @throws {MettleError} `serialization/name_taken` when the name stands for something else, `serialization/invalid_name`.
 * @example
 * ```ts
 * import { deserialize, registerSerializable, serialize } from 'mettle/core';
 *
 * class Scale {
 *   constructor(readonly config: { readonly factor: number }) {}
 *   getConfig() {
 *     return { ...this.config };
 *   }
 * }
 * registerSerializable('my-project', 'Scale')(Scale);
 *
 * const saved = JSON.stringify(serialize(new Scale({ factor: 3 })));
 * console.log(saved); // → {"registered_name":"my-project>Scale","config":{"factor":3}}
 * console.log(deserialize(JSON.parse(saved), { as: Scale }).config.factor); // → 3
 * ```
 */
export function registerSerializable(
  packageName: string,
  name: string,
): <Target extends RegisteredObject>(target: Target) => Target {
  for (const part of [packageName, name]) {
    if (typeof part === 'string' && NAME.test(part)) continue;
    throw serializationError(
      'invalid_name',
      `${JSON.stringify(part)} can't be part of a registered name: use up to 100 letters, digits, dots, dashes and underscores, a letter first.`,
    );
  }
  const key = `${packageName}>${name}`;
  return (target) => {
    const other = objects.get(key);
    if (other !== undefined && other !== target) {
      throw serializationError(
        'name_taken',
        `${key} is registered already, for another class or function. Choose another name.`,
      );
    }
    const before = names.get(target);
    if (before !== undefined && before !== key) {
      throw serializationError(
        'name_taken',
        `${target.name || 'This function'} is registered already, as ${before}. A class has one name.`,
      );
    }
    objects.set(key, target);
    names.set(target, key);
    return target;
  };
}

/** The registered name of a class, a function, or the class of an object; undefined where there is none. A class does not share that of the class it extends. */
export function getRegisteredName(value: object): string | undefined {
  if (typeof value === 'function') return names.get(value);
  const made: unknown = value.constructor;
  return typeof made === 'function' ? names.get(made) : undefined;
}

/**
 * What is registered under `package>name`.
 *
 * @throws {MettleError} `serialization/unknown_name`, with the names there are in that package.
 */
export function getRegisteredObject(
  name: string,
  { customObjects = {} }: RestoreOptions = {},
): RegisteredObject {
  const found = Object.hasOwn(customObjects, name) ? customObjects[name] : objects.get(name);
  if (found !== undefined) return found;
  const packageName = name.slice(0, name.indexOf('>') + 1);
  const known = [...objects.keys(), ...Object.keys(customObjects)].filter(
    (other) => packageName !== '' && other.startsWith(packageName),
  );
  const others =
    known.length === 0 ? '' : ` Known there: ${[...new Set(known)].sort().slice(0, 20).join(', ')}.`;
  throw serializationError(
    'unknown_name',
    `Nothing is registered as ${JSON.stringify(name.slice(0, 210))}. Import the file that registers it, or pass it in customObjects.${others}`,
    { details: { name, known } },
  );
}

/** The names that are registered for a package, without its own, sorted. */
export function registeredNames(packageName: string): string[] {
  const prefix = `${packageName}>`;
  return [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}

/** Whether what is registered is a class, and no function to call. */
export function isSerializableClass(target: RegisteredObject): target is SerializableClass {
  const prototype: unknown = target.prototype;
  return typeof prototype === 'object' && prototype !== null && 'getConfig' in prototype;
}
