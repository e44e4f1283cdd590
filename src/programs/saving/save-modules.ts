import { isJsonObject, type JsonObject } from '../../core/index.js';
import { deserialize, type RestoreOptions, type SerializableClass, serialize } from '../../data/index.js';
import type { ModelSource } from '../../models/index.js';
import { nameOfModel } from '../../models/internal.js';
import type { Tool } from '../../tools/index.js';
import type { AnyModule } from '../call-context.js';
import { programError } from '../error-codes.js';
import { Module, type ModuleOptions } from '../module.js';
import type { ModulePart } from '../module-part.js';

/** How a saved program or module is restored. */
export interface RestoreModuleOptions extends RestoreOptions {
  /**
   * The models to use, by the name they were saved under (`provider/model`). Default: they are opened by name, which works
   * for all that `openModel` knows. A name with an address has to be here: a file must not choose where prompts are sent.
   */
  readonly models?: Readonly<Record<string, ModelSource>>;
  /** The tools that were saved, found by their names. */
  readonly tools?: readonly Tool[];
  /** Modules that are in several places, by their number. @internal */
  readonly shared?: Map<number, Module>;
}

/** Numbers of the modules that stand in several places of what is being saved. */
let sharedNumbers: Map<ModulePart, number> | undefined;
let savedShared = new Set<ModulePart>();

/**
 * The options that all modules have, as JSON, for `getConfig`. Hooks are not saved; a generated name isn't either,
 * because programs generate it again.
 */
export function baseConfig(module: AnyModule): JsonObject {
  return {
    ...(module.isNameChosen ? { name: module.name } : {}),
    ...(module.description === '' ? {} : { description: module.description }),
    ...(module.trainable ? {} : { trainable: false }),
  };
}

/** The result of {@link baseConfig} as options. */
export function baseOptions(config: JsonObject): ModuleOptions {
  const { name, description, trainable } = config;
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof trainable === 'boolean' ? { trainable } : {}),
  };
}

/**
 * A module as JSON, for `getConfig` of a module that has parts. A part that is used in several places is written once.
 *
 * @throws {MettleError} `programs/not_saveable` for a module without `getConfig`; as `serialize` for one without a
 *   registered name.
 */
export function serializeModule(module: ModulePart): JsonObject {
  if (!isSaveable(module)) {
    throw programError(
      'not_saveable',
      `"${module.name}" can't be saved: its class has no getConfig. Write it, and give the class a static registeredName = 'package>Name'.`,
    );
  }
  const number = sharedNumbers?.get(module);
  if (number === undefined) return { ...serialize(module) };
  if (savedShared.has(module)) return { shared: number };
  savedShared.add(module);
  return { shared: number, ...serialize(module) };
}

/**
 * Restores the result of {@link serializeModule}, for `fromConfig`.
 *
 * @throws {MettleError} as `deserialize`.
 */
export function restoreModule(data: unknown, options: RestoreModuleOptions): Module {
  const number = isJsonObject(data) ? data.shared : undefined;
  if (typeof number !== 'number' || !isJsonObject(data)) {
    return deserialize(data, { ...options, as: Module as never }) as unknown as Module;
  }
  const known = options.shared?.get(number);
  if (known !== undefined) return known;
  const { shared: _, ...own } = data;
  const module = deserialize(own, { ...options, as: Module as never }) as unknown as Module;
  options.shared?.set(number, module);
  return module;
}

/** Saves a module and all in it, each part once. @internal */
export function serializeRoot(root: ModulePart): JsonObject {
  const [numbersBefore, savedBefore] = [sharedNumbers, savedShared];
  sharedNumbers = numberShared(root);
  savedShared = new Set();
  try {
    return serializeModule(root);
  } finally {
    sharedNumbers = numbersBefore;
    savedShared = savedBefore;
  }
}

/** How a model is named in a file: without a password in its address. */
export function modelConfig(model: ModelSource): string {
  return nameOfModel(model);
}

/**
 * The model for a saved name: one of the caller's, or the name itself, which `openModel` takes.
 *
 * @throws {MettleError} `programs/invalid_config` for what is no name; `programs/missing_model` for a name with an address
 *   that the caller didn't give.
 */
export function restoredModel(saved: unknown, options: RestoreModuleOptions): ModelSource {
  const { models = {} } = options;
  if (typeof saved !== 'string') {
    throw programError(
      'invalid_config',
      'A module that asks a model was saved without the name of the model.',
    );
  }
  const given = Object.hasOwn(models, saved) ? models[saved] : undefined;
  if (given === undefined && saved.includes('://')) {
    throw programError(
      'missing_model',
      `The model ${JSON.stringify(saved)} has its own address: to allow prompts to be sent there, pass it in models.`,
    );
  }
  return given ?? saved;
}

/**
 * The tool for a saved name.
 *
 * @throws {MettleError} `programs/missing_tool` where the caller gave none of that name.
 */
export function restoredTool(saved: unknown, { tools = [] }: RestoreModuleOptions): Tool {
  const tool = tools.find(({ name }) => name === saved);
  if (tool !== undefined) return tool;
  throw programError(
    'missing_tool',
    `The tool ${JSON.stringify(saved)} was saved by its name: pass it in tools.`,
  );
}

function isSaveable(
  module: object,
): module is InstanceType<abstract new () => SerializableClass['prototype']> {
  return typeof (module as { readonly getConfig?: unknown }).getConfig === 'function';
}

/** Modules below the root to which more than one way leads. */
function numberShared(root: ModulePart): Map<ModulePart, number> {
  const seen = new Set<ModulePart>();
  const shared = new Map<ModulePart, number>();
  const visit = (module: ModulePart): void => {
    if (seen.has(module)) {
      if (!shared.has(module)) shared.set(module, shared.size + 1);
      return;
    }
    seen.add(module);
    for (const child of module.children()) visit(child);
  };
  visit(root);
  return shared;
}
