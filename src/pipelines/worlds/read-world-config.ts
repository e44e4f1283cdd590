import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage, nearNames } from '../../core/internal.js';
import { environmentNames, shopSpec } from '../../environments/index.js';
import { defaultSqlLimits, readDatabaseFile, worldNames } from '../../environments/internal.js';
import { sampleShop } from '../../generation/index.js';
import { SHOP_COUNTS } from '../../generation/internal.js';
import type { EnvironmentConfig } from '../../records/index.js';
import { isModulePath, MODULE_WORLD, withFilePaths } from '../../records/internal.js';
import { invalidRecipe } from '../recipe/parse-recipe.js';
import type { WorldAccess } from './world-access.js';

/**
 * How the world that a recipe names is opened: by the name of its kind, whose contents are then made up where the kind needs some, by
 * several kinds joined with `+`, by a JSON file with the options of `openEnvironment`, alone or as the member `environment`, by these options, or by a module of
 * the user's. Database files have their SHA-256.
 *
 * @throws {MettleError} `pipelines/invalid_recipe` for what names no world.
 */
export async function readWorldConfig(
  environment: string | EnvironmentConfig,
  seed: number,
  access: WorldAccess = {},
): Promise<EnvironmentConfig> {
  if (typeof environment !== 'string') {
    if (typeof environment.type === 'string') return withSha256(environment);
    throw invalidRecipe('environment describes no world: expected {type: sql, …}.');
  }
  if (/\.json$/i.test(environment)) return readConfigFile(environment, access);
  if (isModulePath(environment)) return { type: MODULE_WORLD, path: environment };
  const parts = environment.split(/[+,]/).map((part) => part.trim());
  if (parts.length === 1) return configOf(environment, seed);
  return { type: 'composite', environments: parts.map((part) => configOf(part, seed)) };
}

function configOf(name: string, seed: number): EnvironmentConfig {
  if (worldNames.includes(name)) return { type: 'world', world: name };
  const names = [...environmentNames().filter((each) => each !== 'world'), ...worldNames].sort();
  if (!names.includes(name)) {
    const [near] = nearNames(name, names);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw invalidRecipe(
      `The environment is one of ${names.join(', ')}, a JSON file that describes a world or a module that exports one; got "${name}".${hint}`,
    );
  }
  const content = sampleShop({ seed }) as unknown as JsonObject;
  if (name === 'sql' || name === 'postgres') return { type: name, name, content };
  if (name === 'rest')
    return { type: name, name: 'rest_shop', spec: shopSpec, mock: { counts: SHOP_COUNTS } };
  return { type: name };
}

/** A config that says which database it means, so that a changed file is not taken for it. */
async function withSha256(config: EnvironmentConfig): Promise<EnvironmentConfig> {
  const { database, sha256, limits } = config;
  if (typeof database !== 'string') return config;
  const named = typeof config.name === 'string' ? config : { ...config, name: config.type };
  if (typeof sha256 === 'string') return named;
  const { maxDatabaseBytes } = { ...defaultSqlLimits, ...(isJsonObject(limits) && limits) };
  const file = await readDatabaseFile(database, { sha256: undefined, maxBytes: Number(maxDatabaseBytes) });
  return { ...named, sha256: file.sha256 };
}

async function readConfigFile(path: string, { shown = String }: WorldAccess): Promise<EnvironmentConfig> {
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch (error) {
    throw invalidRecipe(`Cannot read the world ${shown(path)}: ${errorMessage(error)}.`);
  }
  const config = isJsonObject(content) && isJsonObject(content.environment) ? content.environment : content;
  if (!isJsonObject(config) || typeof config.type !== 'string') {
    throw invalidRecipe(`${shown(path)} describes no world: expected {"type": "sql", …}.`);
  }
  return withSha256(withFilePaths(config as EnvironmentConfig, (file) => resolve(dirname(path), file)));
}
