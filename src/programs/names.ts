import { quoted } from '../core/internal.js';
import { getRegisteredName } from '../data/index.js';
import { programError } from './error-codes.js';

/** Longest name of a module, input or variable, in characters. */
const LONGEST = 200;

/**
 * Returns the name when it can be one. `/` and `#` are taken by the keys of variables and the ids of calls.
 *
 * @throws {MettleError} `programs/invalid_name`.
 */
export function checkName(name: string, what: string): string {
  const fault =
    typeof name !== 'string'
      ? 'is no text'
      : name === ''
        ? 'is empty'
        : name.length > LONGEST
          ? `has more than ${LONGEST} characters`
          : /[/#\p{Cc}]/u.test(name)
            ? 'contains "/", "#" or a control character'
            : name === '__proto__'
              ? 'means something else in JavaScript'
              : undefined;
  if (fault === undefined) return name;
  const shown = typeof name === 'string' ? quoted(name, 60) : typeof name;
  throw programError('invalid_name', `The name ${shown} of ${what} ${fault}. Choose another name.`);
}

/** The name of a class as names of modules are written: `ChainOfThought` → `chain_of_thought`. */
function snakeCase(className: string): string {
  const words = className.replace(/^_+/, '').replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4');
  return words === '' ? 'module' : words.toLowerCase();
}

/**
 * The name of a module that nobody named: that of its class. A bundler may give a class another name; the one by which
 * files name it stays, and variables are found by it.
 */
export function defaultName(module: object): string {
  const registered = getRegisteredName(module);
  return snakeCase(
    registered === undefined ? module.constructor.name : registered.slice(registered.indexOf('>') + 1),
  );
}

/** Something that wants a name among its siblings. */
export interface Named {
  readonly name: string;
  /** Whether the user chose the name. Chosen names stay; others get a number where they are taken. */
  readonly isNameChosen: boolean;
}

/**
 * A name for each item, unique among them: `generator`, `generator_1`. It depends on the items and their order alone.
 *
 * @throws {MettleError} `programs/duplicate_name` when two items were given the same name.
 */
export function uniqueNames<Item extends Named>(items: readonly Item[], owner: string): Map<Item, string> {
  const taken = new Set<string>();
  for (const { name, isNameChosen } of items) {
    if (!isNameChosen) continue;
    if (taken.has(name)) {
      throw programError('duplicate_name', `${owner} has two modules with the name "${name}". Rename one.`, {
        details: { name },
      });
    }
    taken.add(name);
  }
  return new Map(items.map((item) => [item, item.isNameChosen ? item.name : unused(item.name, taken)]));
}

/** The name, with a number where it is taken; it counts as taken from then on. */
export function unused(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 1; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}
