import { isJsonObject, type JsonObject } from '../core/index.js';
import type { VariableValues } from '../training/index.js';
import { programError } from './error-codes.js';
import type { ModulePart } from './module-part.js';
import { uniqueNames } from './names.js';
import { frozenCopy, type Variable } from './variable.js';

/** The variables of a module and of all inside it, each by its key from there. */
export interface VariableIndex {
  readonly byKey: ReadonlyMap<string, Variable>;
  /** Keys by the variable's identity. */
  readonly keys: ReadonlyMap<object, string>;
  /** Keys of those that training may change. */
  readonly trainableKeys: ReadonlySet<string>;
}

let structureVersion = 0;

/** Says that a module got a variable or a part, so that indexes are made anew. */
export function structureChanged(): void {
  structureVersion += 1;
}

const indexes = new WeakMap<ModulePart, { readonly version: number; readonly index: VariableIndex }>();

/** The names of a module's parts, in order. */
export function childNames(module: ModulePart): ReadonlyMap<ModulePart, string> {
  return uniqueNames(module.children(), `"${module.name}"`);
}

/**
 * The variables that belong to a module when it is the one that is run or saved. The key of a variable of its own begins
 * with its name, that of a part with the part's name, that of a part's part with both.
 *
 * @throws {MettleError} `programs/duplicate_name` when two modules or variables have the same name.
 */
export function variableIndex(root: ModulePart, options: { readonly fresh?: boolean } = {}): VariableIndex {
  const known = indexes.get(root);
  if (known?.version === structureVersion && options.fresh !== true) return known.index;
  const byKey = new Map<string, Variable>();
  const keys = new Map<object, string>();
  const trainableKeys = new Set<string>();
  const homes = shortestPaths(root);
  const visited = new Set<ModulePart>();
  const visit = (module: ModulePart, trainable: boolean): void => {
    visited.add(module);
    const isTrainable = trainable && module.trainable;
    const home = homes.get(module) as string;
    for (const variable of module.ownVariables()) {
      const key = `${home === '' ? root.name : home}/${variable.key.slice(variable.key.indexOf('/') + 1)}`;
      if (byKey.has(key)) {
        throw programError('duplicate_name', `Two variables of "${root.name}" have the key ${key}.`, {
          details: { key },
        });
      }
      byKey.set(key, variable.withKey(key));
      keys.set(variable.identity, key);
      if (isTrainable && variable.trainable) trainableKeys.add(key);
    }
    for (const [child, name] of childNames(module)) {
      const isHome = homes.get(child) === (home === '' ? name : `${home}/${name}`);
      if (isHome && !visited.has(child)) visit(child, isTrainable);
    }
  };
  visit(root, true);
  const index = { byKey, keys, trainableKeys };
  indexes.set(root, { version: structureVersion, index });
  return index;
}

/** Where each module in the root is: the names on the shortest way to it, joined by `/`. The root is at the empty path. */
function shortestPaths(root: ModulePart): ReadonlyMap<ModulePart, string> {
  const paths = new Map<ModulePart, string>([[root, '']]);
  // A Map takes in what is added while it is gone through, so this goes level by level.
  for (const [module, path] of paths) {
    for (const [child, name] of childNames(module)) {
      if (!paths.has(child)) paths.set(child, path === '' ? name : `${path}/${name}`);
    }
  }
  return paths;
}

/**
 * A candidate's values by the identity of the variable, ready for a call.
 *
 * @throws {MettleError} `programs/unknown_variable`, `programs/invalid_value`.
 */
export function overridesOf(root: ModulePart, values: VariableValues | undefined): Map<object, JsonObject> {
  const overrides = new Map<object, JsonObject>();
  for (const [key, value] of Object.entries(values ?? {})) {
    const variable = variableOf(root, key);
    const copy = frozenCopy(value, key);
    const problem = variable.checkSchema(copy);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key } });
    overrides.set(variable.identity, copy);
  }
  return overrides;
}

/**
 * The variable of that key.
 *
 * @throws {MettleError} `programs/unknown_variable`.
 */
export function variableOf(root: ModulePart, key: string): Variable {
  const variable = variableIndex(root).byKey.get(key);
  if (variable !== undefined) return variable;
  const known = [...variableIndex(root).byKey.keys()];
  throw programError(
    'unknown_variable',
    `"${root.name}" has no variable ${JSON.stringify(key)}. ${known.length === 0 ? 'It has none.' : `It has ${known.slice(0, 20).join(', ')}.`}`,
    { details: { key, known } },
  );
}

/**
 * Makes these the values of variables: all of them, or none where one is refused.
 *
 * @throws {MettleError} `programs/unknown_variable`, `programs/invalid_value`.
 */
export async function assignValues(root: ModulePart, values: VariableValues): Promise<void> {
  if (!isJsonObject(values)) {
    throw programError('invalid_value', 'Values are an object with the key of each variable.');
  }
  const checked: (readonly [Variable, JsonObject])[] = [];
  for (const [key, value] of Object.entries(values)) {
    const variable = variableOf(root, key);
    const problem = await variable.validate(value);
    if (problem !== null) throw programError('invalid_value', problem, { details: { key } });
    checked.push([variable, value]);
  }
  for (const [variable, value] of checked) variable.set(value);
}

/**
 * A part of a module by its name or its position.
 *
 * @throws {MettleError} `programs/unknown_module`.
 */
export function partOf<Part extends ModulePart>(
  module: Pick<ModulePart, 'name'> & { children(): readonly Part[] },
  which: string | number,
): Part {
  const parts = module.children();
  const names = uniqueNames<Part>(parts, `"${module.name}"`);
  const found = typeof which === 'number' ? parts[which] : parts.find((part) => names.get(part) === which);
  if (found !== undefined) return found;
  throw programError(
    'unknown_module',
    `"${module.name}" has no module ${JSON.stringify(which)}. It has ${[...names.values()].join(', ') || 'none'}.`,
  );
}
