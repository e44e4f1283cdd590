import type { JsonObject } from '../core/index.js';
import type { VariableValues } from '../training/index.js';
import type { ModulePart } from './module-part.js';
import { uniqueNames } from './names.js';
import { programError } from './program-error.js';
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
  const visited = new Set<ModulePart>();
  const visit = (module: ModulePart, path: string, inside: string, trainable: boolean): void => {
    if (visited.has(module)) return;
    visited.add(module);
    const isTrainable = trainable && module.trainable;
    for (const variable of module.ownVariables()) {
      const key = `${path}/${variable.key.slice(variable.key.indexOf('/') + 1)}`;
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
      visit(child, `${inside}${name}`, `${inside}${name}/`, isTrainable);
    }
  };
  visit(root, root.name, '', true);
  const index = { byKey, keys, trainableKeys };
  indexes.set(root, { version: structureVersion, index });
  return index;
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
