import type { JsonObject } from '../../core/index.js';
import { quoted } from '../../core/internal.js';
import { dataError } from '../error-codes.js';

/** An object that can be saved: what it was made from, as JSON. */
export interface Serializable {
  getConfig(): JsonObject;
}

/**
 * A class whose objects can be saved. Files name it by its `registeredName`, `package>Name`. Without `fromConfig`, an
 * object is restored by `new Class(config)`.
 */
export interface SerializableClass {
  readonly name: string;
  readonly prototype: Serializable;
  readonly registeredName?: string;
  fromConfig?(config: JsonObject, options: RestoreOptions): object;
}

/** A function that can be saved: a file holds its `registeredName` alone. */
export type SerializableFunction = ((...args: never[]) => unknown) & { readonly registeredName?: string };

/** What files can name. */
export type RegisteredObject = SerializableClass | SerializableFunction;

/** Where names are looked up when something is restored. */
export interface RestoreOptions {
  /** Your classes and functions by the name that files have for them, `package>Name`. */
  readonly customObjects?: Readonly<Record<string, RegisteredObject>>;
}

const NAME = /^[A-Za-z][\w.-]{0,99}>[A-Za-z][\w.-]{0,99}$/;

/**
 * The `registeredName` of a class, a function, or the class of an object; undefined where there is none. A class does not
 * share that of the class it extends.
 *
 * @throws {MettleError} `data/invalid_name` for one that is not `package>Name`.
 */
export function getRegisteredName(value: object): string | undefined {
  const owner: unknown = typeof value === 'function' ? value : value.constructor;
  if (typeof owner !== 'function' || !Object.hasOwn(owner, 'registeredName')) return undefined;
  const { registeredName } = owner as { readonly registeredName?: unknown };
  if (typeof registeredName === 'string' && NAME.test(registeredName)) return registeredName;
  throw dataError(
    'invalid_name',
    `The registeredName of ${owner.name || 'a function'} is ${JSON.stringify(registeredName)}. Write 'package>Name': each part has up to 100 letters, digits, dots, dashes and underscores, a letter first.`,
  );
}

/**
 * What `package>Name` stands for.
 *
 * @throws {MettleError} `data/unknown_name`, with the names that were given for that package.
 */
export function getRegisteredObject(
  name: string,
  { customObjects = {} }: RestoreOptions = {},
): RegisteredObject {
  const found = Object.hasOwn(customObjects, name) ? customObjects[name] : undefined;
  if (found !== undefined) return found;
  const packageName = name.slice(0, name.indexOf('>') + 1);
  const known = Object.keys(customObjects).filter(
    (other) => packageName !== '' && other.startsWith(packageName),
  );
  const others = known.length === 0 ? '' : ` Given there: ${known.sort().slice(0, 20).join(', ')}.`;
  throw dataError(
    'unknown_name',
    `Nothing is known as ${quoted(name, 210)}. Pass it in customObjects: { 'package>Name': TheClass }.${others}`,
    { details: { name, known } },
  );
}

/** Whether it is a class, and no function to call. */
export function isSerializableClass(target: RegisteredObject): target is SerializableClass {
  const prototype: unknown = target.prototype;
  return typeof prototype === 'object' && prototype !== null && 'getConfig' in prototype;
}
